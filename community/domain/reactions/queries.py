"""The query for the reactions of an actor."""

from collections.abc import Iterable

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.domain.reactions.schemas import ReactionTarget
from community.models import Reaction


async def get_my_reactions(
    session: AsyncSession, actor: Actor, *, target: ReactionTarget, target_ids: Iterable[int]
) -> dict[int, str]:
    """Return the codes of the actor's reactions by the id of the post or comment.

    Runs one query. The result is empty for guests.
    """
    ids = set(target_ids)
    if actor.is_guest or not ids:
        return {}
    column = col(Reaction.post_id if target == "post" else Reaction.comment_id)
    rows = await session.execute(
        select(column, Reaction.code).where(Reaction.user_id == actor.id, column.in_(ids))
    )
    return {target_id: code for target_id, code in rows if target_id is not None}
