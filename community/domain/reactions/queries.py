"""Functions that find the reactions of the signed-in user (the actor) and of other users."""

from collections.abc import Collection, Iterable

from sqlalchemy import or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.domain import site
from community.domain.reactions.schemas import ReactionKey, ReactionTarget
from community.domain.site.schemas import ReactionChoice
from community.models import Reaction


async def get_my_reactions(
    session: AsyncSession, actor: Actor, *, target: ReactionTarget, target_ids: Iterable[int]
) -> dict[int, str]:
    """Return the codes of the actor's reactions by the id of the post or comment, in one query."""
    ids = set(target_ids)
    if actor.is_guest or not ids:
        return {}
    column = col(Reaction.post_id if target == "post" else Reaction.comment_id)
    rows = await session.execute(
        select(column, Reaction.code).where(Reaction.user_id == actor.id, column.in_(ids))
    )
    return {target_id: code for target_id, code in rows if target_id is not None}


async def find_reactions(
    session: AsyncSession, keys: Collection[ReactionKey]
) -> dict[ReactionKey, ReactionChoice]:
    """Return the reactions of users to posts and comments. Runs at most one query."""
    if not keys:
        return {}
    post_ids = {key.target_id for key in keys if key.target == "post"}
    comment_ids = {key.target_id for key in keys if key.target == "comment"}
    rows = await session.execute(
        select(Reaction.user_id, Reaction.post_id, Reaction.comment_id, Reaction.code).where(
            col(Reaction.user_id).in_({key.user_id for key in keys}),
            or_(col(Reaction.post_id).in_(post_ids), col(Reaction.comment_id).in_(comment_ids)),
        )
    )
    choices = await site.get_reactions_by_code(session)
    found = {
        _make_key(user_id, post_id, comment_id): choices[code]
        for user_id, post_id, comment_id, code in rows
    }
    return {key: found[key] for key in keys if key in found}


def _make_key(user_id: int, post_id: int | None, comment_id: int | None) -> ReactionKey:
    if post_id is not None:
        return ReactionKey("post", post_id, user_id)
    assert comment_id is not None
    return ReactionKey("comment", comment_id, user_id)
