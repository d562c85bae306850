"""Lists of people and of communities, and what a page folds away."""

from typing import Final

LIST: Final = "divide-y divide-line border-t border-line"
ROW: Final = "flex items-start gap-4 py-4"
TEXT: Final = "min-w-0 flex-1"
NAME: Final = "block truncate text-base font-semibold text-ink underline-offset-3 hover:underline"
NOTE: Final = "text-sm text-ink-faint"
LINE: Final = "truncate text-sm text-ink-faint"
ABOUT: Final = "mt-1 line-clamp-3 text-ui text-ink-soft text-pretty sm:line-clamp-2"
ACTION: Final = "shrink-0 self-center"

# The rules of a community, its moderators.
FOLDS: Final = "mt-5 flex flex-col gap-2 px-1 sm:px-4"
FOLD: Final = "group/fold rounded-lg bg-well"
FOLD_TITLE: Final = (
    "flex cursor-pointer list-none items-center justify-between gap-3 rounded-lg px-4 py-3 "
    "text-ui font-medium text-ink [&::-webkit-details-marker]:hidden"
)
FOLD_ICON: Final = "icon text-ink-faint transition-transform group-open/fold:rotate-180"
FOLD_BODY: Final = "px-4 pb-4"
FOLD_TEXT: Final = "prose-comment"
PEOPLE: Final = "flex flex-wrap gap-x-5 gap-y-2.5"
PERSON: Final = "inline-flex items-center gap-2 text-ui text-ink underline-offset-3 hover:underline"

# What one should know before one reads on: "You ignore them".
NOTICE: Final = (
    "mt-5 flex items-center justify-between gap-4 rounded-lg bg-well px-5 py-4 text-ui "
    "text-ink-soft text-pretty"
)
NOTICE_TEXT: Final = "min-w-0 flex-1"
FORM: Final = "flex max-w-xl flex-col gap-5"
BACK: Final = (
    "mb-4 inline-flex items-center gap-1.5 rounded-sm text-sm text-ink-faint hover:text-ink"
)
