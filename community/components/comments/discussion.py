"""The section under a post: heading, order, composer, pinned branch, thread."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.comments.menu import branch_confirmation
from community.components.comments.row import comment_row
from community.components.comments.rows import calls, thread_rows
from community.components.comments.writing import comment_form
from community.looks import comment as looks
from community.state.comments import Comments, LiveComments
from community.state.frame import Frame
from community.state.notice import Notice
from community.state.post import Post

_ORDERS = [
    ("best", "Best first"),
    ("new", "New first"),
    ("old", "Old first"),
    ("controversial", "Most disputed"),
]


def discussion() -> rx.Component:
    """The discussion of the open post."""
    return rx.el.section(
        _heading(),
        rx.el.div(_writing(), class_name=looks.FORM_ROOT),
        _rows(),
        rx.cond(
            Comments.next_cursor != "",
            rx.el.button(
                ui.icon("chevron_down"),
                "More comments",
                type="button",
                class_name=looks.MORE,
                on_click=Comments.load_more,
            ),
        ),
        branch_confirmation(),
        id="comments",
        class_name=looks.SECTION,
    )


def _heading() -> rx.Component:
    total = rx.cond(LiveComments.total >= 0, LiveComments.total, Comments.total)
    return rx.el.div(
        rx.el.h2(
            "Discussion ",
            rx.el.span(ui.count(total), class_name=looks.TITLE_COUNT),
            class_name=looks.TITLE,
        ),
        rx.cond(
            Comments.total > 1,
            ui.select(
                _ORDERS,
                name="order",
                value=Comments.order,
                on_change=Comments.sort,
                custom_attrs={"aria-label": "Order of the comments"},
            ),
        ),
        class_name=looks.HEADING,
    )


def _writing() -> rx.Component:
    return rx.cond(
        Frame.signed_in,
        rx.cond(
            Post.post.can.comment,
            comment_form(),
            rx.el.div("Comments are closed here.", class_name=looks.SIGN_IN),
        ),
        rx.el.div(
            rx.el.span("Have something to add?"),
            ui.button("Sign in to comment", size="sm", on_click=Notice.ask_to_sign_in),
            class_name=looks.SIGN_IN,
        ),
    )


def _rows() -> rx.Component:
    rows = thread_rows()
    return rx.el.div(
        rx.el.div(
            rx.el.p(ui.icon("pin"), "Pinned", class_name=looks.PINNED_LABEL),
            rx.foreach(_filtered(rows, "row.pinned"), _row),
            class_name=rx.cond(_filtered(rows, "row.pinned").length() > 0, looks.PINNED, "hidden"),
        ),
        rx.el.div(rx.foreach(_filtered(rows, "!row.pinned"), _row), class_name=looks.THREAD),
        _waiting(rows),
    )


def _row(row: Any) -> rx.Component:
    return comment_row(row=row, key=row.comment.id)


def _filtered(rows: rx.Var[Any], condition: str) -> Any:
    return rx.Var(
        f"{rows}.filter((row) => {condition})",
        _var_type=rows._var_type,
        _var_data=rows._get_all_var_data(),
    ).guess_type()


def _waiting(rows: rx.Var[Any]) -> rx.Component:
    """New comments on the post itself that would have pushed what is being read."""
    waiting = rx.Var(
        f"({rows}.waiting ?? 0)", _var_type=int, _var_data=rows._get_all_var_data()
    ).guess_type()
    return rx.cond(
        waiting > 0,
        rx.el.button(
            rx.cond(waiting == 1, "1 new comment", f"{waiting} new comments"),
            type="button",
            class_name=looks.ARRIVED,
            custom_attrs={"onClick": calls("revealReplies", 0)},
        ),
    )
