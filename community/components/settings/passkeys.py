"""The settings section for passkeys."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.settings.section import focus_managed_list, settings_section
from community.domain.identity.passkeys import NAME_MAX_LENGTH
from community.i18n import gettext as _
from community.rendering import Node, choose, react_component
from community.state.pages.settings.security import PasskeysState
from community.styles import settings as styles
from community.styles.ui import form, overlay

_DIALOG_ID = "rename-passkey"
_State: Any = PasskeysState
_PasskeyCreator = react_component("settings/passkey_creator.js", "PasskeyCreator", on_created=None)


def passkeys_section() -> rx.Component:
    return settings_section(
        styles.PASSKEYS,
        focus_managed_list(
            styles.PASSKEYS, rx.foreach(_State.passkeys, _passkey_row), class_name=styles.LIST
        ),
        rx.cond(
            _State.passkeys.length() == 0,
            rx.el.p(_("No passkeys yet"), class_name=styles.EMPTY),
        ),
        _PasskeyCreator(
            attempt=_State.attempt,
            name=_State.device_name,
            class_names={"error": form.ALERT},
            on_created=_State.finish,
        ),
        rx.el.div(
            ui.button(_("Add a passkey"), variant="primary", on_click=_State.start),
            class_name=styles.FOOTER,
        ),
        _rename_dialog(),
        _remove_dialog(),
    )


def _passkey_row(passkey: Any) -> rx.Component:
    last_used = ui.rich_text(
        _("Last used {time}"), time=ui.relative_time(passkey.last_used_at, in_sentence=True)
    )
    return rx.el.div(
        rx.el.span(ui.icon("key"), class_name=styles.LIST_ICON),
        rx.el.div(
            rx.el.p(passkey.name, class_name=f"{styles.LIST_NAME} {styles.LIST_NAME_TEXT}"),
            rx.el.p(
                rx.cond(passkey.last_used_at, last_used, _("Never used")),
                class_name=styles.LIST_NOTE,
            ),
            class_name=styles.LIST_TEXT,
        ),
        ui.button(
            _("Rename"),
            size="sm",
            variant="quiet",
            on_click=_State.show_rename_dialog(passkey.id),
            custom_attrs={"aria-description": passkey.name},
        ),
        ui.button(
            _("Remove"),
            size="sm",
            on_click=_State.show_remove_dialog(passkey.id),
            custom_attrs={"aria-description": passkey.name},
        ),
        key=passkey.id,
        class_name=styles.LIST_ROW,
    )


def _rename_dialog() -> Node:
    is_open = _State.renamed_id != 0
    return ui.dialog(
        rx.el.form(
            ui.form_alert(_State.error),
            rx.el.input(
                type="text",
                name="name",
                default_value=_State.renamed_name,
                max_length=NAME_MAX_LENGTH,
                auto_complete="off",
                class_name=form.INPUT,
                custom_attrs={"data-autofocus": True, "aria-label": _("Name"), "dir": "auto"},
            ),
            rx.el.div(
                ui.button(_("Cancel"), custom_attrs=ui.command_attrs(_DIALOG_ID, "close")),
                ui.button(_("Save"), type="submit", variant="primary"),
                class_name=overlay.DIALOG_ACTIONS,
            ),
            key=choose(is_open, "open", "closed"),
            on_submit=_State.rename,
            class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
        ),
        id=_DIALOG_ID,
        title=_("Rename the passkey"),
        size="sm",
        open=is_open,
        on_close=_State.show_rename_dialog(0),
    )


def _remove_dialog() -> rx.Component:
    return ui.confirm_dialog(
        id="remove-passkey",
        title=_("Remove this passkey?"),
        description=_(
            "You'll no longer be able to sign in with “{name}”.", name=_State.removed_name
        ),
        confirm_label=_("Remove"),
        on_confirm=_State.remove(_State.removed_id),
        open=_State.removed_id != 0,
        on_close=_State.show_remove_dialog(0),
    )
