"""Domain events of posts. Saving a draft records none, because only its author sees it."""

from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class PostPublished(DomainEvent):
    post_id: int
    author_id: int
    community_id: int | None
    is_first: bool  # False if the post was published before


@dataclass(frozen=True, slots=True)
class PostEdited(DomainEvent):
    """The public content of a published post changed."""

    post_id: int
    actor_id: int


@dataclass(frozen=True, slots=True)
class PostPinChanged(DomainEvent):
    """A post was pinned to the top of its community or profile, or unpinned."""

    post_id: int


@dataclass(frozen=True, slots=True)
class PostHeld(DomainEvent):
    """A post waits for a moderator, or one that already waits has changed."""

    post_id: int
    author_id: int
    was_published: bool


@dataclass(frozen=True, slots=True)
class PostUnpublished(DomainEvent):
    """A post that was published or waited for a moderator was unpublished. Its author sees it."""

    post_id: int
    author_id: int
    actor_id: int


@dataclass(frozen=True, slots=True)
class PostDeleted(DomainEvent):
    post_id: int
    author_id: int
    actor_id: int
    was_published: bool  # whether the post was public when it was deleted


@dataclass(frozen=True, slots=True)
class PostRestored(DomainEvent):
    post_id: int
    author_id: int
    actor_id: int
    is_published: bool  # whether the post is public again


@dataclass(frozen=True, slots=True)
class PostsMoved(DomainEvent):
    """These posts have another author."""

    post_ids: tuple[int, ...]
