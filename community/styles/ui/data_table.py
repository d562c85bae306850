"""Class names for the tables and side sheets of the Admin Panel.

On phones each row is a card.
"""

from typing import Final

# On phones the search is the first line, and the filters scroll below it, beside the tools. The
# toolbar stays below the header.
TOOLBAR: Final = (
    "mb-3 flex flex-wrap items-center gap-2 max-sm:sticky max-sm:top-header max-sm:z-20 "
    "max-sm:-mx-4 max-sm:-mt-2 max-sm:mb-1 max-sm:bg-page max-sm:px-4 max-sm:py-2"
)
SEARCH: Final = "relative min-w-0 flex-1 max-sm:basis-full sm:max-w-sm sm:basis-72"
FILTERS: Final = (
    "flex items-center gap-2 max-sm:-ms-4 max-sm:min-w-0 max-sm:flex-1 max-sm:overflow-x-auto "
    "max-sm:ps-4 max-sm:pe-6 max-sm:py-1 max-sm:[scrollbar-width:none] "
    "max-sm:[mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)] sm:contents"
)
SEARCH_ICON: Final = (
    "icon pointer-events-none absolute inset-s-3 top-1/2 size-4 -translate-y-1/2 text-ink-faint"
)
SEARCH_INPUT: Final = (
    "h-9 w-full rounded-md bg-surface ps-9 pe-3 text-sm text-ellipsis text-ink inset-ring "
    "inset-ring-line-strong pointer-coarse:h-11 focus:inset-ring-2 focus:inset-ring-accent-line "
    "focus:outline-none aria-busy:bg-well"
)
FILTER: Final = "relative shrink-0"
SELECT: Final = (
    "h-9 appearance-none rounded-md bg-surface ps-3 pe-8 text-sm text-ink-soft inset-ring "
    "inset-ring-line field-sizing-content pointer-coarse:h-11 hover:bg-well hover:text-ink"
)
SELECT_ACTIVE: Final = (
    "h-9 appearance-none rounded-md bg-accent-soft ps-3 pe-8 text-sm font-medium text-accent "
    "inset-ring inset-ring-accent-line field-sizing-content pointer-coarse:h-11"
)
SELECT_ARROW: Final = (
    "icon pointer-events-none absolute inset-e-2.5 top-1/2 size-3.5 -translate-y-1/2 text-ink-faint"
)
TOTAL: Final = "text-sm whitespace-nowrap text-ink-faint tabular-nums"
TOOLS: Final = "ms-auto flex shrink-0 items-center max-sm:-me-2.5 sm:gap-1"
TOOL: Final = (
    "inline-flex h-9 items-center justify-center gap-1.5 rounded-md px-2.5 text-sm text-ink-soft "
    "pointer-coarse:h-11 pointer-coarse:min-w-11 hover:bg-well hover:text-ink"
)
TOOL_LABEL: Final = "max-sm:sr-only"
SORT_SELECT: Final = "relative shrink-0 sm:hidden"
COLUMN_CHOICE: Final = (
    "flex min-h-9 cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1.5 text-ui "
    "pointer-coarse:min-h-11 hover:bg-well"
)
FILTER_FIELD: Final = (
    "h-9 w-44 rounded-md bg-surface px-3 text-sm text-ink inset-ring inset-ring-line-strong "
    "placeholder:text-ink-faint"
)
CHIP: Final = (
    "inline-flex h-9 shrink-0 items-center gap-1.5 rounded-md bg-accent-soft px-3 text-sm "
    "font-medium text-accent hover:bg-well pointer-coarse:h-11"
)

# The heading and the toolbar fit beside the frame on a desktop, so that only the frame scrolls.
FRAME: Final = (
    "relative scroll-edges sm:overflow-x-auto sm:rounded-lg sm:border sm:border-line "
    "sm:max-h-[calc(100dvh-var(--spacing-header)-12rem)] sm:min-h-80 sm:overflow-y-auto "
    "sm:overscroll-contain"
)
TABLE: Final = "w-full border-separate border-spacing-0 text-sm max-sm:block"
HEAD: Final = "max-sm:sr-only"
BODY: Final = "max-sm:flex max-sm:flex-col max-sm:gap-2"
_HEAD_CELL: Final = (
    "sticky top-0 z-10 h-9 border-b border-line bg-surface px-2.5 text-xs font-medium "
    "whitespace-nowrap text-ink-faint first:ps-4 last:pe-4"
)
HEAD_CELL: Final = f"{_HEAD_CELL} text-start"
HEAD_NUMBER: Final = f"{_HEAD_CELL} pe-4 text-end"
HEAD_CHECK: Final = f"{_HEAD_CELL} w-px"
SORT: Final = "inline-flex h-8 items-center gap-1 rounded-sm hover:text-ink"
SORT_CURRENT: Final = "inline-flex h-8 items-center gap-1 rounded-sm text-ink"
SORT_ICON: Final = "icon size-3.5"
SORT_ICON_IDLE: Final = "icon size-3.5 opacity-40"

# The button of the first cell covers the whole row.
ROW: Final = (
    "group relative hover:bg-well has-[[data-open]:focus-visible]:bg-well "
    "max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:gap-y-1.5 "
    "max-sm:rounded-lg max-sm:bg-surface max-sm:p-3.5 max-sm:inset-ring max-sm:inset-ring-line"
)
ROW_SELECTED: Final = (
    "group relative bg-accent-soft "
    "max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:gap-y-1.5 "
    "max-sm:rounded-lg max-sm:p-3.5 max-sm:inset-ring max-sm:inset-ring-accent-line"
)
# A row that waits for an administrator.
WAITING: Final = (
    "sm:[&>:first-child]:shadow-[inset_3px_0_0_var(--color-accent-solid)] max-sm:border-s-4 "
    "max-sm:border-accent-solid"
)
_CELL: Final = (
    "h-11 border-b border-line px-2.5 py-1.5 align-middle first:ps-4 last:pe-4 "
    "group-last:border-b-0 max-sm:h-auto max-sm:border-0 max-sm:p-0 max-sm:first:ps-0 "
    "max-sm:last:pe-0 max-sm:data-empty:hidden"
)
# On phones, the label of a column stands before the value.
_LABELLED: Final = (
    "max-sm:col-span-2 max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-4 "
    "max-sm:before:shrink-0 max-sm:before:text-xs max-sm:before:text-ink-faint "
    "max-sm:before:content-[attr(data-label)]"
)
CELL: Final = f"{_CELL} text-ink-soft {_LABELLED}"
NUMBER: Final = f"{_CELL} text-end text-ink tabular-nums whitespace-nowrap sm:pe-4 {_LABELLED}"
FIRST_CELL: Final = f"{_CELL} text-ink"
CHECK_CELL: Final = f"{_CELL} sm:w-px max-sm:order-first max-sm:col-start-2 max-sm:row-start-1"
CHECK: Final = "checkbox relative z-10 !mt-0 touch-target"
WIDTHS: Final[dict[str, str]] = {
    "auto": "whitespace-nowrap",
    "sm": "sm:max-w-32",
    "md": "sm:max-w-48",
    "lg": "sm:max-w-64",
}
TEXT: Final = "block min-w-0 truncate"
OPEN: Final = (
    "block max-w-full truncate text-start font-medium outline-none after:absolute after:inset-0 "
    "focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 "
    "focus-visible:after:outline-accent-line focus-visible:after:rounded-sm"
)
PERSON: Final = "flex min-w-0 items-center gap-2.5"
PICTURE: Final = "size-9 shrink-0 rounded-sm bg-well object-cover inset-ring inset-ring-line"
PERSON_TEXT: Final = "flex min-w-0 flex-col"
PERSON_NOTE: Final = "truncate text-xs text-ink-faint"
# In a card, only the person whom it is about has a second line.
PERSON_NOTE_SECONDARY: Final = f"{PERSON_NOTE} max-sm:hidden"
LINK: Final = "relative z-10 block min-w-0 truncate text-accent underline-offset-3 hover:underline"
FAINT: Final = "text-ink-faint"

MORE: Final = (
    "mt-3 flex h-11 w-full items-center justify-center gap-2 rounded-md text-sm text-ink-soft "
    "hover:bg-well hover:text-ink"
)
SKELETON_ROW: Final = "flex h-11 items-center gap-6 border-b border-line px-4 last:border-0"
SKELETON_CELL: Final = "h-3.5 flex-1"

BULK_BAR: Final = (
    "fixed inset-x-4 bottom-4 z-30 mx-auto flex max-w-[calc(100%-2rem)] flex-wrap "
    "items-center justify-center gap-2 rounded-xl bg-surface py-2 ps-4 pe-2 text-sm "
    "shadow-menu inset-ring inset-ring-line sm:bottom-6 sm:w-fit"
)
BULK_SELECTION: Final = "me-2 flex flex-wrap items-center gap-x-2 max-lg:flex-1"
BULK_COUNT: Final = "font-medium tabular-nums"
BULK_MATCHING: Final = "text-accent underline-offset-3 hover:underline"
# On phones and tablets the buttons are a line of their own.
BULK_ACTIONS: Final = "flex flex-wrap items-center gap-2 max-lg:order-last max-lg:basis-full"
BULK_CLEAR: Final = "shrink-0"

FAILURES: Final = "max-h-72 divide-y divide-line overflow-y-auto overscroll-contain text-sm"
FAILURE: Final = "flex flex-col gap-0.5 py-2"
FAILURE_LABEL: Final = "min-w-0 font-medium break-words"
FAILURE_TEXT: Final = "text-ink-soft"

_SHEET: Final = (
    "dialog sheet ms-auto me-0 my-0 h-dvh max-h-dvh w-full flex-col overflow-y-auto "
    "outline-none overscroll-contain scroll-pt-16 scroll-pb-20 bg-surface text-ink shadow-dialog "
    "open:flex sm:rounded-s-xl"
)
SHEET: Final = f"{_SHEET} max-w-xl"
SHEET_WIDE: Final = f"{_SHEET} max-w-xl lg:max-w-6xl"
SHEET_HEADER: Final = (
    "sticky top-0 z-10 flex items-center gap-3 border-b border-line bg-surface px-5 py-3"
)
SHEET_TITLE: Final = "min-w-0 flex-1 truncate text-base font-semibold"
SHEET_BODY: Final = "flex flex-col gap-6 px-5 py-5"
# The buttons of a form stay visible while the sheet is scrolled.
SHEET_FOOTER: Final = (
    "sticky bottom-0 z-10 -mx-5 -mb-5 flex flex-wrap items-center gap-3 border-t border-line "
    "bg-surface px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
)
SHEET_SECTION_TITLE: Final = "mb-2 text-xs font-medium text-ink-faint"
# Long labels wrap, so that on phones the values get more than half of the width.
FACTS: Final = "grid grid-cols-[fit-content(42%)_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm"
FACT_LABEL: Final = "min-w-28 text-ink-faint"
FACT_VALUE: Final = "min-w-0 break-words tabular-nums"
SHEET_SUMMARY: Final = "flex items-center gap-4"
SHEET_SUMMARY_TEXT: Final = "flex min-w-0 flex-col gap-1.5"
SHEET_BADGES: Final = "flex flex-wrap gap-1.5"
SHEET_LINK: Final = "truncate text-sm text-accent underline-offset-3 hover:underline"
SHEET_TEXT: Final = "mt-3 text-sm text-ink-soft break-words text-pretty"
CARD_ABOVE: Final = "mb-5"
SHEET_LINK_ROW: Final = "mt-3 flex"
SHEET_PLAN: Final = "flex flex-wrap items-baseline gap-x-3 gap-y-1"
SHEET_ACTIONS: Final = "flex flex-wrap gap-2"
BAN: Final = "flex flex-col gap-1 rounded-md bg-danger-soft px-4 py-3 text-sm"
BAN_TITLE: Final = "font-medium text-danger"
BAN_REASON: Final = "break-words text-ink"
HISTORY: Final = "mt-3 flex flex-col divide-y divide-line"
HISTORY_ROW: Final = "flex flex-col gap-0.5 py-2.5 text-sm"
HISTORY_HEAD: Final = "flex items-baseline justify-between gap-3"
HISTORY_TITLE: Final = "min-w-0 break-words text-ink"
HISTORY_LINK: Final = "min-w-0 break-words text-accent underline-offset-3 hover:underline"
HISTORY_TIME: Final = "shrink-0 text-xs text-ink-faint tabular-nums"
HISTORY_TEXT: Final = "break-words text-ink-soft"
HISTORY_ERROR: Final = "break-words text-danger"
HISTORY_BUTTON: Final = "mt-1 self-start"
HISTORY_EMPTY: Final = "mt-3 text-sm text-ink-faint"
