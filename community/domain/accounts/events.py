"""Domain events of the `accounts` package, such as `PasswordChanged`.

Functions of this package record an event after a change. Other packages can subscribe to events.
"""

from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class AccountRegistered(DomainEvent):
    user_id: int


@dataclass(frozen=True, slots=True)
class SignedIn(DomainEvent):
    user_id: int
    session_id: int


@dataclass(frozen=True, slots=True)
class SessionRevoked(DomainEvent):
    """A sign-in session was revoked.

    A session is revoked when the user signs out, revokes the session in the list of devices,
    changes the password, signs in again in the same browser, or has more than `MAX_SESSIONS`
    sessions.
    """

    user_id: int
    session_id: int


@dataclass(frozen=True, slots=True)
class TokenCreated(DomainEvent):
    user_id: int
    token_id: int


@dataclass(frozen=True, slots=True)
class TokenRevoked(DomainEvent):
    user_id: int
    token_id: int


@dataclass(frozen=True, slots=True)
class PasswordChanged(DomainEvent):
    user_id: int


@dataclass(frozen=True, slots=True)
class ProfileChanged(DomainEvent):
    """A user changed the name, username, description or an image of their own profile."""

    user_id: int


@dataclass(frozen=True, slots=True)
class DefaultFeedChanged(DomainEvent):
    """A user chose which feed the home page shows them first."""

    user_id: int


@dataclass(frozen=True, slots=True)
class IgnoredKeywordsChanged(DomainEvent):
    user_id: int


@dataclass(frozen=True, slots=True)
class AdminGranted(DomainEvent):
    user_id: int
