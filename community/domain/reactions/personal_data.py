"""The reactions of users: for the archive with their data, and their deletion."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community.core.db.export_parts import ExportPart
from community.domain import comments, posts
from community.domain.reactions.merging import load_targets, lock_reactions
from community.i18n import noop
from community.models import Comment, Post, Reaction

EXPORT_PARTS: Final = (
    ExportPart(
        "reactions",
        noop("Your reactions"),
        user=Reaction.user_id,
        key=Reaction.id,
        fields=(Reaction.post_id, Reaction.comment_id, Reaction.code, Reaction.created_at),
    ),
)


async def erase_reactions(session: AsyncSession, *, user_ids: Collection[int], limit: int) -> int:
    """Delete up to `limit` reactions, update the counters, and return the number of reactions.

    The reactions of a batch to the same post are counted once, which takes a third of the time.
    """
    rows = await lock_reactions(session, user_ids, limit)
    targets = (await load_targets(session, rows)).values()
    await session.execute(
        delete(Reaction)
        .where(col(Reaction.id).in_([row.id for row in rows]))
        .execution_options(synchronize_session=False)
    )
    locked_posts = [target for target in targets if isinstance(target, Post)]
    counts = await _count(session, Reaction.post_id, [post.id for post in locked_posts])
    await posts.set_reaction_counts_of_posts(
        session, [(post, counts.get(post.id, {})) for post in locked_posts]
    )
    locked_comments = [target for target in targets if isinstance(target, Comment)]
    counts = await _count(session, Reaction.comment_id, [row.id for row in locked_comments])
    for comment in locked_comments:
        await comments.set_reaction_counts(session, comment, counts.get(comment.id, {}))
    await session.flush()
    return len(rows)


async def _count(
    session: AsyncSession, target: Any, ids: Collection[int]
) -> dict[int, dict[str, int]]:
    counts: dict[int, dict[str, int]] = defaultdict(dict)
    rows = await session.execute(
        select(target, Reaction.code, func.count())
        .where(col(target).in_(ids))
        .group_by(target, Reaction.code)
    )
    for target_id, code, count in rows:
        counts[target_id][code] = count
    return counts
