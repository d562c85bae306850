"""HTTP route for reactions to posts and comments."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from community.api.http import Id, Session, SignedIn, error_responses, rate_limit
from community.domain import reactions
from community.domain.reactions import ReactionSummary, ReactionTarget

router = APIRouter(tags=["Reactions"])
write_router = APIRouter(tags=["Reactions"], dependencies=[rate_limit("writes")])


class ReactionUpdate(BaseModel):
    """The caller's reaction to a post or comment. `reaction: null` removes it."""

    target: ReactionTarget
    target_id: Id
    reaction: Annotated[str, Field(max_length=30)] | None


@write_router.post(
    "/reaction", responses=error_responses("banned", "subscription_feature_required", "not_found")
)
async def react(new: ReactionUpdate, actor: SignedIn, session: Session) -> ReactionSummary:
    """Set, replace or remove the caller's reaction to a post or comment. Idempotent."""
    return await reactions.react(
        session, actor, target=new.target, target_id=new.target_id, code=new.reaction
    )
