"""The page with all uploaded images."""

from typing import Any, Final

import reflex as rx

from community.admin.blocks.confirmation import confirmation_dialog
from community.admin.blocks.table.data_table import data_table
from community.admin.blocks.table.record_dialog import ActionButton, action_dialogs, bulk_buttons
from community.admin.layout import admin_page
from community.admin.media.sheet import media_sheet
from community.admin.media.state import MediaTableState
from community.components import ui
from community.i18n import gettext as _, ngettext_noop, noop
from community.rendering import Node, el
from community.styles.admin import figures, form as styles

PURGE_DIALOG_ID: Final = "media-purge"

ACTIONS: Final = (
    ActionButton(
        "remove_unused",
        noop("Remove unused"),
        noop("Remove the image if unused?"),
        ngettext_noop("Remove {n} image if unused?", "Remove {n} images if unused?"),
        noop("Images that are in use stay. The others are deleted, and you can't undo this."),
        "trash",
    ),
    ActionButton(
        "remove",
        noop("Remove"),
        noop("Remove the image?"),
        ngettext_noop("Remove {n} image?", "Remove {n} images?"),
        noop(
            "Posts and comments show a placeholder instead. Profiles and communities lose the "
            "picture. You can't undo this."
        ),
        "trash",
        "danger",
    ),
)


def media_page() -> rx.Component:
    state: Any = MediaTableState
    return admin_page(
        "media",
        _usage(state),
        data_table(
            state,
            caption=_("Media"),
            search_label=_("Search by file name or @owner"),
            empty_title=_("No images yet"),
            empty_text=_("Images appear here as soon as someone uploads one."),
            empty_icon="image",
            bulk_actions=bulk_buttons(state, ACTIONS),
        ),
        dialogs=(media_sheet(), *action_dialogs(state, ACTIONS), _purge_dialog(state)),
    )


def _usage(state: Any) -> Node:
    usage = state.usage
    return rx.cond(
        usage.total.count != "",
        el.section(
            _figure(_("Images"), usage.total),
            _figure(_("In private messages"), usage.chats),
            rx.foreach(usage.places, lambda figure: _place_button(state, figure)),
            el.div(
                _numbers(_("Unused"), usage.unused),
                rx.cond(
                    usage.has_unused,
                    ui.button(
                        _("Remove all unused"),
                        icon_name="trash",
                        size="sm",
                        on_click=state.ask_to_purge,
                    ),
                ),
                class_name=styles.UNUSED,
            ),
            class_name=figures.FIGURES,
            aria_label=_("Storage in use"),
        ),
    )


def _figure(label: Any, figure: Any) -> Node:
    return el.div(_numbers(label, figure), class_name=figures.FIGURE)


def _place_button(state: Any, figure: Any) -> Node:
    return el.button(
        _numbers(figure.label, figure),
        type="button",
        on_click=state.change_filter("place", figure.code),
        class_name=figures.CHOICE,
    )


def _numbers(label: Any, figure: Any) -> Node:
    return el.div(
        el.div(label, class_name=figures.LABEL),
        el.div(
            el.span(figure.count, class_name=figures.NUMBER),
            el.span(figure.size, class_name=styles.SIZE),
            class_name=figures.NUMBERS,
        ),
    )


def _purge_dialog(state: Any) -> rx.Component:
    return confirmation_dialog(
        dialog_id=PURGE_DIALOG_ID,
        title=_("Remove all unused images?"),
        consequence=state.purge_text,
        confirm_label=_("Remove"),
        on_confirm=state.purge,
        on_close=state.cancel_purge,
        is_open=state.purge_text != "",
        error=state.purge_error,
        reason="optional",
    )
