"""What can be done with a comment beyond answering it."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.comments.rows import calls
from community.looks import comment as looks
from community.state.comments import Comments


def comment_menu(comment: Any) -> rx.Component:
    """The button with three dots, where there is anything to offer."""
    menu_id = f"menu-comment-{comment.id}"
    can = comment.can
    offered = can.edit | can.delete | can.pin | can.moderate
    return rx.cond(
        offered,
        ui.menu(
            rx.el.button(
                ui.icon("more"),
                type="button",
                class_name=looks.MORE_ACTIONS,
                custom_attrs={"aria-label": "More", **ui.opens_menu(menu_id)},
            ),
            rx.cond(can.edit, _edit(comment)),
            rx.cond(can.pin, _pin(comment)),
            rx.cond(can.delete, _danger("Delete", Comments.delete(comment.id))),
            rx.cond(can.moderate, _danger("Delete the thread", Comments.doom(comment.id))),
            id=menu_id,
            label="More",
        ),
    )


def _edit(comment: Any) -> rx.Component:
    opens = {"onClick": calls("openForm", comment.id, "edit")}
    return ui.menu_action("Edit", icon_name="edit", custom_attrs=opens)


def _pin(comment: Any) -> rx.Component:
    return rx.cond(
        comment.is_pinned,
        ui.menu_action("Unpin", icon_name="pin", on_click=Comments.pin(comment.id, False)),
        ui.menu_action("Pin to the top", icon_name="pin", on_click=Comments.pin(comment.id, True)),
    )


def _danger(words: str, on_click: Any) -> rx.Component:
    return ui.menu_action(words, icon_name="trash", danger=True, on_click=on_click)
