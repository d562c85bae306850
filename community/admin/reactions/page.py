"""The page with the list of reactions, in the order in which the picker shows them."""

from typing import Any

import reflex as rx

from community.admin.blocks.confirmation import confirmation_dialog
from community.admin.blocks.lists import (
    delete_button,
    edit_button,
    row_actions,
    row_switch,
    sortable_list,
    sortable_row,
    text_field,
)
from community.admin.blocks.side_sheet import sheet_footer, side_sheet
from community.admin.layout import admin_page
from community.admin.reactions.state import SECTION, ReactionKindsState
from community.components import ui
from community.components.image_field import image_input
from community.domain import reactions
from community.i18n import gettext as _
from community.rendering import Node, el, group, when
from community.styles import writing
from community.styles.admin import lists as styles
from community.styles.ui import form as form_styles

_MAX_KILOBYTES = reactions.IMAGE_MAX_BYTES // 1024
FORM_ID = "reaction-form"
_state: Any = ReactionKindsState


def reactions_page() -> rx.Component:
    return admin_page(
        SECTION,
        el.p(
            _(
                "The first reaction is the one that a click adds. Reactions that are turned off "
                "still count where people have chosen them."
            ),
            class_name=styles.HINT,
        ),
        sortable_list(
            rx.foreach(ReactionKindsState.kinds, _row),
            label=_("Reactions"),
            on_reorder=ReactionKindsState.reorder,
        ),
        actions=(
            ui.button(
                _("Add reaction"),
                icon_name="plus",
                variant="primary",
                size="sm",
                on_click=_state.open_form(""),
            ),
        ),
        dialogs=(_form_sheet(), _removal_dialog()),
        is_ready=ReactionKindsState.is_loaded,
    )


def _row(kind: Any) -> Node:
    return sortable_row(
        ui.reaction_icon(kind, styles.ICON, alt=""),
        el.div(
            el.span(kind.name, dir="auto", class_name=styles.NAME),
            el.span(kind.code, class_name=styles.CODE),
            el.span(
                when(kind.is_extended, lambda: ui.badge(_("Subscribers"), tone="accent")),
                when(~kind.is_active, lambda: ui.badge(_("Off"))),
                class_name=styles.BADGES,
            ),
            class_name=styles.TEXT,
        ),
        _row_actions(kind),
        key=kind.code,
        name=kind.name,
    )


def _row_actions(kind: Any) -> Node:
    return row_actions(
        edit_button(kind.name, _state.open_form(kind.code)),
        # A reaction that is in use and turned off can neither be deleted nor turned off.
        when(
            ~kind.is_used | kind.is_active,
            lambda: delete_button(kind.name, _state.ask_to_remove(kind.code)),
        ),
        row_switch(
            kind.name,
            checked=kind.is_active,
            on_change=lambda value: _state.set_active(kind.code, value),
        ),
    )


def _form_sheet() -> rx.Component:
    return side_sheet(
        rx.cond(ReactionKindsState.is_form_open, _form()),
        id=FORM_ID,
        title=rx.cond(ReactionKindsState.editing, _("Edit reaction"), _("New reaction")),
        open=ReactionKindsState.is_form_open,
        on_close=ReactionKindsState.close_form,
    )


def _removal_dialog() -> rx.Component:
    kind = _state.removing
    is_used = (kind & kind.is_used).to(bool)
    return confirmation_dialog(
        dialog_id="remove-reaction",
        title=rx.cond(
            is_used,
            _("Turn off {name}?", name=kind.name),
            _("Delete {name}?", name=kind.name),
        ),
        consequence=rx.cond(
            is_used,
            _(
                "People have already used this reaction, so it can't be deleted. No one will be "
                "able to choose it anymore, but it still counts where people have chosen it."
            ),
            _("No one has used this reaction. It will be removed from the list for good."),
        ),
        confirm_label=rx.cond(is_used, _("Turn off"), _("Delete")),
        on_confirm=ReactionKindsState.remove,
        on_close=ReactionKindsState.cancel_removal,
        is_open=kind != None,  # noqa: E711  # compared in the browser
        error=ReactionKindsState.removal_error,
    )


def _form() -> rx.Component:
    kind = _state.kind
    return rx.el.form(
        text_field(
            ReactionKindsState.errors,
            "name",
            _("Reaction name"),
            default_value=rx.cond(kind, kind.name, ""),
            max_length=reactions.NAME_MAX_LENGTH,
            hint=_("Screen readers read it, and it is shown as a tooltip."),
        ),
        text_field(
            ReactionKindsState.errors,
            "emoji",
            _("Emoji"),
            default_value=rx.cond(kind, kind.emoji, ""),
            auto_complete="off",
        ),
        _image_field(),
        ui.checkbox(
            _("Only for subscribers"),
            hint=_("Needs a plan that includes more reactions."),
            name="is_extended",
            default_checked=rx.cond(kind, kind.is_extended, False).to(bool),
        ),
        sheet_footer(ui.button(_("Save"), type="submit", variant="primary")),
        key=rx.cond(kind, kind.code, "new"),
        on_submit=ReactionKindsState.save,
        no_validate=True,
        class_name=form_styles.STACK,
    )


def _image_field() -> rx.Component:
    image = ReactionKindsState.image
    preview = when(
        image,
        lambda: el.img(src=image, alt="", class_name=styles.ICON_LARGE),
        lambda: ui.icon("image"),
    )
    return image_input(
        preview,
        group(
            ui.button(_("Choose image"), icon_name="upload", size="sm", data_choose_file=""),
            when(
                image,
                lambda: ui.button(
                    _("Remove"),
                    icon_name="trash",
                    variant="quiet",
                    size="sm",
                    on_click=ReactionKindsState.remove_image,
                    data_remove_image="",
                ),
            ),
        ),
        label=_("Image"),
        hint=_("Shown instead of the emoji, up to {size} KB", size=_MAX_KILOBYTES),
        error=ui.error_message(ReactionKindsState.errors, "image"),
        reset_key=ReactionKindsState.image_revision,
        max_bytes=reactions.IMAGE_MAX_BYTES,
        on_upload=ReactionKindsState.set_image,
        frame_class=styles.FRAME,
        row_class=writing.ROW,
    )
