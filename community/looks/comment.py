"""A comment in its thread.

A thread is a flat list of rows. Each row carries one GUIDE per ancestor, then the avatar with the
line of its own branch under it, then the text; rows touch, so the lines join into one. A guide is
a button for the mouse that collapses its branch; the keyboard has COLLAPSE in the heading.
At most six guides show on a desktop and three on a phone, those of the nearest ancestors; answers
below that say whom they answer.
"""

from typing import Final

MAX_GUIDES: Final = 6
NARROW_GUIDES: Final = 3

SECTION: Final = "mt-12 scroll-mt-header"
# As high as the select of the orders, whether that is there or not.
HEADING: Final = "flex min-h-10 items-center justify-between gap-3"
TITLE: Final = "text-xl font-semibold tracking-tight whitespace-nowrap"
TITLE_COUNT: Final = "font-normal text-ink-faint"
THREAD: Final = "mt-6 flex flex-col"

# It has a tint behind it when the address names it; :target is for documents before they are live.
_TINT: Final = (
    "before:absolute before:-inset-x-2.5 before:-top-2.5 before:bottom-2.5 before:-z-1 "
    "before:rounded-lg"
)
ROW: Final = (
    f"relative isolate flex min-w-0 scroll-mt-header focus-within:z-10 {_TINT} "
    "focus-visible:outline-none "
    "target:before:bg-accent-soft focus-visible:before:outline-2 "
    "focus-visible:before:outline-accent-line"
)
ROW_FOCUS: Final = "before:bg-accent-soft"
# A comment that has just arrived.
ROW_FRESH: Final = "animate-arrive"
# Behind the guides of a row stand two more elements: a phone keeps those of the nearest ancestors.
GUIDE: Final = "guide w-4.5 shrink-0 sm:w-9 max-sm:nth-last-[n+6]:hidden"
SPINE: Final = "flex w-7 shrink-0 flex-col items-stretch"
SPINE_LINE: Final = "guide flex-1"
MAIN: Final = "min-w-0 flex-1 ps-2.5 pb-5"
# One line: the names give way, the time and the marks do not.
HEAD: Final = "flex h-7 min-w-0 items-center gap-x-1.5 text-sm text-ink-faint"
AUTHOR: Final = "min-w-6 truncate font-semibold text-ink underline-offset-3 hover:underline"
# The author of the post, in their own discussion.
BY_AUTHOR: Final = (
    "inline-flex shrink-0 items-center rounded-sm bg-accent-soft px-1.5 py-px text-2xs font-medium "
    "text-accent"
)
ANSWERS: Final = "min-w-8 shrink-4 truncate text-ink-faint hover:text-ink"
# Where only a narrow screen has no step of indent left.
ANSWERS_NARROW: Final = "min-w-8 shrink-4 truncate text-ink-faint hover:text-ink sm:hidden"
ANSWERS_ICON: Final = "icon me-1 inline size-3.5 align-[-0.15em]"
WHEN: Final = "shrink-0 whitespace-nowrap before:me-1.5 before:content-['·']"
NEW: Final = "shrink-0 text-2xs font-semibold text-accent"
COLLAPSE: Final = (
    "tap ms-auto inline-flex size-7 shrink-0 items-center justify-center rounded-full text-sm "
    "text-ink-faint hover:bg-well hover:text-ink"
)
EDITED: Final = "shrink-0"
EDITED_BUTTON: Final = "shrink-0 underline decoration-dotted underline-offset-3 hover:text-ink"
TEXT: Final = "prose-comment mt-0.5"
MEDIA: Final = "mt-2.5 grid max-w-md grid-cols-2 gap-1.5 overflow-hidden rounded-md"
MEDIA_ONE: Final = "mt-2.5 block max-w-sm overflow-hidden rounded-md bg-well"
MEDIA_PICTURE: Final = "size-full object-cover"
ACTIONS: Final = "mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1"

MORE_ACTIONS: Final = (
    "tap -ms-1 inline-flex size-7 items-center justify-center rounded-full text-sm text-ink-faint "
    "hover:bg-well hover:text-ink aria-expanded:bg-well"
)

PINNED: Final = "mt-6 rounded-lg bg-well px-4 pt-3"
PINNED_LABEL: Final = "mb-2 flex items-center gap-1.5 text-xs font-medium text-ink-soft"
STUB: Final = "py-0.5 text-ui text-ink-faint italic"
STUB_SHOW: Final = "text-accent not-italic underline-offset-3 hover:underline"
STUB_FACE: Final = "size-7 shrink-0 rounded-full bg-well"
HELD: Final = "mt-2 flex items-start gap-2 rounded-md bg-well px-3 py-2 text-sm text-ink-soft"
COLLAPSED: Final = "tap inline-flex h-7 items-center gap-1.5 text-sm text-ink-faint hover:text-ink"
MORE_PLACE: Final = "flex min-w-0"
MORE: Final = (
    "tap mb-4 inline-flex h-8 items-center gap-1.5 rounded-full text-sm font-medium text-accent "
    "underline-offset-3 hover:underline aria-busy:animate-pulse"
)
# "3 new comments" between the rows where they stand: over the gap, so that nothing moves.
ARRIVED_PLACE: Final = "relative z-1 flex h-0"
ARRIVED_STEP: Final = "w-4.5 shrink-0 sm:w-9 max-sm:nth-last-[n+6]:hidden"
ARRIVED: Final = (
    "relative -top-5 inline-flex h-6 items-center gap-1.5 rounded-full bg-accent-solid "
    "px-3 text-xs font-medium whitespace-nowrap text-on-accent shadow-menu "
    "hover:bg-accent-solid-hover"
)
# Leads to the first comment since the last visit, beside the number of all.
NEW_SINCE: Final = (
    "ms-1 inline-flex h-7 items-center rounded-full px-2.5 text-sm font-medium tracking-normal "
    "text-accent hover:bg-accent-soft"
)
# What says that this is a part of the discussion, and leads to the whole.
BAND: Final = (
    "mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg bg-well px-4 "
    "py-2.5 text-ui text-ink-soft"
)
BAND_LINK: Final = "font-medium text-accent underline-offset-3 hover:underline"
EMPTY: Final = "mt-8 text-ui text-ink-faint"

HISTORY: Final = "mt-5 flex flex-col gap-4"
HISTORY_WHEN: Final = "text-sm text-ink-faint"
HISTORY_TEXT: Final = "mt-1 text-ui whitespace-pre-wrap text-ink"

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
    "flex min-h-16 flex-wrap items-center justify-between gap-3 rounded-lg bg-well px-5 py-4 "
    "text-ui text-ink-soft"
)
# Documents are the same for guests and members; the frame around says who reads.
FOR_GUESTS: Final = "in-data-[reader=member]:hidden"
FOR_MEMBERS: Final = "in-data-[reader=guest]:hidden"
# What only scripts can answer is not offered without them.
LIVE_ONLY: Final = "noscript:invisible"
ORDERS: Final = {
    "best": "Best first",
    "new": "New first",
    "old": "Old first",
    "controversial": "Most disputed",
}
INVITATION: Final = "Nobody has said anything yet. The first word is yours."
PART: Final = "You are reading one branch."
LATER: Final = "You are further down in the discussion."
LOST: Final = "That comment is not here any more. This is the whole discussion."
WHOLE: Final = "Show the whole discussion"
# What stands in place of the words of a comment that is not shown, by its moderation status.
STUB_TEXTS: Final = {
    "deleted": "This comment was deleted.",
    "on_moderation": "This comment is waiting for a moderator.",
    "published": "You ignore the person who wrote this.",
}


def label(author: str | None, depth: int) -> str:
    """What a screen reader says of a row. `assets/ui/discussion/rows.js` says the same."""
    return f"{f'Comment by {author}' if author else 'Comment'}, level {depth + 1}"


def answers_look(level: int) -> str:
    """The look of "whom it answers" at a level of a branch; empty where the indent shows that."""
    if level > MAX_GUIDES:
        return ANSWERS
    return ANSWERS_NARROW if level > NARROW_GUIDES else ""
