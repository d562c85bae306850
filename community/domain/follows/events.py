from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class Followed(DomainEvent):
    follower_id: int
    followed_id: int


@dataclass(frozen=True, slots=True)
class Unfollowed(DomainEvent):
    follower_id: int
    followed_id: int


@dataclass(frozen=True, slots=True)
class Ignored(DomainEvent):
    """The user `user_id` added the user `ignored_id` to their ignore list."""

    user_id: int
    ignored_id: int


@dataclass(frozen=True, slots=True)
class Unignored(DomainEvent):
    user_id: int
    ignored_id: int
