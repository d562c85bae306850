"""Class names for the matrix of administrators and sections."""

from typing import Final

INTRO: Final = "-mt-2 mb-6 max-w-prose text-sm text-ink-soft"
SEARCH: Final = "relative mb-6 max-w-md"
SUGGESTIONS: Final = "absolute inset-x-0 top-full z-20 mt-1 rounded-lg bg-surface p-1.5 shadow-menu"
SUGGESTION: Final = (
    "flex w-full items-center gap-3 rounded-sm px-2.5 py-2 text-start hover:bg-well "
    "focus-visible:bg-well focus-visible:-outline-offset-2"
)
NO_SUGGESTIONS: Final = "px-2.5 py-2 text-sm text-ink-faint"
ADD: Final = "ms-auto text-sm font-medium text-accent"

FRAME: Final = "hidden overflow-x-auto rounded-lg bg-surface inset-ring inset-ring-line xl:block"
TABLE: Final = "w-full border-collapse text-sm"
HEAD: Final = "border-b border-line text-ink-soft"
PERSON_HEADING: Final = "px-4 py-3 text-start align-bottom font-medium"
SECTION_HEADING: Final = "w-11 px-1 py-3 text-start align-bottom font-medium"
HEADING_TEXT: Final = (
    "mx-auto block max-h-40 rotate-180 whitespace-nowrap [writing-mode:vertical-rl]"
)
ROW: Final = "border-b border-line last:border-0 hover:bg-well"
CELL: Final = "px-1 text-center align-middle"
PERSON_CELL: Final = "h-13 px-4 py-1.5 text-start align-middle font-normal"
REMOVE_CELL: Final = "w-px px-3 text-end align-middle"
CHECK: Final = "checkbox align-middle"

PERSON: Final = "flex min-w-0 items-center gap-3"
PERSON_TEXT: Final = "flex min-w-0 flex-col"
NAME: Final = "truncate text-sm font-medium text-ink"
NAME_LINK: Final = f"{NAME} rounded-sm underline-offset-3 hover:underline"
SLUG: Final = "truncate text-xs text-ink-faint"

CARDS: Final = "flex flex-col gap-3 xl:hidden"
CARD: Final = "rounded-lg bg-surface inset-ring inset-ring-line open:pb-3"
CARD_SUMMARY: Final = (
    "flex cursor-pointer list-none items-center justify-between gap-3 rounded-lg px-4 py-3 "
    "[&::-webkit-details-marker]:hidden"
)
CARD_ARROW: Final = "icon size-4 shrink-0 text-ink-faint in-open:rotate-180"
GROUP: Final = "px-4 pt-3 pb-1 text-xs font-medium text-ink-faint"
CARD_ROW: Final = "flex min-h-11 items-center justify-between gap-4 px-4 text-sm hover:bg-well"
CARD_ACTIONS: Final = "flex justify-end px-4 pt-2"
SHEET_ROLE: Final = "group rounded-lg bg-surface inset-ring inset-ring-line"
SUGGESTIONS_IN_FORM: Final = "mt-1.5 max-h-56 overflow-y-auto rounded-lg inset-ring inset-ring-line"
CHOSEN_NOTE: Final = "mt-2 flex flex-wrap items-center justify-between gap-2 text-sm text-ink-soft"
