"""A comment in its thread.

A thread is a flat list of rows. Each row carries one GUIDE per ancestor, then the avatar with the
line of its own branch under it, then the text; rows touch, so the lines join into one. A guide is
a button for the mouse that collapses its branch; the keyboard has COLLAPSE in the heading.
At most six guides show on a desktop and three on a phone: the CSS hides the rest.
"""

from typing import Final

MAX_GUIDES: Final = 6

SECTION: Final = "mt-12 scroll-mt-header"
HEADING: Final = "flex flex-wrap items-center justify-between gap-3"
TITLE: Final = "text-xl font-semibold tracking-tight"
TITLE_COUNT: Final = "font-normal text-ink-faint tabular-nums"
THREAD: Final = "mt-6 flex flex-col"

ROW: Final = "flex min-w-0 scroll-mt-header"
# A comment that has just arrived, or the one that the address names.
ROW_FRESH: Final = "animate-arrive"
GUIDE: Final = "guide w-4.5 shrink-0 sm:w-9 nth-[n+7]:hidden max-sm:nth-[n+4]:hidden"
SPINE: Final = "flex w-7 shrink-0 flex-col items-stretch"
SPINE_LINE: Final = "guide flex-1"
MAIN: Final = "min-w-0 flex-1 ps-2.5 pb-5"
# One line: the names give way, the time and the marks do not.
HEAD: Final = "flex h-7 min-w-0 items-center gap-x-1.5 text-sm text-ink-faint"
AUTHOR: Final = "min-w-12 truncate font-semibold text-ink underline-offset-3 hover:underline"
# The author of the post, in their own discussion.
BY_AUTHOR: Final = (
    "inline-flex shrink-0 items-center rounded-sm bg-accent-soft px-1.5 py-px text-2xs font-medium "
    "text-accent"
)
ANSWERS: Final = "min-w-8 shrink-4 truncate text-ink-faint hover:text-ink"
ANSWERS_ICON: Final = "icon me-1 inline size-3.5 align-[-0.15em]"
WHEN: Final = "shrink-0 whitespace-nowrap before:me-1.5 before:content-['·']"
NEW: Final = "shrink-0 text-2xs font-semibold text-accent"
COLLAPSE: Final = (
    "ms-auto inline-flex size-7 items-center justify-center rounded-full text-ink-faint "
    "hover:bg-well hover:text-ink"
)
TEXT: Final = "prose-comment mt-0.5"
MEDIA: Final = "mt-2.5 grid max-w-md grid-cols-2 gap-1.5 overflow-hidden rounded-md"
MEDIA_ONE: Final = "mt-2.5 block max-w-sm overflow-hidden rounded-md bg-well"
MEDIA_PICTURE: Final = "size-full object-cover"
ACTIONS: Final = "mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1"

MORE_ACTIONS: Final = "-ms-2"

PINNED: Final = "mt-6 rounded-lg bg-well px-4 pt-3"
PINNED_LABEL: Final = "mb-2 flex items-center gap-1.5 text-xs font-medium text-ink-soft"
STUB: Final = "py-0.5 text-ui text-ink-faint italic"
STUB_FACE: Final = "size-7 shrink-0 rounded-full bg-well"
HELD: Final = "mt-2 flex items-start gap-2 rounded-md bg-well px-3 py-2 text-sm text-ink-soft"
COLLAPSED: Final = "inline-flex h-7 items-center gap-1.5 text-sm text-ink-faint hover:text-ink"
MORE: Final = (
    "mb-4 inline-flex h-8 items-center gap-1.5 rounded-full text-sm font-medium text-accent "
    "underline-offset-3 hover:underline"
)
# "3 new comments" at the place where they stand.
ARRIVED: Final = (
    "mb-4 inline-flex h-8 w-fit items-center gap-1.5 rounded-full bg-accent-soft px-3.5 text-sm "
    "font-medium text-accent hover:bg-accent-solid hover:text-on-accent"
)

FORM: Final = (
    "rounded-lg bg-surface inset-ring inset-ring-line transition-shadow duration-100 "
    "focus-within:inset-ring-line-strong"
)
FORM_ROOT: Final = "mt-6"
FORM_REPLY: Final = "mt-3 mb-1"
FORM_FIELD: Final = (
    "block min-h-18 w-full resize-none rounded-lg bg-transparent px-4 pt-3 text-base "
    "field-sizing-content focus-visible:outline-none"
)
FORM_BAR: Final = "flex flex-wrap items-center gap-2 p-2"
FORM_HINT: Final = "text-xs text-ink-faint"
FORM_END: Final = "ms-auto flex items-center gap-2"
SIGN_IN: Final = (
    "mt-6 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-well px-5 py-4 text-ui "
    "text-ink-soft"
)
# What stands in place of the words of a comment that is not shown, by its moderation status.
STUB_TEXTS: Final = {
    "deleted": "This comment was deleted.",
    "on_moderation": "This comment is waiting for a moderator.",
    "published": "",
}
