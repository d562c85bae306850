"""Class names for what a buyer agrees to: in the dialog of a plan and on the page of a payment."""

from typing import Final

from community.styles.ui import display, form

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
ACTIONS: Final = "flex flex-wrap justify-end gap-3 pt-1 max-sm:flex-col-reverse"
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
