"""What the dialog for signing in and joining asks, for the live page and for documents alike."""

from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["login", "register"]


@dataclass(frozen=True, slots=True)
class Asked:
    """One field of a form."""

    name: str
    label: str
    type: str = "text"
    autocomplete: str = ""
    hint: str = ""
    minlength: int | None = None
    maxlength: int | None = None


@dataclass(frozen=True, slots=True)
class Entrance:
    """One of the two forms."""

    kind: Kind
    action: str
    title: str
    submit: str
    fields: tuple[Asked, ...]
    other: str
    other_link: str


LOGIN: Final = Entrance(
    "login",
    "/login",
    "Welcome back",
    "Sign in",
    (
        Asked("login", "E-mail or address", autocomplete="username", maxlength=254),
        Asked("password", "Password", "password", "current-password", maxlength=128),
    ),
    "New here?",
    "Create an account",
)
REGISTER: Final = Entrance(
    "register",
    "/register",
    "Join the conversation",
    "Create an account",
    (
        Asked("name", "Name", autocomplete="name", hint="As others will see it.", maxlength=50),
        Asked("email", "E-mail", "email", "email", maxlength=254),
        Asked(
            "password", "Password", "password", "new-password", "At least eight characters.", 8, 128
        ),
    ),
    "Have an account already?",
    "Sign in",
)
ENTRANCES: Final = (LOGIN, REGISTER)
TITLE: Final = "Sign in or join"
