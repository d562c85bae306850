"""Reactions: what one person feels about one post or one comment."""

from community.domain.reactions.actions import react
from community.domain.reactions.events import ReactionSet, ReactionWithdrawn
from community.domain.reactions.policies import may_react, may_use_extended
from community.domain.reactions.queries import my_reactions
from community.domain.reactions.schemas import ReactionSummary, Target

__all__ = [
    "ReactionSet",
    "ReactionSummary",
    "ReactionWithdrawn",
    "Target",
    "may_react",
    "may_use_extended",
    "my_reactions",
    "react",
]
