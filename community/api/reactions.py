"""Reactions over HTTP."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from community.api.identity import SignedIn
from community.api.ids import Id
from community.api.limits import limited
from community.api.refusals import refusals
from community.core.database import unit_of_work
from community.domain import reactions
from community.domain.reactions import ReactionSummary, Target

router = APIRouter(tags=["Reactions"])


class NewReaction(BaseModel):
    """What somebody feels about something: the code of a reaction, or null to take it back."""

    target: Target
    target_id: Id
    reaction: Annotated[str, Field(max_length=30)] | None


@router.post(
    "/reaction",
    dependencies=[limited("writes")],
    responses=refusals("banned", "subscription_feature_required", "not_found"),
)
async def react(new: NewReaction, actor: SignedIn) -> ReactionSummary:
    """React to something. The same again leaves it, another replaces it, null takes it back."""
    async with unit_of_work() as session:
        return await reactions.react(
            session, actor, target=new.target, target_id=new.target_id, code=new.reaction
        )
