from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class SignedIn(DomainEvent):
    user_id: int
    session_id: int


@dataclass(frozen=True, slots=True)
class SessionRevoked(DomainEvent):
    """A sign-in session was revoked.

    A session is revoked when the user signs out, revokes it in the list of devices, changes the
    password, signs in again in the same browser, or has more than `MAX_SESSIONS` sessions.
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
class IdentityConnected(DomainEvent):
    user_id: int


@dataclass(frozen=True, slots=True)
class IdentityDisconnected(DomainEvent):
    """A user can no longer sign in with a service, or with all of them."""

    user_id: int


@dataclass(frozen=True, slots=True)
class EmailChanged(DomainEvent):
    """The email of a user, or whether it is verified, was changed."""

    user_id: int


@dataclass(frozen=True, slots=True)
class ViewingChanged(DomainEvent):
    """An administrator began or stopped to see the site as another user. Recorded for both."""

    user_id: int


@dataclass(frozen=True, slots=True)
class PasswordConfirmed(DomainEvent):
    """A user entered their password before a sensitive action."""

    user_id: int


@dataclass(frozen=True, slots=True)
class SecondFactorChanged(DomainEvent):
    user_id: int
