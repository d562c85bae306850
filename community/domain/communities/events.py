from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class CommunityCreated(DomainEvent):
    community_id: int
    owner_id: int


@dataclass(frozen=True, slots=True)
class CommunityEdited(DomainEvent):
    """The name, slug, description, rules, posting policy or an image of a community changed."""

    community_id: int


@dataclass(frozen=True, slots=True)
class CommunityClosed(DomainEvent):
    """A community was closed. It accepts no new members, posts and comments."""

    community_id: int


@dataclass(frozen=True, slots=True)
class CommunityReopened(DomainEvent):
    community_id: int


@dataclass(frozen=True, slots=True)
class CommunityTransferred(DomainEvent):
    """A community has a new owner. The former owner is still a moderator."""

    community_id: int
    former_owner_id: int
    owner_id: int
    actor_id: int


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
