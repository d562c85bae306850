"""Where one is signed in, and the way to end that."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.settings.section import section, shrinking
from community.looks import settings as looks
from community.state.settings.devices import Devices

_CONFIRM = "sign-out-others"


def devices() -> rx.Component:
    """The section."""
    return section(
        looks.DEVICES,
        shrinking(looks.DEVICES, rx.foreach(Devices.rows, _row), class_name=looks.ROWS),
        shrinking(
            looks.DEVICES,
            rx.cond(
                Devices.others > 0,
                ui.button("Sign out everywhere else", custom_attrs=ui.opens(_CONFIRM)),
            ),
            class_name=looks.END,
        ),
        ui.confirmation(
            id=_CONFIRM,
            title="Sign out everywhere else?",
            consequence="You stay signed in here; everywhere else you will need your password.",
            act="Sign out",
            on_confirm=Devices.sign_out_others,
        ),
    )


def _row(device: Any) -> rx.Component:
    return rx.el.div(
        rx.el.span(
            rx.cond(device.kind == "phone", ui.icon("phone"), ui.icon("system")),
            class_name=looks.ROW_ICON,
        ),
        rx.el.div(
            rx.el.p(
                rx.el.span(device.name, class_name=looks.ROW_WORD),
                rx.cond(device.is_current, ui.badge("This device", tone="success")),
                class_name=looks.ROW_NAME,
            ),
            rx.el.p(
                rx.cond(device.address != "", f"{device.address} · ", ""),
                rx.cond(
                    device.is_current,
                    rx.fragment("signed in ", ui.time(device.created_at, in_sentence=True)),
                    rx.fragment("last used ", ui.time(device.last_seen_at, in_sentence=True)),
                ),
                class_name=looks.ROW_NOTE,
            ),
            class_name=looks.ROW_TEXT,
        ),
        rx.cond(device.is_current, _leave(), _end(device)),
        key=device.id,
        class_name=looks.ROW_ITEM,
    )


def _end(device: Any) -> rx.Component:
    return ui.button(
        "Sign out",
        size="sm",
        on_click=Devices.sign_out(device.id),
        custom_attrs={"aria-description": device.name},
    )


def _leave() -> rx.Component:
    """A form of its own: only an HTTP answer can take the cookie away."""
    return ui.native_form(ui.button("Sign out", type="submit", size="sm"), action=urls.LOGOUT)
