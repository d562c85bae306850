"""The reactions under a post or a comment.

The script `assets/ui/reactions.js` renders them in the browser, because it shows a choice before
the server confirms it.
"""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from community.components import ui
from community.domain.site.schemas import ReactionChoice, ReactionCount
from community.i18n import gettext as _
from community.rendering import Node, cached_html, el, short_count
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


def static_reaction_bar(counts: Sequence[ReactionCount], *, is_small: bool = False) -> Node:
    """Return the elements that `reaction_bar` shows before anyone interacts with it.

    The server renders them, and the browser replaces them by `reaction_bar`.
    """
    if not counts:
        return _empty_reaction_bar(is_small)
    class_names = _SMALL if is_small else _LARGE
    return _static_bar([_static_chip(item, class_names) for item in counts], class_names)


@cached_html(maxsize=None)
def _empty_reaction_bar(is_small: bool) -> Node:  # noqa: FBT001
    return _static_bar([], _SMALL if is_small else _LARGE)


def _static_bar(chips: list[Node], class_names: dict[str, str]) -> Node:
    return el.div(
        chips,
        el.button(
            ui.icon("react"), type="button", class_name=class_names["add"], aria_label=_("React")
        ),
        class_name=class_names["bar"],
        role="group",
        aria_label=_("Reactions"),
    )


def _static_chip(item: ReactionCount, class_names: dict[str, str]) -> Node:
    return el.button(
        el.span(item.emoji, class_name=class_names["emoji"]),
        el.span(short_count(item.count)),
        type="button",
        class_name=class_names["chip"],
        aria_pressed=False,
        aria_label=f"{item.name}: {item.count}",
    )


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
