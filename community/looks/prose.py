"""Text that people wrote: its elements have no classes, `assets/styles/prose.css` has the rules."""

from typing import Final

# An article, in the reading serif.
ARTICLE: Final = "prose"
# A comment, a message, a bio: the interface's sans, tighter.
COMMENT: Final = "prose-comment"
