"""Types and helper functions for the props of UI components."""

from typing import Final, TypeAlias

import reflex as rx

Text: TypeAlias = str | rx.Var[str]
Flag: TypeAlias = bool | rx.Var[bool]
Child: TypeAlias = rx.Component | str | rx.Var[str]


# For internal links: when the user hovers over or focuses the link, the browser prefetches the
# JavaScript of the page.
PREFETCH_ATTRS: Final = {"prefetch": "intent"}


def command_attrs(target: str, command: str) -> dict[str, str]:
    """Return the HTML attributes of a button that runs a command on an element.

    `target` is the ID of the element, `command` for example `show-modal` or `close`.
    """
    return {"commandfor": target, "command": command}
