"""Class names and texts for the rows in the sidebar."""

from typing import Final

from community.i18n import noop

# The title is underlined while the pointer is over the discussion.
DISCUSSION: Final = "group/discussion"
GROW: Final = "min-w-0 flex-1"
DISCUSSION_TITLE: Final = (
    "line-clamp-2 text-ui font-medium text-ink text-pretty underline-offset-3 "
    "group-hover/discussion:underline"
)
DISCUSSION_EXCERPT: Final = "mt-0.5 line-clamp-2 text-sm text-ink-soft"
# A long name is truncated, the time is not.
DISCUSSION_META: Final = "mt-1 flex min-w-0 text-xs text-ink-faint"
DISCUSSION_AUTHOR: Final = "min-w-0 truncate"
DISCUSSION_TIME: Final = "shrink-0 whitespace-nowrap"
# The tooltip of the number that the sidebar shows beside an author.
RATING_TITLE: Final = noop("Rating in this period")
