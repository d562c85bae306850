"""The function that finds the reactions of the signed-in user (the actor)."""

from collections.abc import Iterable

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.domain.reactions.schemas import ReactionTarget
from community.models import Reaction


async def get_my_reactions(
    session: AsyncSession, actor: Actor, *, target: ReactionTarget, target_ids: Iterable[int]
) -> dict[int, str]:
    """Return a dictionary that maps ids of posts or comments to codes of the actor's reactions.

    Runs one query. Posts and comments without a reaction of the actor are missing from the
    dictionary. The result is empty for guests.
    """
    ids = set(target_ids)
    if actor.is_guest or not ids:
        return {}
    column = col(Reaction.post_id if target == "post" else Reaction.comment_id)
    rows = await session.execute(
        select(column, Reaction.code).where(Reaction.user_id == actor.id, column.in_(ids))
    )
    return {target_id: code for target_id, code in rows if target_id is not None}
