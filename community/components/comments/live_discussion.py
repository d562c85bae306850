"""Access to the discussion of the open page, which the scripts in `assets/ui/discussion/` store."""

from typing import Any, cast

import reflex as rx

from community.components.comments.rows import DiscussionView
from community.reflex_adapter.vars import hook_var, js_handler
from community.state.pages.comments.comments import CommentsState
from community.state.pages.layout import LayoutState
from community.state.pages.posts.post import PostState

LIBRARY = "$/public/ui/discussion/thread.js"


def use_discussion() -> Any:
    """Return a Reflex Var that contains the `DiscussionView` of the open page."""
    arguments = (CommentsState.loaded_page, _viewer_data())
    return hook_var("discussion", "useDiscussion", LIBRARY, DiscussionView, *arguments)


def _viewer_data() -> rx.Var[Any]:
    """Return what all rows show in the same way: who the viewer is, and how the viewer replies."""
    rules: Any = CommentsState.rules
    member_action = rx.cond(rules.can_comment, "form", "")
    guest_action = rx.cond(PostState.post.comments_enabled, "sign_in", "")
    return rx.Var.create(
        {
            "id": rx.cond(LayoutState.is_signed_in, LayoutState.viewer.id, 0),
            "reply_action": rx.cond(LayoutState.is_signed_in, member_action, guest_action),
            "edit_minutes": rules.edit_minutes,
        }
    )


def create_js_handler(function_name: str, *arguments: Any, library: str = LIBRARY) -> rx.Var[Any]:
    """Return an event handler that calls a JavaScript function with `arguments` in the browser.

    The module `library` must export the function. Arguments can be Vars.
    """
    return cast("rx.Var[Any]", js_handler(function_name, library, *arguments))
