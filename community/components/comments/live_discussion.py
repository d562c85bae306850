"""Access to the discussion of the open page, which the scripts in `assets/ui/discussion/` store."""

from typing import Any

import reflex as rx
from reflex.vars import VarData

from community.components.comments.rows import DiscussionView
from community.components.location import create_hook_var
from community.state.comments import CommentsState, LiveCommentsState
from community.state.layout import LayoutState
from community.state.post import PostState

LIBRARY = "$/public/ui/discussion/thread.js"


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
