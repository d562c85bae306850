"""The pages of the sections of settings."""

from typing import Any, Final

import reflex as rx

from community import i18n
from community.admin.blocks.form import list_contents, settings_form
from community.admin.layout import admin_page
from community.admin.settings.connection_checks import list_ai_extras, list_mail_extras
from community.admin.settings.sign_in import list_extras
from community.admin.settings.state import SettingsFormState
from community.admin.settings.transfer import import_dialog, transfer_buttons
from community.components import ui
from community.domain import site
from community.domain.site import SettingsPart
from community.domain.site.definitions.general import Branding
from community.domain.site.definitions.services import AiSettings, SmtpSettings
from community.i18n import gettext as _
from community.rendering import Node
from community.styles.admin import form as styles

# A shorter form is seen at a glance.
MIN_PARTS_WITH_CONTENTS: Final = 4


def list_language_extras() -> dict[type[SettingsPart], rx.Component]:
    """Return what the form shows below the settings of the site as a whole.

    Pages are compiled in one language, so no setting can change it while the site runs.
    """
    codes = ", ".join(i18n.LANGUAGES)
    row = rx.el.div(
        rx.el.div(
            rx.el.p(_("Language"), class_name=styles.LABEL),
            rx.el.p(
                _(
                    "The language is part of the build. To change it, set SITE_LANGUAGE in the "
                    "configuration of the server ({codes}), run “community build” and restart.",
                    codes=codes,
                ),
                class_name=styles.HELP,
            ),
            class_name=styles.LABELS,
        ),
        rx.el.p(
            ui.icon("globe"),
            i18n.get_language_name(),
            class_name=styles.LANGUAGE,
        ),
        class_name=styles.LANGUAGE_ROW,
    )
    return {Branding: row}


def settings_page(
    section_type: type[site.SettingsSection],
    *,
    actions: tuple[Node, ...] = (),
    dialogs: tuple[Node, ...] = (),
    separate_parts: tuple[type[site.SettingsPart], ...] = (),
    **options: Any,
) -> rx.Component:
    form = settings_form(section_type, state=SettingsFormState, **options)
    if len(section_type.list_parts()) >= MIN_PARTS_WITH_CONTENTS:
        form = rx.el.div(
            list_contents(section_type, separate_parts), form, class_name=styles.LAYOUT
        )
    return admin_page(
        site.get_admin_section(section_type),
        form,
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
        separate_parts=(SmtpSettings, AiSettings),
        extras=list_language_extras() | list_ai_extras() | list_mail_extras(),
    )
