"""What becomes of the reactions of a user: in the archive, in a merge, and in the purge."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import delete, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community.core.db.export_parts import ExportPart
from community.core.db.personal_data import PersonalData
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain import comments, posts
from community.i18n import noop
from community.models import Comment, Post, Reaction


async def _move_reactions(
    session: AsyncSession, *, source_id: int, target_id: int, limit: int
) -> int:
    """Move up to `limit` reactions, and return their number.

    Where both users reacted, the reaction of the target stays. Reactions to posts and comments of
    the target are deleted, because authors may not react to their own content.
    """
    rows = await _lock_reactions(session, [source_id], limit)
    targets = await _load_targets(session, rows)
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


async def _delete_own_reactions(
    session: AsyncSession,
    *,
    source_id: int,  # noqa: ARG001  # as other steps
    target_id: int,
    limit: int,
) -> int:
    """Delete up to `limit` reactions to content that the merge made the target's own."""
    found = await session.scalars(
        select(Reaction)
        .where(
            col(Reaction.user_id) == target_id,
            or_(
                col(Reaction.post_id).in_(posts.select_ids_by_author(target_id)),
                col(Reaction.comment_id).in_(comments.select_ids_by_author(target_id)),
            ),
        )
        .order_by(col(Reaction.id))
        .limit(limit)
    )
    rows = found.all()
    targets = await _load_targets(session, rows)
    for row in rows:
        await session.delete(row)
    await session.flush()
    for target in targets.values():
        await _recount(session, target)
    return len(rows)


async def _erase_reactions(session: AsyncSession, *, user_ids: Collection[int], limit: int) -> int:
    """Delete up to `limit` reactions, update the counters, and return the number of reactions.

    The reactions of a batch to the same post are counted once, which takes a third of the time.
    """
    rows = await _lock_reactions(session, user_ids, limit)
    targets = (await _load_targets(session, rows)).values()
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


async def _lock_reactions(
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


async def _load_targets(
    session: AsyncSession, rows: Sequence[Reaction]
) -> dict[tuple[int | None, int | None], Post | Comment]:
    """Lock the posts and comments, comments first, as all actions do."""
    comment_ids = {row.comment_id for row in rows if row.comment_id}
    post_ids = {row.post_id for row in rows if row.post_id}
    locked: list[Post | Comment] = [
        *await comments.lock_comments_by_id(session, comment_ids),
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


PERSONAL_DATA: Final = (
    PersonalData(
        Reaction.user_id,
        export=ExportPart(
            "reactions",
            noop("Your reactions"),
            key=Reaction.id,
            fields=(Reaction.post_id, Reaction.comment_id, Reaction.code, Reaction.created_at),
        ),
        # After the content has moved.
        merge=(_move_reactions, _delete_own_reactions),
        erase=_erase_reactions,
    ),
)
