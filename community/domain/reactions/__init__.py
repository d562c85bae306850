"""Reactions to posts and comments. A user has at most one reaction to each post or comment."""

from community.domain.reactions.actions import react
from community.domain.reactions.events import ReactionRemoved, ReactionSet
from community.domain.reactions.policies import may_react, may_use_extended
from community.domain.reactions.queries import get_my_reactions
from community.domain.reactions.schemas import ReactionSummary, ReactionTarget

__all__ = [
    "ReactionRemoved",
    "ReactionSet",
    "ReactionSummary",
    "ReactionTarget",
    "get_my_reactions",
    "may_react",
    "may_use_extended",
    "react",
]
