"""The reactions under a post or a comment.

The script `assets/ui/reactions.js` renders them in the browser, because it shows a choice before
the server confirms it.
"""

from collections.abc import Sequence
from typing import Any, Final

import reflex as rx

from community.components import ui
from community.domain.site.schemas import ReactionCount
from community.i18n import gettext as _
from community.rendering import Node, cached_html, el, react_component, short_count
from community.state.pages.layout import LayoutState
from community.state.runtime.toasts import ToastsState
from community.styles import post as styles
from community.styles.ui.display import EMOJI_IMAGES

_LARGE = {
    "bar": styles.BAR,
    "chip": styles.CHIP,
    "count": styles.COUNT,
    "emoji": styles.EMOJI,
    "add": styles.ADD,
    "picker": styles.PICKER,
    "row": styles.PICKER_ROW,
    "choice": styles.PICKER_CHOICE,
    "choice_emoji": styles.PICKER_EMOJI,
}
_SMALL = {
    **_LARGE,
    "chip": styles.CHIP_SMALL,
    "count": styles.COUNT_SMALL,
    "add": styles.ADD_SMALL,
}

# For a picker without a bar.
PICKER_CLASS_NAMES: Final = _SMALL

# If `reset_key` changes, which happens when the server reports an error, the bar discards a choice
# that the server has not confirmed.
_ReactionBar = react_component("reactions.js", "ReactionBar", on_react=str)


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
        ui.reaction_icon(item, class_names["emoji"]),
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
    can_react: Any,
    on_react: Any,
    is_small: bool = False,
    counts: Any = None,
    my_reaction: Any = None,
) -> rx.Component:
    """Return the reactions to a post or comment.

    Args:
        target: A Reflex Var that contains a `PostCard`, `ArticleView` or `CommentView`.
        id: The HTML id of the picker; unique on the page.
        can_react: Whether the viewer may react. Guests see the button in any case, and a click on
            it opens the sign-in dialog.
        on_react: Handler that receives the code of the chosen reaction. An empty code removes the
            reaction.
        is_small: Whether the bar belongs to a comment.
        counts, my_reaction: Vars to use instead of the fields of `target` with these names.
    """
    return _ReactionBar(
        ui.icon("react"),
        id=id,
        counts=target.reactions if counts is None else counts,
        my_reaction=target.my_reaction if my_reaction is None else my_reaction,
        reset_key=ToastsState.rejection_count,
        choices=LayoutState.reactions,
        class_names=_SMALL if is_small else _LARGE,
        images=EMOJI_IMAGES,
        is_offered=~LayoutState.is_signed_in | can_react,
        disabled=~LayoutState.is_signed_in,
        on_react=on_react,
    )
