"""Class names of the sections with comments, posts and communities in the Admin Panel."""

from typing import Final

ACTIONS: Final = "flex flex-wrap items-center gap-2"
THREAD: Final = "flex flex-col gap-3"
CONTEXT: Final = "border-s-2 border-line ps-3 text-sm text-ink-soft"
COMMENT: Final = "rounded-lg bg-well p-4 text-sm"
HEAD: Final = "mb-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-faint"
AUTHOR: Final = "font-medium text-ink hover:underline"
TEXT: Final = "prose-comment break-words"
EMPTY: Final = "text-ink-faint"
LINK: Final = "text-accent underline-offset-3 hover:underline"
LINKS: Final = "mt-3 flex flex-col items-start gap-1.5 text-sm"
LIST: Final = "flex flex-col gap-3 text-sm"
ITEM: Final = "border-s-2 border-line ps-3 text-ink-soft"
STATUS: Final = "font-medium text-ink"
REASON: Final = "break-words"
STACK: Final = "flex flex-col items-start gap-3"
