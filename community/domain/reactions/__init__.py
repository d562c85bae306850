"""Functions that set, remove and read the reactions of users to posts and comments.

A reaction is an emoji, such as a heart. A user can have at most one reaction to each post or
comment.
"""

from community.domain.reactions.actions import react
from community.domain.reactions.events import ReactionRemoved, ReactionSet
from community.domain.reactions.policies import may_react, may_use_extended_reactions
from community.domain.reactions.queries import get_my_reactions
from community.domain.reactions.schemas import ReactionSummary, ReactionTarget

__all__ = [
    "ReactionRemoved",
    "ReactionSet",
    "ReactionSummary",
    "ReactionTarget",
    "get_my_reactions",
    "may_react",
    "may_use_extended_reactions",
    "react",
]
