"""The settings page at `/settings`."""

from typing import Any

import reflex as rx

from community import urls
from community.components import settings as sections, sign_in
from community.components.layout.page import page
from community.components.page_heading import page_heading
from community.i18n import gettext as _
from community.state.pages.layout import LayoutState
from community.state.pages.settings.page import SettingsState
from community.styles import settings as styles


def settings_page() -> rx.Component:
    is_guest = LayoutState.is_loaded & ~LayoutState.is_signed_in
    return page(
        page_heading(_("Settings")),
        rx.cond(
            is_guest,
            sign_in.sign_in_prompt(urls.SETTINGS),
            rx.cond(
                SettingsState.is_loaded,
                _sections(),
                sections.section_placeholders(shows_plans=_shows_subscription()),
            ),
        ),
        is_ready=is_guest | SettingsState.is_loaded,
        active_href=urls.SETTINGS,
        sidebar=[
            rx.cond(
                SettingsState.is_loaded,
                sections.sidebar_section_links(
                    shows_plans=_shows_subscription(), shows_private=~SettingsState.is_view
                ),
            )
        ],
    )


def _shows_subscription() -> Any:
    return LayoutState.shows_plans | SettingsState.shows_subscription


def _sections() -> rx.Component:
    return rx.fragment(
        sections.horizontal_section_links(
            shows_plans=_shows_subscription(), shows_private=~SettingsState.is_view
        ),
        rx.el.div(
            rx.cond(SettingsState.is_view, _private_notice()),
            sections.profile_section(),
            _private(
                sections.email_section(),
                sections.password_section(),
                sections.connections_section(),
                sections.two_step_section(),
                sections.passkeys_section(),
            ),
            rx.cond(_shows_subscription(), sections.subscription_section()),
            sections.notifications_section(),
            sections.messages_section(),
            sections.online_status_section(),
            sections.default_feed_section(),
            sections.ignored_section(),
            _private(
                sections.devices_section(),
                sections.tokens_section(),
                sections.data_export_section(),
                sections.account_deletion_section(),
            ),
            class_name=styles.STACK,
        ),
        sign_in.confirmation_dialog(),
    )


def _private(*children: rx.Component) -> rx.Component:
    """Return sections that an administrator who views the site as another user does not see."""
    return rx.cond(SettingsState.is_view, rx.fragment(), rx.fragment(*children))


def _private_notice() -> rx.Component:
    return rx.el.p(
        _("Only the owner of the account sees its email, sign-in settings and devices."),
        class_name=styles.OBSTACLE,
    )
