"""The list of devices on which the user is signed in, with buttons that sign them out."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.settings.section import focus_managed_list, settings_section
from community.i18n import gettext as _
from community.state.pages.settings.security import DevicesState
from community.styles import settings as styles

_DIALOG_ID = "sign-out-others"


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
