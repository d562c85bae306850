"""Class names for the dialog that offers plans."""

from typing import Final

DIALOG: Final = "max-w-md"
STATIC: Final = (
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
PLAN: Final = "flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-3"
PLAN_NAME: Final = "min-w-0 text-ui font-semibold text-ink wrap-anywhere"
PLAN_PRICE: Final = "text-ui text-ink-soft tabular-nums"
PLAN_VAT: Final = "text-sm text-ink-faint"
ACTIONS: Final = "mt-8 flex flex-wrap justify-end gap-3"
