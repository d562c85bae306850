"""Class names for user content. `assets/styles/prose.css` styles the elements inside it."""

from typing import Final

# The text of an article, in the serif font.
ARTICLE: Final = "prose"
