"""Types of props, and helper functions for props, used by the UI components."""

from typing import Final, TypeAlias

import reflex as rx

Text: TypeAlias = str | rx.Var[str]
Flag: TypeAlias = bool | rx.Var[bool]
Number: TypeAlias = int | rx.Var[int]
Child: TypeAlias = rx.Component | str | rx.Var[str]


# For internal links: when the user hovers over or focuses the link, the browser prefetches the
# JavaScript of the page.
PREFETCH_ATTRS: Final = {"prefetch": "intent"}


def has_content(text: Text) -> bool:
    """Return whether `text` is not empty. A Reflex Var is always treated as not empty."""
    return isinstance(text, rx.Var) or text != ""


def command_attrs(target: str, command: str) -> dict[str, str]:
    return {"commandfor": target, "command": command}
