"""What happens to accounts."""

from dataclasses import dataclass

from community.core.events import Fact


@dataclass(frozen=True, slots=True)
class AccountRegistered(Fact):
    """Somebody joined."""

    user_id: int


@dataclass(frozen=True, slots=True)
class SignedIn(Fact):
    """Somebody came in on a device."""

    user_id: int
    session_id: int


@dataclass(frozen=True, slots=True)
class SessionRevoked(Fact):
    """A sign-in ended: by signing out, from the list of devices, or with a new password."""

    user_id: int
    session_id: int


@dataclass(frozen=True, slots=True)
class TokenCreated(Fact):
    """Somebody made a personal access token."""

    user_id: int
    token_id: int


@dataclass(frozen=True, slots=True)
class TokenRevoked(Fact):
    """A personal access token ended."""

    user_id: int
    token_id: int


@dataclass(frozen=True, slots=True)
class PasswordChanged(Fact):
    """Somebody has a new password."""

    user_id: int


@dataclass(frozen=True, slots=True)
class ProfileChanged(Fact):
    """Name, address, picture or description of somebody changed."""

    user_id: int


@dataclass(frozen=True, slots=True)
class FeedChosen(Fact):
    """Somebody's home page begins with another feed."""

    user_id: int


@dataclass(frozen=True, slots=True)
class KeywordsIgnored(Fact):
    """The list of words that somebody does not want to read about is another one."""

    user_id: int


@dataclass(frozen=True, slots=True)
class AdministratorAppointed(Fact):
    """Somebody became an administrator."""

    user_id: int
