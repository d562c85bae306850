from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class NameAppearanceChanged(DomainEvent):
    """A user has chosen another badge, or another style for their name."""

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
