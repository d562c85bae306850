"""Title and text, and the bar that says whether they are saved."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.editor import post_editor
from community.components.writing.desk import gesture, on_desk
from community.looks import form
from community.looks import writing as looks
from community.state.writing import Writing


def bar() -> rx.Component:
    """Where the last words are, and what can be done with the post."""
    desk = on_desk()
    return rx.el.div(
        rx.el.span(
            desk.words,
            role="status",
            class_name=looks.STATUS,
            custom_attrs={"data-status": desk.status},
        ),
        rx.el.div(
            rx.cond(Writing.seen_at != "", _more(desk)),
            ui.button(
                rx.cond(desk.is_published, "Update…", "Publish…"),
                variant="primary",
                size="sm",
                disabled=~desk.is_here,
                custom_attrs={
                    "onClick": gesture("asksToPublish"),
                    "aria-haspopup": "dialog",
                    "aria-keyshortcuts": "Control+Enter",
                },
            ),
            class_name=looks.BAR_END,
        ),
        class_name=looks.BAR,
    )


def sheet() -> rx.Component:
    """What is written, in the column where readers will find it."""
    desk = on_desk()
    return rx.el.div(
        rx.el.h1(rx.cond(desk.is_published, "Edit the post", "Write a post"), class_name="sr-only"),
        rx.el.textarea(
            id="field-title",
            value=desk.title,
            rows="1",
            placeholder="Title",
            disabled=~desk.is_here,
            enter_key_hint="next",
            class_name=looks.TITLE,
            custom_attrs={
                "aria-label": "Title",
                "aria-invalid": desk.problem.title != "",
                "aria-describedby": "note-title",
                "onChange": gesture("typedTitle"),
                "onKeyDown": gesture("leftTitle"),
            },
        ),
        _problem(desk.problem.title, "note-title"),
        rx.cond(
            desk.is_here,
            rx.el.div(_text(desk), key=desk.at.to_string(), class_name=looks.TEXT),
            rx.el.div(class_name="min-h-[60dvh]"),
        ),
        _problem(desk.problem.text, "note-text"),
        class_name=looks.SHEET,
    )


def _text(desk: Any) -> rx.Component:
    return post_editor(
        document_key=desk.document_key,
        value=desk.text,
        saved_at=desk.stamp,
        acknowledged=desk.acknowledged,
        on_change=gesture("typedText"),
    )


def _more(desk: Any) -> rx.Component:
    return ui.menu(
        ui.icon_button("more", "More", size="sm", custom_attrs=ui.opens_menu("writing-menu")),
        ui.menu_link("See it as readers will", href=Writing.seen_at, icon_name="eye"),
        rx.cond(
            desk.is_published & desk.has_changes,
            ui.menu_action(
                "Discard the changes",
                icon_name="undo",
                danger=True,
                custom_attrs=ui.opens("discarding"),
            ),
        ),
        ui.menu_link("All drafts", href=urls.DRAFTS, icon_name="list"),
        id="writing-menu",
        label="More",
    )


def _problem(sentence: rx.Var[str], id: str) -> rx.Component:
    return rx.cond(
        sentence != "",
        rx.el.p(
            ui.icon("alert", form.ERROR_ICON),
            rx.el.span(sentence),
            id=id,
            role="alert",
            class_name=looks.PROBLEM,
        ),
    )
