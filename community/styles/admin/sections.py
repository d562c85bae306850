"""Classes of single sections: the dashboard, the audit log, jobs and mails."""

from typing import Final

from community.styles.ui import display

STACK: Final = "flex flex-col gap-5"
FIGURES: Final = "grid gap-5 md:grid-cols-3"
ROW: Final = "grid gap-5 xl:grid-cols-3"
SIDE: Final = "flex flex-col items-stretch gap-5 md:max-xl:grid md:max-xl:grid-cols-2"

CARD: Final = f"{display.CARD} flex min-w-0 flex-col gap-4"
WIDE: Final = f"{CARD} xl:col-span-2"
CARD_TITLE: Final = "text-sm font-medium text-ink-soft"
FIGURE: Final = "mt-1 flex flex-wrap items-baseline gap-x-2.5 gap-y-1"
NUMBER: Final = "text-2xl font-semibold tracking-tight text-ink tabular-nums"
CHANGE: Final = "text-xs text-ink-faint tabular-nums"
NUMBERS: Final = "flex flex-wrap gap-x-10 gap-y-3"

LIST: Final = "flex flex-col divide-y divide-line"
ITEM: Final = "flex items-start gap-3 py-2.5 first:pt-0 last:pb-0"
ITEM_TEXT: Final = "min-w-0 flex-1 text-sm text-ink-soft text-pretty"
ITEM_TITLE: Final = "block font-medium text-ink"
ITEM_LABEL: Final = "min-w-0"
ITEM_NOTE: Final = "block text-xs text-danger"
ITEM_COUNT: Final = "ms-auto text-sm text-ink-faint tabular-nums"
ITEM_COUNT_URGENT: Final = "ms-auto text-sm font-semibold text-danger tabular-nums"
WAITING_LINK: Final = (
    "-mx-2 flex min-h-10 items-center gap-3 rounded-md px-2 text-sm text-ink-soft "
    "transition-colors duration-100 pointer-coarse:min-h-11 hover:bg-well hover:text-ink"
)
ICON: Final = "icon size-4.5 shrink-0"
DOT: Final = "mt-1.5 size-2 shrink-0 rounded-full"
DOTS: Final = {
    "ok": f"{DOT} bg-success-solid",
    "failing": f"{DOT} bg-danger-solid",
    "off": f"{DOT} bg-line-strong",
}
STEPS: Final = "mt-4 grid gap-x-10 md:grid-cols-2"

CODE: Final = "font-mono text-xs"
REASON: Final = "mt-4 border-s-2 border-line-strong ps-3 text-sm text-ink-soft"
CHANGES: Final = "flex flex-col gap-4"
NAME: Final = "mb-1 font-mono text-xs text-ink-faint"
_ROW: Final = "flex gap-3 px-3 py-1.5 text-sm first:rounded-t-md last:rounded-b-md"
BEFORE: Final = f"{_ROW} bg-danger-soft"
AFTER: Final = f"{_ROW} bg-success-soft"
LABEL: Final = "w-14 shrink-0 text-ink-soft"
VALUE: Final = "min-w-0 break-words text-ink"

BUTTONS: Final = "flex flex-wrap gap-2"
ARGUMENTS: Final = "font-mono text-xs whitespace-pre-wrap break-all"

HISTORY: Final = "mt-8"
HISTORY_HEADER: Final = "mb-3 flex flex-wrap items-center justify-between gap-3"
HISTORY_TITLE: Final = "text-base font-semibold"
RUNS: Final = "divide-y divide-line rounded-lg bg-surface text-sm inset-ring inset-ring-line"
RUN: Final = "flex items-start gap-3 px-4 py-2.5 text-ink-faint"
RUN_TEXT: Final = "flex min-w-0 flex-1 flex-wrap gap-x-2"
RUN_NAME: Final = "font-medium text-ink wrap-anywhere"
RUN_KIND: Final = "text-ink-faint"
RUN_ERROR: Final = "min-w-0 basis-full text-danger wrap-anywhere"

PREVIEW: Final = "h-96 w-full rounded-md border border-line"
PRIVATE: Final = "text-sm text-ink-soft"

SETUP_CHECKLIST_CARD: Final = f"{display.CARD} mt-5 sm:mt-6"
HEADER: Final = "-me-2 flex items-start justify-between gap-4"
INTRO: Final = "text-ui text-ink-soft text-pretty"
# The button at the end of the row has its tooltip inside the card.
CLOSE: Final = "tooltip-end"
SETUP_CHECKLIST_STEPS: Final = "mt-4 flex flex-col divide-y divide-line"
STEP: Final = "flex items-start gap-3 py-3 last:pb-0"
STEP_TEXT: Final = "min-w-0 flex-1"
_MARK: Final = "mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full text-xs"
MARK: Final = f"{_MARK} inset-ring inset-ring-line-strong"
MARK_DONE: Final = f"{_MARK} bg-accent-solid text-on-accent"
TITLE: Final = "text-ui font-medium text-ink"
TITLE_LINE: Final = f"{TITLE} flex flex-wrap items-center gap-x-2 gap-y-1"
TITLE_DONE: Final = "text-ui text-ink-faint line-through"
TEXT: Final = "mt-0.5 text-sm text-ink-soft text-pretty"
