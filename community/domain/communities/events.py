"""Domain events that the `communities` package records."""

from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class CommunityCreated(DomainEvent):
    community_id: int
    owner_id: int


@dataclass(frozen=True, slots=True)
class CommunityEdited(DomainEvent):
    """A user edited a community.

    The name, slug, description, rules, posting policy or an image changed.
    """

    community_id: int


@dataclass(frozen=True, slots=True)
class CommunityClosed(DomainEvent):
    """A community was closed to new members and new posts."""

    community_id: int


@dataclass(frozen=True, slots=True)
class CommunityReopened(DomainEvent):
    community_id: int


@dataclass(frozen=True, slots=True)
class CommunityJoined(DomainEvent):
    community_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class CommunityLeft(DomainEvent):
    community_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class ModeratorAdded(DomainEvent):
    community_id: int
    user_id: int
    actor_id: int


@dataclass(frozen=True, slots=True)
class ModeratorRemoved(DomainEvent):
    community_id: int
    user_id: int
    actor_id: int
