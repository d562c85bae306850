"""The services to sign in with, with buttons that connect and disconnect them."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.settings.section import focus_managed_list, settings_section
from community.components.sign_in_providers import (
    provider_link,
    provider_logo,
    sign_in_problem,
)
from community.i18n import gettext as _
from community.state.pages.settings.connections import ConnectionsState
from community.styles import settings as styles
from community.styles.ui import button

_State: Any = ConnectionsState


def connections_section() -> rx.Component:
    return settings_section(
        styles.SIGN_IN,
        sign_in_problem(_State.problem),
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
        rx.el.span(provider_logo(connection.provider), class_name=styles.LIST_ICON),
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
    return provider_link(
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
