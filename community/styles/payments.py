"""Classes of plans, checkouts and offers."""

from typing import Final

from community.styles.ui import button, display, form

NOTICE: Final = f"{display.PANEL} mb-6 text-ui text-ink"
# One column on phones. Up to eight plans on wide screens, which are not wider than needed.
GRID: Final = "grid gap-4 sm:grid-cols-[repeat(auto-fit,minmax(14.5rem,1fr))]"
PLAN: Final = (
    f"{display.CARD} flex max-w-[26rem] flex-col gap-4 max-sm:max-w-none "
    "data-current:inset-ring-2 data-current:inset-ring-accent-line"
)
PLAN_HEADING: Final = "flex flex-wrap items-center justify-between gap-2"
PLAN_NAME: Final = "min-w-0 text-lg font-semibold tracking-tight wrap-anywhere"
PLAN_TEXT: Final = "text-ui text-ink-soft text-pretty wrap-anywhere"
PRICE_ROW: Final = "flex flex-wrap items-baseline gap-x-2"
PRICE: Final = "font-serif text-3xl font-semibold tracking-tight tabular-nums"
FORMER_PRICE: Final = "text-ui text-ink-faint tabular-nums"
TERMS: Final = "mt-1 text-sm text-ink-soft text-pretty"
PROBLEM: Final = "text-sm text-danger text-pretty"
PERIOD: Final = "text-sm text-ink-faint"
FEATURES: Final = "flex flex-col gap-3"
FEATURE: Final = "flex items-start gap-2.5"
FEATURE_ICON: Final = "icon mt-0.5 size-4.5 shrink-0 text-success"
FEATURE_NAME: Final = "block text-ui text-ink"
FEATURE_TEXT: Final = "block text-sm text-ink-faint"
ACTION: Final = "mt-auto flex flex-col gap-2 pt-2 empty:hidden"
ACTION_BUTTON: Final = "w-full"
PLAN_BUTTON: Final = f"{ACTION_BUTTON} {button.MULTILINE}"
GIFT_NOTICE: Final = f"{NOTICE} flex items-center gap-3 wrap-anywhere"
GIFT_ICON: Final = "icon size-5 shrink-0 text-accent"
PROMO: Final = "mt-8 max-w-sm"
PROMO_ROW: Final = "flex items-start gap-2"

PAYMENT: Final = "flex max-w-xl flex-col gap-6"
STATUS: Final = "flex items-start gap-3"
STATUS_ICONS: Final[dict[str, str]] = {
    "neutral": "icon mt-1 size-6 shrink-0 text-ink-faint",
    "danger": "icon mt-1 size-6 shrink-0 text-danger",
    "success": "icon mt-1 size-6 shrink-0 text-success",
}
STATUS_TITLE: Final = "text-lg font-semibold tracking-tight"
STATUS_TEXT: Final = "mt-1 text-ui text-ink-soft text-pretty"
PLAN_STATE: Final = f"{display.PANEL} text-ui text-ink text-pretty"
FACTS: Final = f"{display.PANEL} grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-ui"
FACT_NAME: Final = "text-ink-faint"
FACT_VALUE: Final = "text-ink wrap-anywhere"
RECIPIENT: Final = "text-ui font-medium text-ink wrap-anywhere"
SAVED_BY: Final = f"{display.PANEL} text-ui text-ink-soft text-pretty"
GROUP_TITLE: Final = "text-ui font-semibold text-ink"
GROUP_TEXT: Final = "mt-1 text-sm text-ink-faint"
CARDS: Final = "mt-3 grid gap-2 sm:grid-cols-2"
CARD: Final = (
    "flex w-full flex-col items-start rounded-md bg-surface px-4 py-3 text-start inset-ring "
    "inset-ring-line transition-shadow duration-100 hover:inset-ring-line-strong"
)
CARD_NUMBER: Final = "font-mono text-sm text-ink"
CARD_TEXT: Final = "text-sm text-ink-faint"
ACTIONS: Final = "flex flex-wrap items-center gap-3 empty:hidden"
PROVIDER_FORM: Final = "flex flex-col gap-4"
# Reserves space while the script of the provider loads, so that the page does not jump.
PROVIDER_HOST: Final = "min-h-48"

SUMMARY: Final = "flex flex-col gap-5"
LINES: Final = f"{display.PANEL} flex flex-col gap-2.5"
LINE: Final = "flex items-baseline justify-between gap-6"
LINE_NAME: Final = "min-w-0 text-ui text-ink-soft text-pretty wrap-anywhere"
LINE_AMOUNT: Final = "shrink-0 text-ui text-ink tabular-nums"
TOTAL: Final = "mt-1 flex items-baseline justify-between gap-6 border-t border-line pt-3"
TOTAL_NAME: Final = "text-ui font-semibold text-ink"
TOTAL_AMOUNT: Final = "shrink-0 font-serif text-2xl font-semibold tracking-tight tabular-nums"
VAT: Final = "-mt-3 text-end text-sm text-ink-faint"
NOTES: Final = "flex flex-col gap-3"
NOTE: Final = "flex items-start gap-3"
NOTE_ICON: Final = "icon mt-0.5 size-4.5 shrink-0 text-ink-faint"
NOTE_TEXT: Final = "min-w-0 text-ui text-ink-soft text-pretty wrap-anywhere"
AGREEMENT: Final = "text-sm text-ink-faint text-pretty"
CHANGED: Final = form.ALERT
CHECKOUT_ACTIONS: Final = "flex flex-wrap justify-end gap-3 pt-1 max-sm:flex-col-reverse"
BILLING: Final = "flex items-start justify-between gap-4 border-t border-line pt-4"
BILLING_TITLE: Final = "text-ui font-medium text-ink"
BILLING_TEXT: Final = "mt-0.5 text-sm text-ink-faint text-pretty wrap-anywhere"
BILLING_HINT: Final = "text-ui text-ink-soft text-pretty"
BILLING_FORM: Final = "mt-4 flex flex-col gap-5"
STATIC: Final = (
    "w-full max-w-lg rounded-xl bg-surface p-6 text-ink inset-ring inset-ring-line sm:p-8"
)
BODY: Final = "mt-6 flex flex-col gap-5"
CONSENT: Final = f"{display.PANEL} mt-3 flex flex-col gap-2 text-sm text-ink-soft wrap-anywhere"
CONSENT_TIME: Final = "mt-1 text-ink-faint"
CONSENT_TITLE: Final = "cursor-pointer text-ui text-ink-soft hover:text-ink"

DIALOG: Final = "max-w-md"
OFFER_STATIC: Final = (
    "w-full max-w-md rounded-xl bg-surface p-6 text-ink inset-ring inset-ring-line sm:p-8"
)
CONTENT: Final = "flex min-w-0 flex-col"
SIGN: Final = (
    "mb-4 flex size-10 items-center justify-center rounded-full bg-accent-soft text-accent"
)
TITLE: Final = "pe-10 font-serif text-2xl font-semibold tracking-tight text-balance wrap-anywhere"
REASON: Final = "mt-2 text-ui font-medium text-ink text-pretty wrap-anywhere"
TEXT: Final = "mt-1 text-ui text-ink-soft text-pretty whitespace-pre-line wrap-anywhere"
ADVANTAGES: Final = "mt-5 flex flex-col gap-2"
ADVANTAGE: Final = "flex items-start gap-2.5 text-ui text-ink wrap-anywhere"
ADVANTAGE_ICON: Final = "icon mt-0.5 size-4.5 shrink-0 text-success"
PLANS: Final = "mt-6 divide-y divide-line rounded-lg inset-ring inset-ring-line"
OFFER_PLAN_ROW: Final = "flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-3"
OFFER_PLAN_NAME: Final = "min-w-0 text-ui font-semibold text-ink wrap-anywhere"
PLAN_PRICE: Final = "text-ui text-ink-soft tabular-nums"
PLAN_VAT: Final = "text-sm text-ink-faint"
OFFER_ACTIONS: Final = "mt-8 flex flex-wrap justify-end gap-3"
