"""What happens to posts. That a draft was saved concerns nobody but its author."""

from dataclasses import dataclass

from community.core.events import Fact


@dataclass(frozen=True, slots=True)
class PostPublished(Fact):
    """A post became visible to everybody. `is_first` is False when it had been before."""

    post_id: int
    author_id: int
    community_id: int | None
    is_first: bool


@dataclass(frozen=True, slots=True)
class PostEdited(Fact):
    """What readers see of a published post changed."""

    post_id: int
    by_id: int


@dataclass(frozen=True, slots=True)
class PostUnpublished(Fact):
    """Readers cannot see the post any more; its author still can."""

    post_id: int
    author_id: int
    by_id: int


@dataclass(frozen=True, slots=True)
class PostDeleted(Fact):
    """The post is gone for everybody. `was_published` tells whether readers could see it."""

    post_id: int
    author_id: int
    by_id: int
    was_published: bool


@dataclass(frozen=True, slots=True)
class PostRestored(Fact):
    """A deleted post is back with its author; readers do not see it before it is published."""

    post_id: int
    author_id: int
    by_id: int
