"""The menu with the actions on a comment, such as editing, pinning and deleting it."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.comments.live_discussion import create_js_handler
from community.components.reporting import report_menu_item
from community.i18n import gettext as _
from community.rendering import el
from community.state.pages.comments.comments import CommentsState
from community.styles import comment as styles


def comment_menu(comment: Any) -> rx.Component:
    """Return a button with the menu of a comment.

    If the viewer may not perform any of the actions, the page shows no button.
    """
    menu_id = f"menu-comment-{comment.id}"
    can = comment.can
    return rx.cond(
        can.edit | can.delete | can.pin | can.report | can.moderate,
        ui.menu(
            el.button(
                ui.icon("more"),
                type="button",
                class_name=styles.MORE_ACTIONS,
                aria_label=_("More actions"),
                **ui.menu_button_attrs(menu_id),
            ),
            rx.cond(can.edit, _edit_menu_item(comment)),
            rx.cond(can.pin, _pin_menu_item(comment)),
            rx.cond(can.report, report_menu_item("comment", comment.id)),
            rx.cond(can.delete, _delete_menu_item(_("Delete"), CommentsState.delete(comment.id))),
            rx.cond(
                can.moderate,
                _delete_menu_item(_("Delete thread"), CommentsState.show_delete_dialog(comment.id)),
            ),
            id=menu_id,
            label=_("More actions"),
        ),
    )


def _edit_menu_item(comment: Any) -> rx.Component:
    attrs = {"onClick": create_js_handler("openForm", comment.id, "edit")}
    return ui.menu_action(_("Edit"), icon_name="edit", custom_attrs=attrs)


def _pin_menu_item(comment: Any) -> rx.Component:
    return rx.cond(
        comment.is_pinned,
        ui.menu_action(_("Unpin"), icon_name="pin", on_click=CommentsState.pin(comment.id, False)),
        ui.menu_action(
            _("Pin to top"), icon_name="pin", on_click=CommentsState.pin(comment.id, True)
        ),
    )


def _delete_menu_item(label: str, on_click: Any) -> rx.Component:
    return ui.menu_action(label, icon_name="trash", is_danger=True, on_click=on_click)
