"""Small elements: icons, emoji, forms without scripts, and props of elements."""

from typing import Any, Final, TypeAlias

import reflex as rx

from community.reflex_adapter.elements import NativeForm
from community.rendering import Node, cached_html, el, switch, when
from community.rendering.elements import is_html_output
from community.styles.ui import icons
from community.styles.ui.display import EMOJI_IMAGES, EMOJI_PIXELS

Text: TypeAlias = str | rx.Var[str]
Flag: TypeAlias = bool | rx.Var[bool]
Child: TypeAlias = rx.Component | str | rx.Var[str]


# For internal links: when the user hovers over or focuses the link, the browser prefetches the
# JavaScript of the page.
PREFETCH_ATTRS: Final = {"prefetch": "intent"}


def reaction_icon(reaction: Any, class_name: str, *, alt: str | None = None) -> Node:
    """Return the uploaded image of a reaction, or its emoji as an image.

    An emoji without an image is shown as text. `assets/ui/reaction_icon.js` creates the same
    element.

    Args:
        reaction: A `ReactionChoice` or `ReactionCount`, or a Var that contains one.
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


@cached_html(maxsize=None)
def icon(name: icons.IconName, class_name: str = icons.ICON) -> Node:
    """Return an icon. Screen readers skip it, so its button or link needs an accessible name."""
    return el.svg(
        el.path(d=icons.PATHS[name]),
        class_name=class_name,
        view_box=icons.VIEW_BOX,
        aria_hidden="true",
    )


def native_form(*children: Node, action: str, **props: Any) -> Node:
    """Return a form that sends a POST request.

    Use it if the response must set or delete a cookie.
    """
    create = el.form if is_html_output() else NativeForm.create
    present = [child for child in children if child is not None]
    return create(*present, action=action, method="post", **props)


def command_attrs(target: str, command: str) -> dict[str, str]:
    """Return the HTML attributes of a button that runs a command on an element.

    `target` is the ID of the element, `command` for example `show-modal` or `close`.
    """
    return {"commandfor": target, "command": command}
