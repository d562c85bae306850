"""What happens to reactions."""

from dataclasses import dataclass

from community.core.events import Fact
from community.domain.reactions.schemas import Target


@dataclass(frozen=True, slots=True)
class ReactionSet(Fact):
    """Somebody reacted.

    Attributes:
        post_id: the target, or the post of the comment that is the target.
        previous: what they had chosen there before, if they changed their mind.
    """

    target: Target
    target_id: int
    post_id: int
    author_id: int
    actor_id: int
    code: str
    previous: str | None = None


@dataclass(frozen=True, slots=True)
class ReactionWithdrawn(Fact):
    """Somebody took their reaction back."""

    target: Target
    target_id: int
    post_id: int
    author_id: int
    actor_id: int
    code: str
