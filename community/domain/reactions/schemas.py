"""Read models of reactions."""

from typing import Literal

from community.core.views import View
from community.domain.site.schemas import ReactionCount

Target = Literal["post", "comment"]


class ReactionSummary(View):
    """How a target stands after somebody reacted: their own choice, and how many chose what."""

    target: Target
    target_id: int
    my_reaction: str | None = None
    reactions: list[ReactionCount] = []
