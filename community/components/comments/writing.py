"""Forms to write in: a comment on the post, an answer, a change."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.comments.rows import calls
from community.looks import comment as looks
from community.state.comments import Comments


def comment_form() -> rx.Component:
    """The composer of the post itself."""
    return _form("Write a comment", Comments.submit_reply(0))


def reply_form(comment: Any) -> rx.Component:
    """The composer of an answer, in place."""
    return _form("Answer", Comments.submit_reply(comment.id))


def edit_form(comment: Any) -> rx.Component:
    """Changes one's own comment."""
    return _form("Edit", Comments.save_edit(comment.id))


def _form(placeholder: str, on_submit: Any) -> rx.Component:
    return rx.el.form(
        rx.el.textarea(placeholder=placeholder, name="text", class_name=looks.FORM_FIELD, rows="2"),
        rx.el.div(ui.button("Send", type="submit", variant="primary", size="sm"), class_name=looks.FORM_BAR),
        on_submit=on_submit,
        reset_on_submit=True,
        class_name=looks.FORM,
    )
