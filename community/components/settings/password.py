"""The form that changes the password.

It is sent over HTTP (`assets/ajax_forms.js`), because the response sets a new session cookie. The
browser then reloads the page, so that its WebSocket connects with the new cookie.
"""

import reflex as rx

from community import urls
from community.components import auth_forms, ui
from community.components.auth import form_error, form_fields
from community.components.settings.section import settings_section
from community.i18n import gettext as _
from community.rendering import react_component
from community.state.pages.settings.page import SettingsState
from community.state.pages.settings.profile import ProfileFormState
from community.styles import settings as styles
from community.styles.ui import form

FORM_ID = "new-password"


# Shows the success message after the page has reloaded.
_FlashMessage = react_component("settings/flash_message.js", "FlashMessage")


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
        form_error(),
        # Password managers need the username field to update the right entry.
        rx.el.input(
            type="text",
            name="username",
            value=ProfileFormState.slug,
            read_only=True,
            hidden=True,
            auto_complete="username",
        ),
        *form_fields(FORM_ID, auth_forms.password_change_fields()),
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
