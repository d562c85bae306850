"""What the page of the sign-in settings shows below the settings of a part."""

import reflex as rx

from community import urls
from community.admin.blocks.form import address_field
from community.admin.settings.provider_guides import provider_guide
from community.components import ui
from community.core.db.sessions import read_session
from community.core.settings import settings
from community.domain import site
from community.domain.site.definitions import sign_in as definitions
from community.i18n import gettext as _
from community.state.runtime.policy import admin
from community.styles.admin import form as styles
from community.styles.ui import button


class SignInTestState(rx.State):
    """The results of the tests, by service: a message about what works, or about a failure."""

    base_url: str = ""
    successes: dict[str, str] = {}
    failures: dict[str, str] = {}

    @rx.event
    @admin("settings/auth")
    async def load(self) -> None:
        self.base_url = settings().base_url

    @rx.event
    @admin("settings/auth", limit="writes")
    async def test(self, provider: site.Provider) -> None:
        async with read_session() as session:
            configured = await site.load_settings_section(session, site.AuthSettings)
        callback = settings().base_url + urls.sign_in_callback(provider)
        check = await site.check_provider(configured.get_provider(provider), callback_url=callback)
        self.successes = {**self.successes, provider: check.message if check.is_ok else ""}
        self.failures = {**self.failures, provider: "" if check.is_ok else check.message}


def list_extras() -> dict[type[site.SettingsPart], rx.Component]:
    """Return what the form shows below the settings of each service."""
    extras = {
        part: _extra(provider, _(part.title))
        for provider, part in definitions.PROVIDER_PARTS.items()
    }
    return {definitions.RegistrationSettings: _invitations_link(), **extras}


def _invitations_link() -> rx.Component:
    link = rx.el.a(
        _("Manage invitations"),
        href=urls.admin_section("invitations"),
        class_name=button.class_names("secondary", "sm"),
    )
    return rx.el.div(link)


def _extra(provider: site.Provider, title: str) -> rx.Component:
    callback = f"{SignInTestState.base_url}{urls.sign_in_callback(provider)}"
    return rx.fragment(
        provider_guide(provider),
        address_field(_("Callback address"), callback),
        rx.el.div(
            ui.button(
                _("Test"),
                size="sm",
                aria_label=_("Test: {service}", service=title),
                on_click=SignInTestState.test(provider),
            ),
            rx.el.span(
                ui.error_message(SignInTestState.successes, provider),
                class_name=styles.TEST_OK,
                role="status",
            ),
            rx.el.span(
                ui.error_message(SignInTestState.failures, provider),
                class_name=styles.TEST_FAILED,
                role="status",
            ),
            class_name=styles.TEST_ROW,
        ),
    )
