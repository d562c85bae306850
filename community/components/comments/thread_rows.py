"""Types that describe the loaded part of a discussion, and functions for components to access it.

In the browser, the scripts in `assets/ui/discussion/` create objects of these types.
"""

from typing import Any

import reflex as rx
from reflex.vars import VarData

from community.components.location import create_hook_var
from community.core.read_models import ReadModel
from community.domain.comments.schemas import CommentView
from community.state.comments import CommentsState, LiveCommentsState
from community.state.layout import LayoutState
from community.state.post import PostState

LIBRARY = "$/public/ui/discussion/thread.js"


class Row(ReadModel):
    """A row of a discussion.

    Attributes:
        kind: `comment`, `more` (a button that loads more replies) or `new_replies` (a button that
            shows new comments).
        key: Unique identifier of the row on the page.
        parent_id: The ID of the parent comment; 0 if the row is a comment on the post.
        ancestor_ids: The IDs of the nearest ancestor comments, at most six. The last ID is the ID
            of the parent comment.
        label: The accessible name of the row.
        reply_to_visibility: Whether the row shows the name of the parent comment's author:
            `always`, `narrow` (on narrow screens only) or an empty string (never).
        is_expanded: Whether the replies to the comment are visible.
        collapsed_count: The number of replies at all levels that are hidden because the user
            collapsed the comment.
        is_targeted: Whether the URL links to this comment.
        is_just_added: Whether the comment was added while the page was open.
        is_new: Whether the comment was written after the reader's last visit.
        reply_action: What the "Reply" button does: `form` opens the form, `sign_in` opens the
            sign-in dialog, and an empty string hides the button.
        viewer_id: The ID of the signed-in user; 0 for a guest.
        open_form: The form that is open at this comment: `reply`, `edit` or an empty string.
        has_autofocus: Whether the form takes the focus, because the user has just opened it.
        cursor, is_loading, remaining_count: Set only if `kind` is `more`. `remaining_count` is the
            number of replies that are not loaded.
        new_count: Set only if `kind` is `new_replies`. The number of comments that a click on the
            button shows.
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
        next_cursor: The cursor for loading more comments on the post. Empty if all are loaded.
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
    return create_hook_var("discussion", call, LIBRARY, "useDiscussion", DiscussionView, *arguments)


def _viewer_data() -> rx.Var[Any]:
    """Return the data from which the browser computes what the viewer may do with new comments.

    The browser must compute this, because the server sends the same new comment to all viewers.
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


def create_js_handler(function_name: str, *arguments: Any, library: str = LIBRARY) -> rx.Var[Any]:
    """Return an event handler that calls a JavaScript function with `arguments` in the browser.

    The module `library` must export the function. Arguments can be Vars.
    """
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
