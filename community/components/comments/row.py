"""One comment of a discussion. It reads little state: what changes comes in as its row."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.comments.menu import comment_menu
from community.components.comments.parts import More
from community.components.comments.rows import Row, calls
from community.components.comments.writing import edit_form, reply_form
from community.components.people import face
from community.components.reactions import reaction_bar
from community.looks import comment as looks
from community.state.comments import Comments
from community.state.notice import Notice


@rx.memo
def comment_row(row: rx.Var[Row]) -> rx.Component:
    """A row: a comment at its place, or the way to others."""
    return _row(row)


def _row(row: Any) -> rx.Component:
    return rx.match(row.kind, ("more", _more(row)), ("arrived", _arrived(row)), _comment(row))


def _comment(row: Any) -> rx.Component:
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
                rx.cond(comment.author & ~_is_deleted(comment), _words(row), _stub(comment)),
            ),
            class_name=looks.MAIN,
        ),
        id=row.key,
        tab_index=-1,
        class_name=_look(row),
        custom_attrs={"aria-label": row.label},
    )


def _look(row: Any) -> Any:
    quiet = rx.cond(row.fresh, f"{looks.ROW} {looks.ROW_FRESH}", looks.ROW)
    return rx.cond(row.focused, f"{looks.ROW} {looks.ROW_FOCUS}", quiet)


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
            comment.moderation_status == "on_moderation",
            rx.el.p(looks.STUB_TEXTS["on_moderation"], class_name=looks.HELD),
        ),
        rx.cond(
            row.form == "edit",
            edit_form(row),
            rx.fragment(rx.html(comment.html, class_name=looks.TEXT), _media(comment)),
        ),
        rx.el.div(
            reaction_bar(
                comment,
                id=f"react-comment-{comment.id}",
                on_react=Comments.react(comment.id),
                small=True,
            ),
            _reply(row),
            comment_menu(comment),
            class_name=looks.ACTIONS,
        ),
        rx.cond(row.form == "reply", reply_form(row)),
    )


def _reply(row: Any) -> rx.Component:
    form = {"onClick": calls("openForm", row.comment.id, "reply")}
    return rx.match(
        row.answer,
        ("form", ui.text_button("Reply", custom_attrs=form)),
        ("sign_in", ui.text_button("Reply", on_click=Notice.ask_to_sign_in)),
        rx.fragment(),
    )


def _head(row: Any) -> rx.Component:
    comment = row.comment
    return rx.el.div(
        rx.el.a(comment.author.name, href=f"/{comment.author.slug}", class_name=looks.AUTHOR),
        rx.cond(comment.is_by_post_author, rx.el.span("author", class_name=looks.BY_AUTHOR)),
        rx.cond(comment.answers & (row.answers != ""), _answers(row)),
        rx.el.a(ui.time(comment.created_at), href=comment.url, class_name=looks.WHEN),
        rx.cond(comment.edited_at, _edited(comment)),
        rx.cond(row.is_new | row.fresh, rx.el.span("new", class_name=looks.NEW)),
        rx.cond(
            row.open,
            rx.el.button(
                ui.icon("minus"),
                type="button",
                class_name=looks.COLLAPSE,
                custom_attrs={
                    "aria-label": "Fold this branch away",
                    "aria-expanded": "true",
                    "onClick": calls("toggleBranch", comment.id),
                },
            ),
        ),
        class_name=looks.HEAD,
    )


def _answers(row: Any) -> rx.Component:
    return rx.el.a(
        ui.icon("reply", looks.ANSWERS_ICON),
        row.comment.answers,
        href=f"#comment-{row.parent}",
        class_name=rx.cond(row.answers == "always", looks.ANSWERS, looks.ANSWERS_NARROW),
    )


def _edited(comment: Any) -> rx.Component:
    """The mark; for the author and moderators the way to what it said before."""
    return rx.cond(
        comment.can.delete,
        rx.el.button(
            "edited",
            type="button",
            class_name=looks.EDITED_BUTTON,
            title="What it said before",
            on_click=Comments.show_history(comment.id),
        ),
        rx.el.span("edited", class_name=looks.EDITED),
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


def _is_deleted(comment: Any) -> Any:
    return comment.moderation_status == "deleted"


def _stub(comment: Any) -> rx.Component:
    """What stands in place of the words; those who moderate can open them."""
    said = rx.match(comment.moderation_status, *looks.STUB_TEXTS.items(), "")
    words = rx.el.details(
        rx.el.summary(said, rx.el.span(" Show it", class_name=looks.STUB_SHOW)),
        rx.html(comment.html, class_name=looks.TEXT),
        class_name=looks.STUB,
    )
    return rx.cond(comment.author, words, rx.el.p(said, class_name=looks.STUB))


def _folded(row: Any) -> rx.Component:
    comment = row.comment
    return rx.el.button(
        ui.icon("plus"),
        rx.cond(comment.author, comment.author.name, "A hidden comment"),
        f" and {row.folded} more",
        type="button",
        class_name=looks.COLLAPSED,
        custom_attrs={"onClick": calls("toggleBranch", comment.id), "aria-expanded": "false"},
    )


def _arrived(row: Any) -> rx.Component:
    """New comments, where opening them moves nothing that the reader did not ask to move."""
    return rx.el.div(
        rx.foreach(row.guides, lambda _: rx.el.span(class_name=looks.ARRIVED_STEP)),
        rx.el.button(
            rx.cond(row.waiting == 1, "1 new comment", f"{row.waiting} new comments"),
            type="button",
            class_name=looks.ARRIVED,
            custom_attrs={"onClick": calls("reveal", row.parent)},
        ),
        rx.el.span(hidden=True),
        id=row.key,
        class_name=looks.ARRIVED_PLACE,
    )


def _more(row: Any) -> rx.Component:
    return rx.el.div(
        rx.foreach(row.guides, _guide),
        More.create(
            ui.icon("chevron_down"),
            _how_many(row.rest),
            place=row.parent,
            cursor=row.cursor,
            busy=row.busy,
            class_name=looks.MORE,
            on_more=lambda cursor: Comments.load_replies(row.parent, cursor),
        ),
        rx.el.span(hidden=True),
        id=row.key,
        class_name=looks.MORE_PLACE,
    )


def _how_many(rest: Any) -> Any:
    """How many replies are not here yet. The document says the same (`words.more_replies`)."""
    counted = rx.cond(rest == 1, "1 more reply", f"{rest} more replies")
    return rx.cond(rest > 0, counted, "More replies")
