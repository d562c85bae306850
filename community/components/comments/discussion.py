"""The section under a post: heading, order, composer, pinned branch, thread."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.comments.dialogs import branch_confirmation, history
from community.components.comments.parts import LIBRARY, Guide, More, Order
from community.components.comments.row import comment_row
from community.components.comments.rows import calls, shown
from community.components.comments.writing import comment_form
from community.looks import comment as looks
from community.looks import form
from community.state.comments import Comments
from community.state.frame import Frame
from community.state.notice import Notice
from community.state.post import Post

_USUAL = next(iter(looks.ORDERS))


def discussion() -> rx.Component:
    """The discussion of the open post."""
    now = shown()
    return rx.el.section(
        _heading(now),
        rx.el.div(_writing(), class_name=looks.FORM_ROOT),
        _band(now),
        rx.cond(now.total == 0, rx.el.p(looks.INVITATION, class_name=looks.EMPTY)),
        rx.cond(
            now.pinned.length() > 0,
            rx.el.div(
                rx.el.p(ui.icon("pin"), "Pinned", class_name=looks.PINNED_LABEL),
                rx.foreach(now.pinned, _row),
                class_name=looks.PINNED,
            ),
        ),
        rx.el.div(rx.foreach(now.rest, _row), class_name=looks.THREAD),
        _more(now),
        Guide.create(
            announcement=now.announcement,
            focus=now.focus,
            reading=_reading(now),
            unsure=now.unsure,
            on_look=Comments.look_again,
            class_name="sr-only",
        ),
        branch_confirmation(),
        history(),
        id="comments",
        class_name=looks.SECTION,
    )


def _reading(now: Any) -> Any:
    return f"{Comments.loaded.post_id} {now.focus}"


def _heading(now: Any) -> rx.Component:
    return rx.el.div(
        rx.el.h2(
            "Discussion ",
            rx.el.span(ui.count(now.total), class_name=looks.TITLE_COUNT),
            rx.cond(
                now.new_count > 0,
                rx.el.button(
                    f"{now.new_count} new",
                    type="button",
                    class_name=looks.NEW_SINCE,
                    title="Go to the next new comment (n)",
                    custom_attrs={"onClick": calls("nextNew", library=LIBRARY)},
                ),
            ),
            class_name=looks.TITLE,
        ),
        rx.cond(now.total > 1, _orders(now)),
        class_name=looks.HEADING,
    )


def _orders(now: Any) -> rx.Component:
    return rx.el.div(
        Order.create(
            *(rx.el.option(words, value=order) for order, words in looks.ORDERS.items()),
            value=now.order,
            usual=_USUAL,
            class_name=form.SELECT_QUIET,
            custom_attrs={"aria-label": "Order of the comments"},
        ),
        ui.icon("chevron_down", form.SELECT_ARROW),
        class_name=form.SELECT_QUIET_FRAME,
    )


def _writing() -> rx.Component:
    closed = rx.el.div("Comments are closed here.", class_name=looks.SIGN_IN)
    invitation = rx.el.div(
        rx.el.span("Have something to add?"),
        ui.button("Sign in to comment", size="sm", on_click=Notice.ask_to_sign_in),
        class_name=looks.SIGN_IN,
    )
    return rx.cond(
        Frame.signed_in,
        rx.cond(Post.post.can.comment, comment_form(), closed),
        rx.cond(Post.post.comments_enabled, invitation, closed),
    )


def _band(now: Any) -> rx.Component:
    """Says that this is a part of the discussion."""
    part = rx.el.p(
        rx.cond(now.is_later, looks.LATER, looks.PART),
        rx.el.a(looks.WHOLE, href=urls.discussion(Post.post.url), class_name=looks.BAND_LINK),
        class_name=looks.BAND,
    )
    return rx.cond(
        now.is_lost,
        rx.el.p(looks.LOST, class_name=looks.BAND),
        rx.cond((now.focus != 0) | now.is_later, part),
    )


def _row(row: Any) -> rx.Component:
    return comment_row(row=row, key=row.key)


def _more(now: Any) -> rx.Component:
    return rx.cond(
        now.next != "",
        More.create(
            ui.icon("chevron_down"),
            "More comments",
            place=0,
            cursor=now.next,
            busy=now.busy,
            class_name=looks.MORE,
            on_more=Comments.load_more,
        ),
    )
