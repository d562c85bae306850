"""Fields and texts of the sign-in and registration forms.

The server-rendered pages and the sign-in dialog both use them.
"""

from dataclasses import dataclass
from typing import Literal

from community.domain import accounts
from community.i18n import gettext as _
from community.i18n import ngettext

AuthFormKind = Literal["login", "register"]


@dataclass(frozen=True, slots=True)
class FormField:
    name: str
    label: str
    type: str = "text"
    autocomplete: str = ""
    hint: str = ""
    maxlength: int | None = None


@dataclass(frozen=True, slots=True)
class AuthForm:
    """The sign-in form or the registration form.

    Attributes:
        switch_text: The question shown before the button that switches to the other form.
        switch_link: The label of that button.
    """

    kind: AuthFormKind
    action: str
    title: str
    submit: str
    fields: tuple[FormField, ...]
    switch_text: str
    switch_link: str


def login_form() -> AuthForm:
    return AuthForm(
        "login",
        "/login",
        _("Welcome back"),
        _("Sign in"),
        (
            FormField("login", _("Email or username"), autocomplete="username"),
            _password_field("password", _("Password"), "current-password"),
        ),
        _("New here?"),
        _("Create an account"),
    )


def registration_form() -> AuthForm:
    return AuthForm(
        "register",
        "/register",
        _("Join the conversation"),
        _("Create an account"),
        (
            FormField(
                "name",
                _("Name"),
                autocomplete="name",
                hint=_("Shown to everyone"),
                maxlength=accounts.NAME_MAX_LENGTH,
            ),
            FormField("email", _("Email"), "email", "email"),
            _password_field("password", _("Password"), "new-password"),
        ),
        _("Already have an account?"),
        _("Sign in"),
    )


def link_page_fields(name: str) -> tuple[FormField, ...]:
    """Return the field `name` of a page that a link in a mail opens."""
    if name == "email":
        return (FormField("email", _("Email"), "email", "email"),)
    return (_password_field("password", _("New password"), "new-password"),)


@dataclass(frozen=True, slots=True)
class RegistrationNotice:
    """What a guest sees in place of the registration form."""

    title: str
    text: str


def registration_closed_notice() -> RegistrationNotice:
    return RegistrationNotice(
        _("Registration is closed"), _("New accounts can't be created right now.")
    )


def invitation_needed_notice() -> RegistrationNotice:
    return RegistrationNotice(
        _("You need an invitation"),
        _("To create an account, open the link in your invitation."),
    )


def password_change_fields() -> tuple[FormField, ...]:
    return (
        _password_field("current_password", _("Current password"), "current-password"),
        _password_field("password", _("New password"), "new-password"),
    )


def _password_field(name: str, label: str, autocomplete: str) -> FormField:
    n = accounts.PASSWORD_MIN_LENGTH
    hint = ngettext("At least {n} character", "At least {n} characters", n)
    return FormField(
        name,
        label,
        "password",
        autocomplete,
        hint if autocomplete == "new-password" else "",
        accounts.PASSWORD_MAX_LENGTH,
    )


def sign_in_dialog_title() -> str:
    return _("Sign in or create an account")
