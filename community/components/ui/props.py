"""Types and helper functions for the props of UI components."""

from typing import Any, Final, TypeAlias

import reflex as rx

from community.rendering.elements import is_html_output

Text: TypeAlias = str | rx.Var[str]
Flag: TypeAlias = bool | rx.Var[bool]
Child: TypeAlias = rx.Component | str | rx.Var[str]


# For internal links: when the user hovers over or focuses the link, the browser prefetches the
# JavaScript of the page.
PREFETCH_ATTRS: Final = {"prefetch": "intent"}


def native_attrs(**attributes: Any) -> dict[str, Any]:
    """Return the keyword arguments for attributes that Reflex does not know, such as `popover`.

    The names are those in React, for example `popoverTarget`. HTML ignores their case.
    """
    return attributes if is_html_output() else {"custom_attrs": attributes}


def command_attrs(target: str, command: str) -> dict[str, str]:
    """Return the HTML attributes of a button that runs a command on an element.

    `target` is the ID of the element, `command` for example `show-modal` or `close`.
    """
    return {"commandfor": target, "command": command}
