"""The rows beside a feed."""

from typing import Final

# The words of a discussion are underlined together.
GROUP: Final = "group/talk"
GROWS: Final = "min-w-0 flex-1"
SUBJECT: Final = (
    "line-clamp-2 text-ui font-medium text-ink text-pretty underline-offset-3 "
    "group-hover/talk:underline"
)
EXCERPT: Final = "mt-0.5 line-clamp-2 text-sm text-ink-soft"
BY: Final = "mt-1 block truncate text-xs text-ink-faint"
# What is counted beside an author.
RESPONSES: Final = "Reactions and comments on their latest posts"
