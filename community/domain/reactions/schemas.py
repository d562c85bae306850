"""The model for the reactions to a post or comment, as the API and the pages receive it."""

from typing import Literal, NamedTuple

from community.core.read_models import ReadModel
from community.domain.site.schemas import ReactionCount

ReactionTarget = Literal["post", "comment"]


class ReactionKey(NamedTuple):
    """Identifies the reaction of a user to a post or comment."""

    target: ReactionTarget
    target_id: int
    user_id: int


class ReactionSummary(ReadModel):
    """The viewer's reaction to a post or comment, and how many users chose each reaction."""

    target: ReactionTarget
    target_id: int
    my_reaction: str | None = None
    reactions: list[ReactionCount] = []


class ReactionKindView(ReadModel):
    """A kind of reaction, as administrators see it.

    If `is_active` is false, the kind is retired: users can no longer choose it. If `is_used` is
    true, the kind cannot be deleted.
    """

    code: str
    emoji: str
    image: str | None = None
    name: str
    is_extended: bool = False
    is_active: bool = True
    is_used: bool = False
