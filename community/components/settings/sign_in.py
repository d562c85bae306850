"""Settings of how a user signs in: the password, other services, and devices."""

from typing import Any

import reflex as rx

from community import urls
from community.components import sign_in, ui
from community.components.settings.section import focus_managed_list, settings_section
from community.components.sign_in import auth_forms
from community.i18n import gettext as _
from community.rendering import react_component
from community.state.pages.settings.page import SettingsState
from community.state.pages.settings.profile import ProfileFormState
from community.state.pages.settings.security import ConnectionsState, DevicesState
from community.styles import settings as styles
from community.styles.ui import button, form

_DIALOG_ID = "sign-out-others"

FORM_ID = "new-password"


# Shows the success message after the page has reloaded.
_FlashMessage = react_component("settings/flash_message.js", "FlashMessage")

_State: Any = ConnectionsState


def devices_section() -> rx.Component:
    return settings_section(
        styles.DEVICES,
        focus_managed_list(
            styles.DEVICES, rx.foreach(DevicesState.devices, _device_row), class_name=styles.LIST
        ),
        focus_managed_list(
            styles.DEVICES,
            rx.cond(
                DevicesState.other_count > 0,
                ui.button(
                    _("Sign out everywhere else"), custom_attrs=ui.dialog_button_attrs(_DIALOG_ID)
                ),
            ),
            class_name=styles.FOOTER,
        ),
        ui.confirm_dialog(
            id=_DIALOG_ID,
            title=_("Sign out everywhere else?"),
            description=_("You'll stay signed in on this device."),
            confirm_label=_("Sign out"),
            on_confirm=DevicesState.sign_out_others,
        ),
    )


def _device_row(device: Any) -> rx.Component:
    return rx.el.div(
        rx.el.span(
            rx.cond(device.kind == "phone", ui.icon("phone"), ui.icon("system")),
            class_name=styles.LIST_ICON,
        ),
        rx.el.div(
            rx.el.p(
                rx.el.span(device.name, class_name=styles.LIST_NAME_TEXT),
                rx.cond(device.is_current, ui.badge(_("This device"), tone="success")),
                class_name=styles.LIST_NAME,
            ),
            rx.el.p(
                rx.cond(device.address != "", f"{device.address} · ", ""),
                rx.cond(
                    device.is_current,
                    ui.rich_text(
                        _("Signed in {time}"), time=_relative_time_in_sentence(device.created_at)
                    ),
                    ui.rich_text(
                        _("Last used {time}"), time=_relative_time_in_sentence(device.last_seen_at)
                    ),
                ),
                class_name=styles.LIST_NOTE,
            ),
            class_name=styles.LIST_TEXT,
        ),
        rx.cond(device.is_current, _sign_out_form(), _sign_out_button(device)),
        key=device.id,
        class_name=styles.LIST_ROW,
    )


def _relative_time_in_sentence(at: Any) -> rx.Component:
    return ui.relative_time(at, in_sentence=True)


def _sign_out_button(device: Any) -> rx.Component:
    return ui.button(
        _("Sign out"),
        size="sm",
        on_click=DevicesState.sign_out(device.id),
        custom_attrs={"aria-description": device.name},
    )


def _sign_out_form() -> rx.Component:
    """Return the form that signs out this device.

    It is a form and not an event handler, because only an HTTP response can delete the cookie.
    """
    return ui.native_form(ui.button(_("Sign out"), type="submit", size="sm"), action=urls.LOGOUT)


def password_section() -> rx.Component:
    return settings_section(
        styles.PASSWORD,
        rx.cond(
            SettingsState.has_password,
            _form(),
            _request_form(),
        ),
    )


def _request_form() -> rx.Component:
    """Return the form of users without a password, who choose one with a link in a mail."""
    return ui.native_form(
        rx.el.p(_("Your account has no password."), class_name=styles.EMPTY),
        rx.el.input(type="hidden", name="email", value=SettingsState.email),
        ui.button(_("Send me a link to choose one"), type="submit"),
        action=urls.REQUEST_PASSWORD_RESET,
    )


def _form() -> rx.Component:
    return rx.el.form(
        _FlashMessage(form=FORM_ID, class_name=styles.SUCCESS),
        sign_in.form_error(),
        # Password managers need the username field to update the right entry.
        rx.el.input(
            type="text",
            name="username",
            value=ProfileFormState.slug,
            read_only=True,
            hidden=True,
            auto_complete="username",
        ),
        *sign_in.form_fields(FORM_ID, auth_forms.password_change_fields()),
        rx.el.div(
            ui.button(_("Change password"), type="submit", variant="primary"),
            class_name=form.ACTIONS,
        ),
        action=f"{urls.SETTINGS}/password",
        method="post",
        class_name=styles.FORM,
        custom_attrs={
            "data-ajax-form": FORM_ID,
            "data-success-message": _("Password changed. You're signed out on all other devices."),
            "noValidate": True,
        },
    )


def connections_section() -> rx.Component:
    return settings_section(
        styles.SIGN_IN,
        sign_in.sign_in_problem(_State.problem),
        rx.cond(
            _State.connections.length() > 0,
            focus_managed_list(
                styles.SIGN_IN,
                rx.foreach(_State.connections, _row),
                class_name=styles.LIST,
            ),
            rx.el.p(_("Administrators have not set up any services yet."), class_name=styles.EMPTY),
        ),
    )


def _row(connection: Any) -> rx.Component:
    return rx.el.div(
        rx.el.span(sign_in.provider_logo(connection.provider), class_name=styles.LIST_ICON),
        rx.el.div(
            rx.el.p(
                rx.el.span(connection.name, class_name=styles.LIST_NAME_TEXT),
                class_name=styles.LIST_NAME,
            ),
            rx.el.p(
                rx.cond(connection.is_connected, _account(connection), _("Not connected")),
                class_name=styles.LIST_NOTE,
            ),
            class_name=styles.LIST_TEXT,
        ),
        rx.cond(connection.is_connected, _disconnect_part(connection), _connect_link(connection)),
        key=connection.provider,
        class_name=styles.LIST_ROW,
    )


def _account(connection: Any) -> rx.Component:
    used = ui.rich_text(
        _("Last used {time}"), time=ui.relative_time(connection.last_used_at, in_sentence=True)
    )
    account = rx.cond(connection.email != "", connection.email, connection.account_name)
    return rx.fragment(rx.cond(account != "", f"{account} · ", ""), used)


def _connect_link(connection: Any) -> Any:
    return sign_in.provider_link(
        connection.provider,
        _("Connect"),
        next_url=urls.SIGN_IN_SETTINGS,
        class_name=button.class_names("secondary", "sm"),
        aria_label=_("Connect {service}", service=connection.name),
    )


def _disconnect_part(connection: Any) -> rx.Component:
    dialog_id = f"disconnect-{connection.provider}"
    return rx.cond(
        connection.can_disconnect,
        rx.fragment(
            ui.button(
                _("Disconnect"),
                size="sm",
                aria_label=_("Disconnect {service}", service=connection.name),
                custom_attrs=ui.dialog_button_attrs(dialog_id),
            ),
            ui.confirm_dialog(
                id=dialog_id,
                title=_("Disconnect {service}?", service=connection.name),
                description=_("You'll no longer be able to sign in with this service."),
                confirm_label=_("Disconnect"),
                on_confirm=_State.disconnect(connection.provider),
            ),
        ),
        rx.el.span(_("Your only way to sign in"), class_name=styles.LIST_NOTE),
    )
