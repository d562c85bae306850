"""The function that moves the reactions of one user to another when accounts are merged."""

from collections import Counter
from collections.abc import Collection, Sequence

from sqlalchemy import or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.db.locks import FOR_NO_KEY_UPDATE
from community.domain import comments, posts
from community.models import Comment, Post, Reaction


async def move_reactions(
    session: AsyncSession, *, source_id: int, target_id: int, limit: int
) -> int:
    """Move up to `limit` reactions, and return their number.

    Where both users reacted, the reaction of the target stays. Reactions to posts and comments of
    the target are deleted, because authors may not react to their own content.
    """
    rows = await lock_reactions(session, [source_id], limit)
    targets = await load_targets(session, rows)
    own = await _find_reactions(session, target_id, rows)
    for row in rows:
        key = (row.post_id, row.comment_id)
        if key in own or targets[key].author_id == target_id:
            await session.delete(row)
        else:
            row.user_id = target_id
    await session.flush()
    for target in targets.values():
        await _recount(session, target)
    return len(rows)


async def delete_own_reactions(session: AsyncSession, *, user_id: int, limit: int) -> int:
    """Delete up to `limit` reactions of a user to their own content, and return their number.

    A merge can make the content of another user their own.
    """
    found = await session.scalars(
        select(Reaction)
        .where(
            col(Reaction.user_id) == user_id,
            or_(
                col(Reaction.post_id).in_(posts.select_ids_by_author(user_id)),
                col(Reaction.comment_id).in_(comments.select_ids_by_author(user_id)),
            ),
        )
        .order_by(col(Reaction.id))
        .limit(limit)
    )
    rows = found.all()
    targets = await load_targets(session, rows)
    for row in rows:
        await session.delete(row)
    await session.flush()
    for target in targets.values():
        await _recount(session, target)
    return len(rows)


async def lock_reactions(
    session: AsyncSession, user_ids: Collection[int], limit: int
) -> Sequence[Reaction]:
    rows = await session.scalars(
        select(Reaction)
        .where(col(Reaction.user_id).in_(user_ids))
        .order_by(col(Reaction.id))
        .limit(limit)
        .with_for_update(**FOR_NO_KEY_UPDATE)
    )
    return rows.all()


async def _find_reactions(
    session: AsyncSession, user_id: int, rows: Sequence[Reaction]
) -> set[tuple[int | None, int | None]]:
    found = await session.execute(
        select(Reaction.post_id, Reaction.comment_id).where(
            col(Reaction.user_id) == user_id,
            or_(
                col(Reaction.post_id).in_([row.post_id for row in rows if row.post_id]),
                col(Reaction.comment_id).in_([row.comment_id for row in rows if row.comment_id]),
            ),
        )
    )
    return {(post_id, comment_id) for post_id, comment_id in found}


async def load_targets(
    session: AsyncSession, rows: Sequence[Reaction]
) -> dict[tuple[int | None, int | None], Post | Comment]:
    """Lock the posts and comments, comments first, as all actions do."""
    comment_ids = {row.comment_id for row in rows if row.comment_id}
    post_ids = {row.post_id for row in rows if row.post_id}
    locked: list[Post | Comment] = [
        *await comments.lock_comments(session, comment_ids),
        *await posts.lock_posts(session, post_ids),
    ]
    return {_get_key(target): target for target in locked}


def _get_key(target: Post | Comment) -> tuple[int | None, int | None]:
    return (target.id, None) if isinstance(target, Post) else (None, target.id)


async def _recount(session: AsyncSession, target: Post | Comment) -> None:
    column = Reaction.post_id if isinstance(target, Post) else Reaction.comment_id
    codes = await session.scalars(select(Reaction.code).where(col(column) == target.id))
    counts = dict(Counter(codes))
    if isinstance(target, Post):
        await posts.set_reaction_counts(session, target, counts)
    else:
        await comments.set_reaction_counts(session, target, counts)
