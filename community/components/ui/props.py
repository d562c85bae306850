"""Kinds of props that the primitives share."""

from typing import Final, TypeAlias

import reflex as rx

Text: TypeAlias = str | rx.Var[str]
Flag: TypeAlias = bool | rx.Var[bool]
Number: TypeAlias = int | rx.Var[int]
Child: TypeAlias = rx.Component | str | rx.Var[str]


# For links to pages of the site: their code is fetched when somebody is about to go there.
PREFETCHED: Final = {"prefetch": "intent"}


def given(text: Text) -> bool:
    """Whether there is something to print: words, or a var that may hold some."""
    return isinstance(text, rx.Var) or text != ""


def invokes(target: str, command: str) -> dict[str, str]:
    """Attributes of a <button> that opens or closes the element `target` without a script."""
    return {"commandfor": target, "command": command}
