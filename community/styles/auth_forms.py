"""Fields and texts of the sign-in and registration forms.

The server-rendered pages and the sign-in dialog both use them.
"""

from dataclasses import dataclass
from typing import Final, Literal

from community.i18n import gettext as _
from community.i18n import ngettext

AuthFormKind = Literal["login", "register"]

# `domain/accounts` enforces these lengths. The HTML attributes only save a failed request.
MIN_PASSWORD_LENGTH: Final = 8
_MAX_PASSWORD_LENGTH: Final = 128
_MAX_EMAIL_LENGTH: Final = 254
_MAX_NAME_LENGTH: Final = 50


@dataclass(frozen=True, slots=True)
class FormField:
    """A form field with its label, hint and HTML attributes."""

    name: str
    label: str
    type: str = "text"
    autocomplete: str = ""
    hint: str = ""
    minlength: int | None = None
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
            FormField(
                "login",
                _("Email or username"),
                autocomplete="username",
                maxlength=_MAX_EMAIL_LENGTH,
            ),
            FormField(
                "password",
                _("Password"),
                "password",
                "current-password",
                maxlength=_MAX_PASSWORD_LENGTH,
            ),
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
                maxlength=_MAX_NAME_LENGTH,
            ),
            FormField("email", _("Email"), "email", "email", maxlength=_MAX_EMAIL_LENGTH),
            FormField(
                "password",
                _("Password"),
                "password",
                "new-password",
                password_hint(),
                MIN_PASSWORD_LENGTH,
                _MAX_PASSWORD_LENGTH,
            ),
        ),
        _("Already have an account?"),
        _("Sign in"),
    )


def sign_in_dialog_title() -> str:
    return _("Sign in or create an account")


def password_hint() -> str:
    return ngettext("At least {n} character", "At least {n} characters", MIN_PASSWORD_LENGTH)
