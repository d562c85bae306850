"""Dialogs of a discussion, once for the page."""

from typing import Any

import reflex as rx

from community.components import ui
from community.looks import comment as looks
from community.looks import overlay
from community.state.comments import Comments


def branch_confirmation() -> rx.Component:
    """Asks before a whole branch goes."""
    return ui.dialog(
        rx.el.div(
            ui.button("Cancel", on_click=Comments.doom(0)),
            ui.button("Delete the thread", variant="danger", on_click=Comments.destroy_branch),
            class_name=overlay.DIALOG_ACTIONS,
        ),
        id="doomed-branch",
        title="Delete this thread?",
        text="The comment and every answer below it will be gone for everybody.",
        open=Comments.doomed != 0,
        on_close=Comments.doom(0),
    )


def history() -> rx.Component:
    """What a comment said before it was changed, newest first."""
    return ui.dialog(
        rx.el.div(rx.foreach(Comments.history, _revision), class_name=looks.HISTORY),
        id="comment-history",
        title="What it said before",
        open=Comments.history_of != 0,
        on_close=Comments.show_history(0),
    )


def _revision(revision: Any) -> rx.Component:
    return rx.el.section(
        rx.el.p("Until ", ui.time(revision.created_at), class_name=looks.HISTORY_WHEN),
        rx.el.p(revision.text, class_name=looks.HISTORY_TEXT),
        key=revision.id,
    )
