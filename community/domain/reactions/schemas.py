"""The model for the reactions to a post or comment, as the API and the pages receive it."""

from typing import Literal

from community.core.read_models import ReadModel
from community.domain.site.schemas import ReactionCount

ReactionTarget = Literal["post", "comment"]


class ReactionSummary(ReadModel):
    """The viewer's reaction to a post or comment, and how many users chose each reaction."""

    target: ReactionTarget
    target_id: int
    my_reaction: str | None = None
    reactions: list[ReactionCount] = []
