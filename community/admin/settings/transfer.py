"""The link that exports all settings, and the dialog that imports them from a file."""

from typing import Any

import reflex as rx

from community import urls
from community.admin.settings.transfer_state import MAX_BYTES, SettingsImportState
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, react_component
from community.styles.admin import form as styles
from community.styles.ui import form, overlay

_State: Any = SettingsImportState
_TextFileInput = react_component(
    "admin/text_file_input.js", "TextFileInput", on_text=dict[str, str]
)
_DIALOG_ID = "import-settings"


def transfer_buttons() -> tuple[Node, ...]:
    return (
        ui.link_button(
            _("Export settings"), href=f"{urls.ADMIN_API}/settings", download="settings.json"
        ),
        ui.button(_("Import settings"), on_click=_State.open_dialog, aria_haspopup="dialog"),
    )


def import_dialog() -> rx.Component:
    return ui.dialog(
        rx.el.div(
            _file_field(),
            rx.cond(_State.error != "", _errors()),
            rx.cond(_State.is_loaded, _preview()),
            class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
        ),
        rx.el.div(
            ui.button(_("Cancel"), custom_attrs=ui.command_attrs(_DIALOG_ID, "close")),
            ui.button(
                _("Import"),
                variant="primary",
                on_click=_State.apply,
                disabled=_State.changes.length() == 0,
            ),
            class_name=overlay.DIALOG_ACTIONS,
        ),
        id=_DIALOG_ID,
        title=_("Import settings"),
        text=_("Settings that the file does not contain keep their values."),
        size="lg",
        open=_State.is_open,
        on_close=_State.close_dialog,
    )


def _file_field() -> rx.Component:
    return rx.el.div(
        rx.el.label(_("File"), html_for="settings-file", class_name=styles.LABEL),
        _TextFileInput(
            id="settings-file",
            accept=".json,application/json",
            max_bytes=MAX_BYTES,
            on_text=_State.show_preview,
            class_name=styles.FILE,
        ),
        class_name=styles.CONTROL,
    )


def _errors() -> rx.Component:
    return rx.el.div(
        rx.el.p(_State.error, class_name=styles.ERROR),
        rx.el.dl(
            rx.foreach(
                _State.errors,
                lambda error: rx.el.div(
                    rx.el.dt(error.label, class_name=styles.LABEL),
                    rx.el.dd(error.message, class_name=styles.ERROR),
                    class_name=styles.IMPORT_ROW,
                ),
            ),
            class_name=styles.ROWS,
        ),
        role="alert",
    )


def _preview() -> rx.Component:
    return rx.cond(
        _State.changes.length() == 0,
        rx.el.p(_("The file changes nothing."), class_name=styles.HELP, role="status"),
        rx.el.dl(rx.foreach(_State.changes, _change), class_name=styles.ROWS),
    )


def _change(change: Any) -> rx.Component:
    return rx.el.div(
        rx.el.dt(change.label, class_name=styles.LABEL),
        rx.el.dd(
            _value(change.before, styles.IMPORT_BEFORE),
            rx.el.span("→", aria_hidden="true", class_name=styles.UNIT),
            _value(change.after, styles.IMPORT_AFTER),
            class_name=styles.IMPORT_VALUES,
        ),
        class_name=styles.IMPORT_ROW,
    )


def _value(value: Any, class_name: str) -> rx.Component:
    return rx.el.span(rx.cond(value == "", _("Empty"), value), class_name=class_name)
