"""The form that changes the password.

It is sent over HTTP (`assets/ajax_forms.js`), because the response sets a new session cookie. The
browser then reloads the page, so that its WebSocket connects with the new cookie.
"""

import reflex as rx

from community import urls
from community.components import ui
from community.components.settings.section import settings_section
from community.i18n import gettext as _
from community.state.settings.page import SettingsState
from community.state.settings.profile import ProfileFormState
from community.styles import form
from community.styles import settings as styles
from community.styles.auth_forms import password_hint

FORM_ID = "new-password"


class _FlashMessage(rx.Component):
    """Component that shows the success message after the page has reloaded.

    Its script is `assets/ui/settings/flash_message.js`.
    """

    library = "$/public/ui/settings/flash_message.js"
    tag = "FlashMessage"
    form: rx.Var[str]


def password_section() -> rx.Component:
    return settings_section(
        styles.PASSWORD,
        rx.cond(
            SettingsState.has_password,
            _form(),
            rx.el.p(_("Your account has no password."), class_name=styles.EMPTY),
        ),
    )


def _form() -> rx.Component:
    return rx.el.form(
        _FlashMessage.create(form=FORM_ID, class_name=styles.SUCCESS),
        rx.el.p(
            hidden=True, role="alert", class_name=form.ALERT, custom_attrs={"data-error-for": ""}
        ),
        # Password managers need the username field to update the right entry.
        rx.el.input(
            type="text",
            name="username",
            value=ProfileFormState.slug,
            read_only=True,
            hidden=True,
            auto_complete="username",
        ),
        _field("current_password", _("Current password"), "current-password"),
        _field("password", _("New password"), "new-password", password_hint()),
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


def _field(name: str, label: str, autocomplete: str, hint: str = "") -> rx.Component:
    field_id = f"{FORM_ID}-{name}"
    return rx.el.div(
        rx.el.label(label, html_for=field_id, class_name=form.LABEL),
        rx.el.input(
            id=field_id,
            name=name,
            type="password",
            auto_complete=autocomplete,
            required=True,
            class_name=form.INPUT,
            custom_attrs={"aria-describedby": f"{field_id}-note {field_id}-hint"},
        ),
        rx.el.p(
            id=f"{field_id}-note",
            hidden=True,
            class_name=form.ERROR,
            custom_attrs={"data-error-for": name},
        ),
        rx.el.p(hint, id=f"{field_id}-hint", class_name=form.HINT),
        class_name=form.FIELD,
    )
