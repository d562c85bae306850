"""Class names for lists of users and communities, and for collapsible sections."""

from typing import Final

LIST: Final = "divide-y divide-line border-t border-line"
ROW: Final = "flex items-start gap-4 py-4"
TEXT: Final = "min-w-0 flex-1"
NAME: Final = "block truncate text-base font-semibold text-ink underline-offset-3 hover:underline"
NOTE: Final = "text-sm text-ink-faint"
SUBTITLE: Final = "truncate text-sm text-ink-faint"
DESCRIPTION: Final = "mt-1 line-clamp-3 text-ui text-ink-soft text-pretty sm:line-clamp-2"
# The place of an author, and their rating at the end of the row.
RANK: Final = "min-w-6"
SCORE: Final = "shrink-0 text-ui font-semibold text-ink tabular-nums"
ACTION: Final = "shrink-0 self-center"

# Collapsible sections, such as the rules and the moderators of a community.
COLLAPSIBLES: Final = "mt-5 flex flex-col gap-2 px-1 sm:px-4"
COLLAPSIBLE: Final = "group/collapsible rounded-lg bg-well"
COLLAPSIBLE_TITLE: Final = (
    "flex cursor-pointer list-none items-center justify-between gap-3 rounded-lg px-4 py-3 "
    "text-ui font-medium text-ink [&::-webkit-details-marker]:hidden"
)
COLLAPSIBLE_ICON: Final = (
    "icon text-ink-faint transition-transform group-open/collapsible:rotate-180"
)
COLLAPSIBLE_BODY: Final = "px-4 pb-4"
COLLAPSIBLE_TEXT: Final = "prose-comment"
MODERATORS: Final = "flex flex-wrap gap-x-5 gap-y-2.5"
MODERATOR: Final = (
    "inline-flex items-center gap-2 text-ui text-ink underline-offset-3 hover:underline"
)

# A notice above a list, such as "You ignore this user".
NOTICE: Final = (
    "mt-5 flex items-center justify-between gap-4 rounded-lg bg-well px-5 py-4 text-ui "
    "text-ink-soft text-pretty"
)
# The posts that wait for review, above the feed of a community.
HELD: Final = "mt-5 rounded-lg bg-well px-5 py-4"
HELD_TITLE: Final = "mb-1 text-ui font-semibold text-ink"
HELD_ROW: Final = "flex flex-wrap items-baseline gap-x-3 py-1.5"
HELD_POST: Final = "min-w-0 truncate text-ui text-ink underline-offset-3 hover:underline"
NOTICE_TEXT: Final = "min-w-0 flex-1"
SEARCH: Final = "mt-5 mb-2 max-w-xl"
SEARCH_ROW: Final = "flex items-start gap-2"
SEARCH_INPUT: Final = "min-w-0 flex-1"
# The button that opens the menu of a row.
ROW_MENU: Final = (
    "touch-target flex size-9 shrink-0 items-center justify-center rounded-full text-ink-faint "
    "hover:bg-well hover:text-ink"
)
# The section with actions that are hard to undo, below a form.
DANGER_ZONE: Final = "mt-10 max-w-xl border-t border-line pt-6"
DANGER_ROW: Final = "flex flex-wrap items-center gap-4 sm:flex-nowrap"
DANGER_TITLE: Final = "text-base font-semibold text-ink"
DANGER_TEXT: Final = "mt-1 text-ui text-ink-soft text-pretty"
FORM: Final = "flex max-w-xl flex-col gap-5"
BACK_LINK: Final = (
    "mb-4 inline-flex items-center gap-1.5 rounded-sm text-sm text-ink-faint hover:text-ink"
)
