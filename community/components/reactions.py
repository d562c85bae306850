"""The reactions under a post or a comment. Their script is `assets/ui/reactions.js`."""

from typing import Any

import reflex as rx

from community.components import ui
from community.domain.site.schemas import ReactionChoice, ReactionCount
from community.state.layout import LayoutState
from community.state.toasts import ToastsState
from community.styles import reaction as styles

_LARGE = {
    "bar": styles.BAR,
    "chip": styles.CHIP,
    "emoji": styles.EMOJI,
    "add": styles.ADD,
    "picker": styles.PICKER,
    "row": styles.PICKER_ROW,
    "choice": styles.PICKER_CHOICE,
}
_SMALL = {**_LARGE, "chip": styles.CHIP_SMALL, "add": styles.ADD_SMALL}


def _reaction_event_spec(code: rx.Var[str]) -> tuple[rx.Var[str]]:
    return (code,)


class _ReactionBar(rx.Component):
    """Component with the count of each reaction and the button that opens the reaction picker.

    Attributes:
        reset_key: When this value changes, the bar discards a choice that the server has not
            confirmed. Pass the list of toasts: it changes when the server reports an error.
    """

    library = "$/public/ui/reactions.js"
    tag = "ReactionBar"
    counts: rx.Var[list[ReactionCount]]
    my_reaction: rx.Var[str | None]
    reset_key: rx.Var[Any]
    choices: rx.Var[list[ReactionChoice]]
    class_names: rx.Var[dict[str, str]]
    disabled: rx.Var[bool]
    on_react: rx.EventHandler[_reaction_event_spec]  # type: ignore[type-arg,valid-type]


def reaction_bar(
    target: Any,
    *,
    id: Any,
    on_react: Any,
    is_small: bool = False,
    counts: Any = None,
    my_reaction: Any = None,
) -> rx.Component:
    """Return the reactions to a post or comment.

    Args:
        target: A Reflex Var that contains a `PostCard`, `PostView` or `CommentView`.
        id: The HTML id of the picker; unique on the page.
        on_react: Handler that receives the code of the chosen reaction. An empty code removes the
            reaction.
        is_small: Whether the bar belongs to a comment.
        counts, my_reaction: Vars to use instead of the fields of `target` with these names.
    """
    return _ReactionBar.create(
        ui.icon("react"),
        id=id,
        counts=target.reactions if counts is None else counts,
        my_reaction=target.my_reaction if my_reaction is None else my_reaction,
        reset_key=ToastsState.toasts,
        choices=LayoutState.reaction_choices,
        class_names=rx.Var.create(_SMALL if is_small else _LARGE),
        disabled=~LayoutState.is_signed_in,
        on_react=on_react,
    )
