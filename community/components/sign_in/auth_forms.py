"""Fields and texts of the sign-in and registration forms."""

from dataclasses import dataclass
from typing import Any, Literal

from community.domain import identity
from community.i18n import gettext as _, ngettext

AuthFormKind = Literal["login", "register"]


@dataclass(frozen=True, slots=True)
class FormField:
    name: str
    label: str
    type: str = "text"
    autocomplete: str = ""
    hint: str = ""
    maxlength: int | None = None
    inputmode: str | None = None
    value: Any = None
    is_required: bool = True


@dataclass(frozen=True, slots=True)
class AuthForm:
    kind: AuthFormKind
    action: str
    title: str
    submit: str
    fields: tuple[FormField, ...]
    switch_text: str  # the question shown before the button that switches to the other form
    switch_link: str


def login_form() -> AuthForm:
    return AuthForm(
        "login",
        "/login",
        _("Welcome back"),
        _("Sign in"),
        (
            # `webauthn` lets browsers offer passkeys in the suggestions of the field.
            FormField("login", _("Email or username"), autocomplete="username webauthn"),
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
                maxlength=identity.NAME_MAX_LENGTH,
            ),
            FormField("email", _("Email"), "email", "email"),
            _password_field("password", _("Password"), "new-password"),
        ),
        _("Already have an account?"),
        _("Sign in"),
    )


def link_page_fields(name: str) -> tuple[FormField, ...]:
    """Return the field `name` of a page in `components/sign_in/mail_links.py`."""
    if name == "email":
        return (FormField("email", _("Email"), "email", "email"),)
    if name == "code":
        return (one_time_code_field(),)
    if name == "recovery_code":
        return (FormField("recovery_code", _("Recovery code"), autocomplete="off"),)
    return (_password_field("password", _("New password"), "new-password"),)


def finish_fields(name: Any, slug: Any, email: Any) -> tuple[FormField, ...]:
    """Return the fields of a registration with another service. The arguments are suggestions."""
    return (
        FormField(
            "name",
            _("Name"),
            autocomplete="name",
            hint=_("Shown to everyone"),
            maxlength=identity.NAME_MAX_LENGTH,
            value=name,
        ),
        FormField(
            "slug",
            _("Username"),
            autocomplete="username",
            hint=_("The address of your profile. You can change it later."),
            maxlength=identity.SLUG_MAX_LENGTH,
            value=slug,
        ),
        FormField("email", _("Email"), "email", "email", value=email),
    )


def one_time_code_field() -> FormField:
    return FormField("code", _("Code"), autocomplete="one-time-code", inputmode="numeric")


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
    n = identity.PASSWORD_MIN_LENGTH
    hint = ngettext("At least {n} character", "At least {n} characters", n)
    return FormField(
        name,
        label,
        "password",
        autocomplete,
        hint if autocomplete == "new-password" else "",
        identity.PASSWORD_MAX_LENGTH,
    )


def sign_in_dialog_title() -> str:
    return _("Sign in or create an account")
