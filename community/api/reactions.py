"""HTTP route for reactions to posts and comments."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from community.api.authentication import SignedIn
from community.api.error_responses import error_responses
from community.api.ids import Id
from community.api.rate_limits import rate_limit
from community.core.database import unit_of_work
from community.domain import reactions
from community.domain.reactions import ReactionSummary, ReactionTarget

router = APIRouter(tags=["Reactions"])


class ReactionUpdate(BaseModel):
    """The caller's reaction to a post or comment. `reaction: null` removes it."""

    target: ReactionTarget
    target_id: Id
    reaction: Annotated[str, Field(max_length=30)] | None


@router.post(
    "/reaction",
    dependencies=[rate_limit("writes")],
    responses=error_responses("banned", "subscription_feature_required", "not_found"),
)
async def react(new: ReactionUpdate, actor: SignedIn) -> ReactionSummary:
    """Set, replace or remove the caller's reaction to a post or comment. Idempotent."""
    async with unit_of_work() as session:
        return await reactions.react(
            session, actor, target=new.target, target_id=new.target_id, code=new.reaction
        )
