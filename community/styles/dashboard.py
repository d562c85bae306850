"""Class names for the dashboard of the Admin Panel."""

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
