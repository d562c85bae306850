"""Reactions under a post or a comment; see `assets/ui/reactions.js`."""

from typing import Any

import reflex as rx

from community.components import ui
from community.domain.site.schemas import ReactionChoice, ReactionCount
from community.looks import reaction as looks
from community.state.frame import Frame
from community.state.notice import Notice

_LARGE = {
    "bar": looks.BAR,
    "chip": looks.CHIP,
    "emoji": looks.EMOJI,
    "add": looks.ADD,
    "picker": looks.PICKER,
    "row": looks.PICKER_ROW,
    "choice": looks.PICKER_CHOICE,
}
_SMALL = {**_LARGE, "chip": looks.CHIP_SMALL, "add": looks.ADD_SMALL}


def _chosen(code: rx.Var[str]) -> tuple[rx.Var[str]]:
    return (code,)


class _ReactionBar(rx.Component):
    """The chips, and the face that opens the picker."""

    library = "$/public/ui/reactions.js"
    tag = "ReactionBar"
    counts: rx.Var[list[ReactionCount]]
    mine: rx.Var[str | None]
    is_settled: rx.Var[Any]
    choices: rx.Var[list[ReactionChoice]]
    looks: rx.Var[dict[str, str]]
    disabled: rx.Var[bool]
    on_react: rx.EventHandler[_chosen]  # type: ignore[type-arg,valid-type]


def reaction_bar(
    target: Any,
    *,
    id: Any,
    on_react: Any,
    small: bool = False,
    counts: Any = None,
    mine: Any = None,
) -> rx.Component:
    """The reactions of a post or comment view; `on_react` gets a code, empty to take it back.

    Args:
        target: A var of `PostCard`, `PostView` or `CommentView`.
        id: Unique on the page, for the picker.
        counts, mine: Vars to follow in place of what `target` says.
    """
    return _ReactionBar.create(
        ui.icon("react"),
        id=id,
        counts=target.reactions if counts is None else counts,
        mine=target.my_reaction if mine is None else mine,
        is_settled=Notice.toasts,
        choices=Frame.reaction_choices,
        looks=rx.Var.create(_SMALL if small else _LARGE),
        disabled=~Frame.signed_in,
        on_react=on_react,
    )
