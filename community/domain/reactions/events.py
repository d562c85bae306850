from dataclasses import dataclass

from community.core.events import DomainEvent
from community.domain.reactions.schemas import ReactionTarget


@dataclass(frozen=True, slots=True)
class ReactionSet(DomainEvent):
    """A user set or replaced their reaction to a post or comment."""

    target: ReactionTarget
    target_id: int
    post_id: int  # the id of the post, or of the post to which the comment belongs
    author_id: int  # the author of the post or comment
    actor_id: int
    code: str
    # The code of the replaced reaction, or None if there was no reaction
    previous_code: str | None = None


@dataclass(frozen=True, slots=True)
class ReactionRemoved(DomainEvent):
    target: ReactionTarget
    target_id: int
    post_id: int
    author_id: int
    actor_id: int
    code: str
