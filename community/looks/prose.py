"""Text that people wrote. The rules stand in `assets/styles/prose.css`: its elements have no classes."""

from typing import Final

# An article, in the reading serif.
ARTICLE: Final = "prose"
# A comment, a message, a bio: the interface's sans, tighter.
COMMENT: Final = "prose-comment"
