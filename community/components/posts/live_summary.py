"""The box with the AI summary of the open post."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.posts.summary import summary_box
from community.i18n import gettext as _
from community.state.pages.comments.ai import SummaryState


def live_summary_box(post: Any) -> rx.Component:
    state: Any = SummaryState
    return rx.cond(
        state.is_offered,
        summary_box(
            state.summary,
            is_open=state.is_open,
            retry_button=ui.button(_("Try again"), size="sm", on_click=state.open(post.id)),
            on_click=rx.cond(state.is_open, state.close(), state.open(post.id)),
        ),
    )
