"""The frame of pages that show something only to its owner, such as a payment."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from community import urls
from community.components.layout.not_found import not_found_message
from community.components.layout.page import page
from community.components.location import is_current_path
from community.components.page_heading import page_heading
from community.components.sign_in_prompts import sign_in_prompt
from community.components.skeletons import list_skeleton
from community.state.pages.layout import LayoutState


def own_object_page(
    state: Any, *, title: str, not_found_text: str, view: Callable[[Any], rx.Component]
) -> rx.Component:
    """Return a page that shows the object of the viewer, or a prompt to sign in.

    Args:
        state: A State with the vars `path` and `content`. `content` is None if the viewer has no
            such object.
        view: Returns the object for its `content`.
    """
    is_ready = is_current_path(state.path)
    missing = rx.cond(
        LayoutState.is_signed_in, not_found_message(not_found_text), sign_in_prompt(urls.PLANS)
    )
    return page(
        page_heading(title),
        rx.cond(
            is_ready,
            rx.cond(state.content, view(state.content), missing),
            list_skeleton(),
        ),
        is_ready=is_ready,
    )
