"""Types for the loaded part of a discussion, and a function with which components read it.

The scripts in `assets/ui/discussion/` create the objects of these types in the browser.
"""

from typing import Any

import reflex as rx
from reflex.vars import VarData

from community.components.location import hook_var
from community.core.read_models import ReadModel
from community.domain.comments.schemas import CommentView
from community.state.comments import CommentsState, LiveCommentsState
from community.state.layout import LayoutState
from community.state.post import PostState

LIBRARY = "$/public/ui/discussion/thread.js"


class Row(ReadModel):
    """A row of a discussion.

    Attributes:
        kind: `comment`, `more` (the button that loads further replies) or `new_replies` (the button
            that shows new comments, which are hidden until the user clicks it).
        key: Unique identifier of the row on the page.
        parent_id: The ID of the parent comment; 0 if the row is a comment on the post.
        ancestor_ids: The IDs of the nearest ancestors, at most six. The parent is the last one.
        label: The accessible name.
        reply_to_visibility: Whether the row shows the name of the parent comment's author:
            `always`, `narrow` (on narrow screens only) or an empty string (never).
        is_expanded: Whether its replies are visible below it.
        collapsed_count: The number of comments hidden in the collapsed branch.
        is_targeted: Whether the URL links to this comment.
        is_just_added: Whether the comment was added while the page was open.
        is_new: Whether the comment was written after the reader's last visit.
        reply_action: What the "Reply" button does: `form` opens the form, `sign_in` opens the
            sign-in dialog, and an empty string hides the button.
        viewer_id: The ID of the signed-in user; 0 for a guest.
        open_form: The form that is open at this comment: `reply`, `edit` or an empty string.
        has_autofocus: Whether the form was opened just now and takes the focus.
        cursor, is_loading, remaining_count: Used by the kind `more` only. `remaining_count` is the
            number of replies that are not loaded.
        new_count: Used by the kind `new_replies` only. The number of comments that the button
            shows.
    """

    kind: str
    key: str
    comment: CommentView
    parent_id: int = 0
    ancestor_ids: list[int] = []
    label: str = ""
    reply_to_visibility: str = ""
    is_expanded: bool = False
    is_collapsed: bool = False
    collapsed_count: int = 0
    is_targeted: bool = False
    is_just_added: bool = False
    is_new: bool = False
    reply_action: str = ""
    viewer_id: int = 0
    open_form: str = ""
    has_autofocus: bool = False
    cursor: str = ""
    is_loading: bool = False
    remaining_count: int = 0
    new_count: int = 0


class DiscussionView(ReadModel):
    """The loaded part of a discussion.

    Attributes:
        pinned_rows: The pinned comment and its replies.
        new_count: The number of new comments that the reader has not seen yet.
        next_cursor: The cursor for loading further comments on the post; empty at the end.
        focus_id, is_focus_missing, is_continuation: See `state.discussion.CommentsPage`.
        announcement: The text that announces new comments to screen readers.
        stale_ids: IDs of comments that may have changed or been deleted since they were loaded.
    """

    pinned_rows: list[Row] = []
    thread_rows: list[Row] = []
    new_count: int = 0
    total: int = 0
    next_cursor: str = ""
    is_loading: bool = False
    order: str = ""
    focus_id: int = 0
    is_focus_missing: bool = False
    is_continuation: bool = False
    announcement: str = ""
    stale_ids: list[int] = []


def use_discussion() -> Any:
    """Return a Reflex Var that contains the `DiscussionView` of the open page."""
    arguments = (
        CommentsState.loaded_page,
        CommentsState.own_comments,
        CommentsState.my_reactions,
        LiveCommentsState.updates,
        LiveCommentsState.total,
        _viewer_data(),
    )
    call = f"useDiscussion({', '.join(str(argument) for argument in arguments)})"
    return hook_var("discussion", call, LIBRARY, "useDiscussion", DiscussionView, *arguments)


def _viewer_data() -> rx.Var[Any]:
    """Return the data from which the browser computes the viewer's permissions on pushed comments.

    The server pushes the same comment to all viewers, without the permissions of any viewer.
    """
    can_moderate = PostState.post.can.moderate
    is_author = LayoutState.is_signed_in & (PostState.post.author.id == LayoutState.viewer.id)
    member_action = rx.cond(PostState.post.can.comment, "form", "")
    guest_action = rx.cond(PostState.post.comments_enabled, "sign_in", "")
    return rx.Var.create(
        {
            "id": rx.cond(LayoutState.is_signed_in, LayoutState.viewer.id, 0),
            "can_moderate": can_moderate,
            "can_pin": can_moderate | is_author,
            "can_edit_any": LayoutState.is_signed_in & LayoutState.is_admin,
            "ignored_author_ids": CommentsState.ignored_author_ids,
            "reply_action": rx.cond(LayoutState.is_signed_in, member_action, guest_action),
        }
    )


def js_handler(function_name: str, *arguments: Any, library: str = LIBRARY) -> rx.Var[Any]:
    inner = ", ".join(str(rx.Var.create(argument)) for argument in arguments)
    return rx.Var(
        f"(() => {function_name}({inner}))",
        _var_data=VarData.merge(
            *(
                argument._get_all_var_data()
                for argument in arguments
                if isinstance(argument, rx.Var)
            ),
            VarData(imports={library: [rx.ImportVar(tag=function_name)]}),
        ),
    )
