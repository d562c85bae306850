"""One comment of a discussion. It reads little state: what changes comes in as its row."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.comments.menu import comment_menu
from community.components.comments.rows import Row, calls
from community.components.comments.writing import edit_form, reply_form
from community.components.people import face
from community.components.reactions import reaction_bar
from community.looks import comment as looks
from community.state.comments import Comments


@rx.memo
def comment_row(row: rx.Var[Row]) -> rx.Component:
    """A row: guides, face, words, and what stands at its place."""
    return _row(row)


def _row(row: Any) -> rx.Component:
    comment = row.comment
    return rx.el.article(
        rx.foreach(row.guides, _guide),
        rx.el.div(
            rx.cond(comment.author, face(comment.author), rx.el.span(class_name=looks.STUB_FACE)),
            rx.cond(row.open, _spine(comment.id)),
            class_name=looks.SPINE,
        ),
        rx.el.div(
            rx.cond(
                row.collapsed,
                _folded(row),
                rx.cond(comment.author, _words(row), _stub(comment)),
            ),
            _waiting(row),
            _more(row),
            class_name=looks.MAIN,
        ),
        id=f"comment-{comment.id}",
        tab_index=-1,
        class_name=rx.cond(row.fresh, f"{looks.ROW} {looks.ROW_FRESH}", looks.ROW),
        custom_attrs={"aria-label": f"Comment by {comment.author.name}, level {comment.depth + 1}"},
    )


def _guide(ancestor: rx.Var[int]) -> rx.Component:
    """The line of an ancestor; a press folds its branch. The keyboard has the button in the
    heading.
    """
    return rx.el.button(
        type="button",
        tab_index=-1,
        class_name=looks.GUIDE,
        custom_attrs={"aria-hidden": "true", "onClick": calls("toggleBranch", ancestor)},
    )


def _spine(comment_id: Any) -> rx.Component:
    return rx.el.button(
        type="button",
        tab_index=-1,
        class_name=looks.SPINE_LINE,
        custom_attrs={"aria-hidden": "true", "onClick": calls("toggleBranch", comment_id)},
    )


def _words(row: Any) -> rx.Component:
    comment = row.comment
    return rx.fragment(
        _head(row),
        rx.cond(
            row.form == "edit",
            edit_form(comment),
            rx.fragment(rx.html(comment.html, class_name=looks.TEXT), _media(comment)),
        ),
        rx.el.div(
            reaction_bar(
                comment,
                id=f"react-comment-{comment.id}",
                on_react=Comments.react(comment.id),
                small=True,
            ),
            ui.text_button(
                "Reply", custom_attrs={"onClick": calls("openForm", comment.id, "reply")}
            ),
            comment_menu(comment),
            class_name=looks.ACTIONS,
        ),
        rx.cond(row.form == "reply", reply_form(comment)),
    )


def _head(row: Any) -> rx.Component:
    comment = row.comment
    return rx.el.div(
        rx.el.a(comment.author.name, href=f"/{comment.author.slug}", class_name=looks.AUTHOR),
        rx.cond(comment.is_by_post_author, rx.el.span("author", class_name=looks.BY_AUTHOR)),
        rx.cond(
            comment.answers,
            rx.el.a(
                ui.icon("reply", looks.ANSWERS_ICON),
                comment.answers,
                href=f"#comment-{comment.parent_id}",
                class_name=looks.ANSWERS,
            ),
        ),
        rx.el.a(ui.time(comment.created_at), href=comment.url, class_name=looks.WHEN),
        rx.cond(comment.edited_at, rx.el.span("edited")),
        rx.cond(row.is_new | row.fresh, rx.el.span("new", class_name=looks.NEW)),
        rx.cond(
            row.open,
            ui.icon_button(
                "minus",
                "Fold this branch away",
                size="sm",
                tip=False,
                class_name=looks.COLLAPSE,
                custom_attrs={"onClick": calls("toggleBranch", comment.id)},
            ),
        ),
        class_name=looks.HEAD,
    )


def _media(comment: Any) -> rx.Component:
    picture = rx.foreach(
        comment.media,
        lambda one: rx.el.img(
            src=one.url,
            alt=one.alt,
            width=one.width.to_string(),
            height=one.height.to_string(),
            loading="lazy",
            class_name=looks.MEDIA_PICTURE,
        ),
    )
    return rx.cond(
        comment.media.length() > 0,
        rx.el.div(
            picture,
            class_name=rx.cond(comment.media.length() == 1, looks.MEDIA_ONE, looks.MEDIA),
        ),
    )


def _stub(comment: Any) -> rx.Component:
    return rx.el.p(
        rx.match(comment.moderation_status, *looks.STUB_TEXTS.items(), ""), class_name=looks.STUB
    )


def _folded(row: Any) -> rx.Component:
    return rx.el.button(
        ui.icon("plus"),
        f"{row.comment.author.name} and {row.folded} more",
        type="button",
        class_name=looks.COLLAPSED,
        custom_attrs={"onClick": calls("toggleBranch", row.comment.id), "aria-expanded": "false"},
    )


def _waiting(row: Any) -> rx.Component:
    """New answers, where opening them moves nothing that the reader did not ask to move."""
    return rx.cond(
        row.waiting > 0,
        rx.el.button(
            rx.cond(row.waiting == 1, "1 new comment", f"{row.waiting} new comments"),
            type="button",
            class_name=looks.ARRIVED,
            custom_attrs={"onClick": calls("revealReplies", row.comment.id)},
        ),
    )


def _more(row: Any) -> rx.Component:
    return rx.cond(
        row.more,
        rx.el.button(
            ui.icon("chevron_down"),
            "More replies",
            type="button",
            class_name=looks.MORE,
            on_click=Comments.load_replies(row.comment.id),
        ),
    )
