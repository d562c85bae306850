"""The rows of a discussion, put together in the browser by `assets/ui/thread.js`."""

from typing import Any, cast

import reflex as rx
from reflex.vars import VarData
from reflex_base.constants.compiler import Hooks

from community.core.views import View
from community.domain.comments.schemas import CommentView
from community.state.comments import Comments, LiveComments

LIBRARY = "$/public/ui/thread.js"


class Row(View):
    """One comment at its place.

    Attributes:
        guides: ids of what stands above it, nearest last, at most six.
        open: whether answers stand below it.
        collapsed, folded: whether its branch is folded away, and how many comments with it.
        waiting: new answers that would have pushed what is being read.
        more: whether the server has answers that are not loaded.
        fresh: it arrived while the page was open.
        is_new: it was written since the last visit.
        pinned: it is the pinned comment, or stands below it.
        form: which form is open at it: `reply`, `edit` or none.
    """

    comment: CommentView
    guides: list[int] = []
    open: bool = False
    collapsed: bool = False
    folded: int = 0
    waiting: int = 0
    more: bool = False
    fresh: bool = False
    is_new: bool = False
    pinned: bool = False
    form: str = ""


def thread_rows() -> rx.Var[list[Row]]:
    """All rows of the open discussion; changes of any part of it end here."""
    parts = (
        Comments.post_id,
        Comments.items,
        Comments.own,
        LiveComments.news,
        Comments.more,
        Comments.my_reactions,
    )
    call = f"const threadRows = useThread({', '.join(str(part) for part in parts)});"
    data = VarData.merge(
        *(part._get_all_var_data() for part in parts),
        VarData(
            imports={LIBRARY: [rx.ImportVar(tag="useThread")]},
            hooks={call: VarData(position=Hooks.HookPosition.POST_TRIGGER)},
        ),
    )
    return cast("rx.Var[list[Row]]", rx.Var("threadRows", _var_type=list[Row], _var_data=data))


def calls(function: str, *arguments: Any) -> rx.Var[Any]:
    """A handler that stays in the browser: calls a function of the library, no server asked."""
    inner = ", ".join(str(rx.Var.create(each)) for each in arguments)
    return rx.Var(
        f"(() => {function}({inner}))",
        _var_data=VarData.merge(
            *(each._get_all_var_data() for each in arguments if isinstance(each, rx.Var)),
            VarData(imports={LIBRARY: [rx.ImportVar(tag=function)]}),
        ),
    )
