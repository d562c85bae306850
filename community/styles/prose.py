"""Class names for user content. `assets/styles/prose.css` styles the elements inside it."""

from typing import Final

# The text of an article, in the serif font.
ARTICLE: Final = "prose"
# A comment, a message or a bio. The text is smaller and in the sans-serif font.
COMMENT: Final = "prose-comment"
