"""Reactions as images, which look the same on all systems."""

from typing import Any

from community.rendering import Node, el, switch, when
from community.styles.ui.display import EMOJI_IMAGES, EMOJI_PIXELS


def reaction_icon(reaction: Any, class_name: str, *, alt: str | None = None) -> Node:
    """Return the uploaded image of a reaction, or its emoji as an image.

    An emoji without an image is shown as text. `assets/ui/reaction_icon.js` creates the same
    element.

    Args:
        reaction: A `ReactionChoice` or `ReactionCount`, or a Var that contains one.
        class_name: Class names that set the size.
        alt: The text for screen readers. If None, they read the emoji.
    """
    return when(
        reaction.image,
        lambda: _image(reaction.image, reaction.name if alt is None else alt, class_name),
        lambda: _emoji(reaction.emoji, class_name, alt),
    )


def _emoji(character: Any, class_name: str, alt: str | None) -> Node:
    url = switch(character, EMOJI_IMAGES, "")
    return when(
        url != "",
        lambda: _image(url, character if alt is None else alt, class_name),
        lambda: el.span(character, class_name=class_name),
    )


def _image(url: Any, alt: Any, class_name: str) -> Node:
    return el.img(
        src=url,
        alt=alt,
        width=EMOJI_PIXELS,
        height=EMOJI_PIXELS,
        loading="lazy",
        class_name=class_name,
    )
