"""Class names for a discussion.

A thread is a flat list of rows. From left to right a row contains one `THREAD_LINE` for each
ancestor, the avatar, and the text. A `BRANCH_LINE` leads from the avatar down to the replies. There
is no space between rows, so the lines of adjacent rows join.

A click on a thread line collapses the branch that it belongs to. Keyboard users collapse it with
the `COLLAPSE` button in the comment heading. A row shows thread lines only for its nearest
ancestors, at most six on a desktop and three on a phone. Replies at deeper levels also show the
author of the parent comment.
"""

from typing import Final

MAX_THREAD_LINES: Final = 6
MAX_THREAD_LINES_NARROW: Final = 3

SECTION: Final = "mt-12 scroll-mt-header"
# The height equals that of the sort select, which is shown only if there are two or more comments.
HEADING: Final = "flex min-h-10 items-center justify-between gap-3"
TITLE: Final = "text-xl font-semibold tracking-tight whitespace-nowrap"
TITLE_COUNT: Final = "font-normal text-ink-faint"
THREAD: Final = "mt-6 flex flex-col"

# The background of the comment that the URL links to. The server-rendered page shows it through
# the `:target` selector.
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
ROW_TARGET: Final = "before:bg-accent-soft"
# A comment that was added while the page was open.
ROW_NEW: Final = "animate-highlight"
# A phone shows only the three nearest thread lines. `nth-last` counts from the end of the row,
# where two other elements follow the lines.
THREAD_LINE: Final = "thread-line w-4.5 shrink-0 sm:w-9 max-sm:nth-last-[n+6]:hidden"
# The branch ends in this row. The line stops above the avatar in the next row.
THREAD_LINE_END: Final = (
    "thread-line thread-line-end w-4.5 shrink-0 sm:w-9 max-sm:nth-last-[n+6]:hidden"
)
AVATAR_COLUMN: Final = "flex w-7 shrink-0 flex-col items-stretch"
BRANCH_LINE: Final = "thread-line flex-1"
MAIN: Final = "min-w-0 flex-1 ps-2.5 pb-5"
# The heading is a single line. If it is too long, names are truncated; times and badges are not.
HEAD: Final = "flex h-7 min-w-0 items-center gap-x-1.5 text-sm text-ink-faint"
AUTHOR: Final = "min-w-6 truncate font-semibold text-ink underline-offset-3 hover:underline"
# The badge on comments by the author of the post.
AUTHOR_BADGE: Final = (
    "inline-flex shrink-0 items-center rounded-sm bg-accent-soft px-1.5 py-px text-2xs font-medium "
    "text-accent"
)
# --- the line of the assistant, below the form ---
REVIEW_NOTICE: Final = "mt-2 text-sm text-ink-faint"
ASSISTANT_HINT: Final = "mt-2 flex items-center gap-1.5 text-sm text-ink-faint"
ASSISTANT_ICON: Final = "icon size-4 shrink-0"
ASSISTANT_NOTE: Final = "mt-2 rounded-md bg-well px-3 py-2 text-sm text-ink-soft"
PENDING_BADGE: Final = (
    "inline-flex shrink-0 items-center rounded-sm bg-well px-1.5 py-px text-2xs font-medium "
    "text-ink-soft"
)
REPLY_TO: Final = "max-w-3/10 shrink-0 truncate text-ink-faint hover:text-ink"
# For comments whose level is indented on wide screens but not on narrow ones.
REPLY_TO_NARROW: Final = "max-w-3/10 shrink-0 truncate text-ink-faint hover:text-ink sm:hidden"
REPLY_TO_ICON: Final = "icon me-1 inline size-3.5 align-[-0.15em]"
TIME: Final = "shrink-0 whitespace-nowrap before:me-1.5 before:content-['·']"
NEW_BADGE: Final = "shrink-0 text-2xs font-semibold text-accent"
COLLAPSE: Final = (
    "touch-target ms-auto inline-flex size-7 shrink-0 items-center justify-center rounded-full "
    "text-sm text-ink-faint hover:bg-well hover:text-ink"
)
EDITED: Final = "shrink-0"
EDITED_BUTTON: Final = "shrink-0 underline decoration-dotted underline-offset-3 hover:text-ink"
TEXT: Final = "prose-comment mt-0.5"
# Tall images are cropped. Each image links to the whole image.
MEDIA: Final = "mt-2.5 grid max-w-md grid-cols-2 gap-1.5 overflow-hidden rounded-md *:aspect-square"
MEDIA_SINGLE: Final = "mt-2.5 block max-w-sm overflow-hidden rounded-md bg-well *:max-h-120"
MEDIA_LINK: Final = "block cursor-zoom-in overflow-hidden"
MEDIA_IMAGE: Final = "size-full max-h-[inherit] object-cover"
ACTIONS: Final = "mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1"

MORE_ACTIONS: Final = (
    "touch-target -ms-1 inline-flex size-7 items-center justify-center rounded-full text-sm "
    "text-ink-faint hover:bg-well hover:text-ink aria-expanded:bg-well"
)

PINNED: Final = "mt-6 rounded-lg bg-well px-4 pt-3"
PINNED_LABEL: Final = "mb-2 flex items-center gap-1.5 text-xs font-medium text-ink-soft"
PLACEHOLDER: Final = "py-0.5 text-ui text-ink-faint italic"
PLACEHOLDER_SHOW: Final = "text-accent not-italic underline-offset-3 hover:underline"
PLACEHOLDER_AVATAR: Final = "size-7 shrink-0 rounded-full bg-well"
PENDING_NOTICE: Final = (
    "mt-2 flex items-start gap-2 rounded-md bg-well px-3 py-2 text-sm text-ink-soft"
)
COLLAPSED: Final = (
    "touch-target inline-flex h-7 items-center gap-1.5 text-sm text-ink-faint hover:text-ink"
)
MORE_ROW: Final = "flex min-w-0"
MORE_LINK: Final = (
    "touch-target mb-4 inline-flex h-8 items-center gap-1.5 rounded-full text-sm font-medium "
    "text-accent underline-offset-3 hover:underline aria-busy:animate-pulse"
)
# The row for the button "3 new comments". It has no height, so that the button overlaps the gap
# between two rows and moves no text.
NEW_COMMENTS_ROW: Final = "relative z-1 flex h-0"
NEW_COMMENTS_INDENT: Final = "w-4.5 shrink-0 sm:w-9 max-sm:nth-last-[n+6]:hidden"
NEW_COMMENTS: Final = (
    "relative -top-5 inline-flex h-6 items-center gap-1.5 rounded-full bg-accent-solid "
    "px-3 text-xs font-medium whitespace-nowrap text-on-accent shadow-menu "
    "hover:bg-accent-solid-hover"
)
# The button that goes to the first comment written after the last visit.
NEW_SINCE_LAST_VISIT: Final = (
    "ms-1 inline-flex h-7 items-center rounded-full px-2.5 text-sm font-medium tracking-normal "
    "text-accent hover:bg-accent-soft"
)
# The banner shown when the page contains only a part of the discussion.
BANNER: Final = (
    "mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg bg-well px-4 "
    "py-2.5 text-ui text-ink-soft"
)
BANNER_LINK: Final = "font-medium text-accent underline-offset-3 hover:underline"
EMPTY: Final = "mt-8 text-ui text-ink-faint"

HISTORY: Final = "mt-5 flex flex-col gap-4"
HISTORY_TIME: Final = "text-sm text-ink-faint"
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
FORM_END: Final = "ms-auto flex items-center gap-2"
SIGN_IN_PROMPT: Final = (
    "flex min-h-16 flex-wrap items-center justify-between gap-3 rounded-lg bg-well px-5 py-4 "
    "text-ui text-ink-soft"
)
# The server caches one page for guests and members. `data-viewer` on the layout distinguishes them.
GUESTS_ONLY: Final = "in-data-[viewer=member]:hidden"
MEMBERS_ONLY: Final = "in-data-[viewer=guest]:hidden"

PAGE: Final = "flex flex-col"
BAR: Final = (
    "sticky top-header z-20 -mx-2 flex items-center gap-3 bg-page/92 px-2 py-2.5 backdrop-blur-md"
)
STATUS: Final = "inline-flex items-center gap-1.5 text-sm text-ink-faint"
BAR_END: Final = "ms-auto flex items-center gap-2"
COVER: Final = (
    "mt-4 flex aspect-[2/1] w-full flex-col items-center justify-center gap-2 overflow-hidden "
    "rounded-lg bg-well text-ui text-ink-faint hover:bg-well-strong hover:text-ink"
)
COMPOSER_TITLE: Final = (
    "mt-4 block w-full resize-none bg-transparent font-serif text-3xl font-semibold "
    "tracking-[-0.02em] text-ink field-sizing-content focus-visible:outline-none sm:text-4xl"
)
INTRO: Final = (
    "mt-3 block w-full resize-none bg-transparent text-lg text-ink-soft field-sizing-content "
    "focus-visible:outline-none sm:text-xl sm:leading-[1.4]"
)
COMPOSER_TEXT: Final = "prose mt-6 min-h-[50dvh] focus-visible:outline-none"
TOOLBAR: Final = (
    "flex w-fit max-w-full items-center gap-0.5 rounded-lg bg-surface p-1 shadow-menu "
    "overflow-x-auto"
)
TOOLBAR_BUTTON: Final = (
    "inline-flex size-8 shrink-0 items-center justify-center rounded-sm text-ink-soft "
    "max-sm:size-9 "
    "hover:bg-well hover:text-ink aria-pressed:bg-well-strong aria-pressed:text-ink"
)
