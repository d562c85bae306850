"""The discussion as the browser has it: put together by `assets/ui/discussion/`."""

from typing import Any

import reflex as rx
from reflex.vars import VarData

from community.components.place import hooked
from community.core.views import View
from community.domain.comments.schemas import CommentView
from community.state.comments import Comments, LiveComments
from community.state.frame import Frame
from community.state.post import Post

LIBRARY = "$/public/ui/discussion/thread.js"


class Row(View):
    """One line of a discussion.

    Attributes:
        kind: `comment`, `more` (the way to further replies) or `arrived` (new ones, held back).
        key: unique on the page.
        parent: the comment above it; 0 for the post.
        guides: ids of what stands above it, nearest last, at most six.
        label: what a screen reader says of it.
        answers: where it says whom it answers: `always`, on `narrow` screens, or nowhere.
        open: whether replies stand below it.
        collapsed, folded: whether its branch is folded away, and how many comments with it.
        focused: the address names it.
        fresh: it arrived while the page was open.
        is_new: it was written since the last visit.
        answer: what "Reply" does: open a `form`, ask to `sign_in`, or it is not there.
        writer: who is looking, for what they write there; 0 for a guest.
        form, takes_focus: which form is open at it (`reply`, `edit`); whether it opened just now.
        cursor, busy, rest: of `more`: where it continues, whether that was asked for, and how many
            are there.
        waiting: of `arrived`: how many.
    """

    kind: str
    key: str
    comment: CommentView
    parent: int = 0
    guides: list[int] = []
    label: str = ""
    answers: str = ""
    open: bool = False
    collapsed: bool = False
    folded: int = 0
    focused: bool = False
    fresh: bool = False
    is_new: bool = False
    answer: str = ""
    writer: int = 0
    form: str = ""
    takes_focus: bool = False
    cursor: str = ""
    busy: bool = False
    rest: int = 0
    waiting: int = 0


class Shown(View):
    """A whole discussion as far as it was read.

    Attributes:
        pinned: the rows of the pinned comment and what is below it.
        new_count: comments that the reader has not been led to.
        next: the cursor of further comments on the post; empty at the end.
        focus, is_lost, is_later: see `state.comments.Loaded`.
        announcement: what arrived, for screen readers.
        unsure: comments that may have gone since they were read.
    """

    pinned: list[Row] = []
    rest: list[Row] = []
    new_count: int = 0
    total: int = 0
    next: str = ""
    busy: bool = False
    order: str = ""
    focus: int = 0
    is_lost: bool = False
    is_later: bool = False
    announcement: str = ""
    unsure: list[int] = []


def shown() -> Any:
    """The open discussion; changes of any part of it end here."""
    parts = (
        Comments.loaded,
        Comments.own,
        Comments.my_reactions,
        LiveComments.news,
        LiveComments.total,
        _viewer(),
    )
    call = f"useDiscussion({', '.join(str(part) for part in parts)})"
    return hooked("discussion", call, LIBRARY, "useDiscussion", Shown, *parts)


def _viewer() -> rx.Var[Any]:
    """What follows for comments that are pushed from who is looking."""
    me = rx.cond(Frame.signed_in, Frame.me.id, 0)
    moderates = Post.post.can.moderate
    is_author = Frame.signed_in & (Post.post.author.id == Frame.me.id)
    answer = rx.cond(Post.post.can.comment, "form", "")
    invited = rx.cond(Post.post.comments_enabled, "sign_in", "")
    return rx.Var.create(
        {
            "id": me,
            "moderates": moderates,
            "pins": moderates | is_author,
            "edits": Frame.signed_in & Frame.is_admin,
            "ignores": Comments.ignores,
            "answer": rx.cond(Frame.signed_in, answer, invited),
        }
    )


def calls(function: str, *arguments: Any, library: str = LIBRARY) -> rx.Var[Any]:
    """A handler that stays in the browser: calls a function of the library, no server asked."""
    inner = ", ".join(str(rx.Var.create(each)) for each in arguments)
    return rx.Var(
        f"(() => {function}({inner}))",
        _var_data=VarData.merge(
            *(each._get_all_var_data() for each in arguments if isinstance(each, rx.Var)),
            VarData(imports={library: [rx.ImportVar(tag=function)]}),
        ),
    )
