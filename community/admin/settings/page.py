"""The pages of the sections of settings."""

from typing import Any

import reflex as rx

from community.admin.blocks.form import settings_form
from community.admin.layout import admin_page
from community.admin.settings.ai_test import list_ai_extras
from community.admin.settings.sign_in import list_extras
from community.admin.settings.state import SettingsFormState
from community.admin.settings.transfer import import_dialog, transfer_buttons
from community.domain import site
from community.domain.site import SettingsSection
from community.rendering import Node


def settings_page(
    section_type: type[SettingsSection],
    *,
    actions: tuple[Node, ...] = (),
    dialogs: tuple[Node, ...] = (),
    **options: Any,
) -> rx.Component:
    return admin_page(
        site.get_admin_section(section_type),
        settings_form(section_type, state=SettingsFormState, **options),
        actions=actions,
        dialogs=dialogs,
        is_ready=SettingsFormState.group == section_type.name,
    )


def content_page() -> rx.Component:
    return settings_page(site.ContentSettings)


def auth_page() -> rx.Component:
    return settings_page(site.AuthSettings, extras=list_extras())


def cookie_consent_page() -> rx.Component:
    return settings_page(site.CookieConsentSettings)


def general_page() -> rx.Component:
    return settings_page(
        site.GeneralSettings,
        actions=transfer_buttons(),
        dialogs=(import_dialog(),),
        extras=list_ai_extras(),
    )
