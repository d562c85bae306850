"""What becomes of the follows and the ignore list of a user: archive, merge and purge."""

from collections.abc import Collection, Iterable
from typing import Any, Final

from sqlalchemy import and_, delete, or_, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select, update

from community.core import clock
from community.core.db.export_parts import ExportPart
from community.core.db.personal_data import PersonalData
from community.domain import identity, people
from community.i18n import noop
from community.models import Follow, Ignore, User


async def _move_follows(
    session: AsyncSession, *, source_id: int, target_id: int, limit: int
) -> int:
    """Move up to `limit` follows from and to the source, and return their number.

    Follows between the two users, and follows that the target already has, are deleted.
    """
    found = await session.execute(
        select(Follow.follower_id, Follow.followed_id, Follow.created_at)
        .where(or_(col(Follow.follower_id) == source_id, col(Follow.followed_id) == source_id))
        .order_by(col(Follow.follower_id), col(Follow.followed_id))
        .limit(limit)
    )
    rows = found.all()
    others = {user_id for row in rows for user_id in row[:2]} - {source_id, target_id}
    await people.lock_users(session, {*others, target_id})
    for follower_id, followed_id, created_at in rows:
        await session.execute(_delete(follower_id, followed_id))
        new = (
            target_id if follower_id == source_id else follower_id,
            target_id if followed_id == source_id else followed_id,
        )
        if new[0] != new[1] and await session.get(Follow, new) is None:
            session.add(Follow(follower_id=new[0], followed_id=new[1], created_at=created_at))
            await session.flush()
    await _recount(session, {*others, source_id, target_id})
    return len(rows)


async def move_ignores(session: AsyncSession, *, source_id: int, target_id: int, limit: int) -> int:
    """Move up to `limit` entries of ignore lists, and return their number.

    As `ignore` does, this ends the follows between the two users. Of two terms, the longer stays.
    """
    found = await session.execute(
        select(Ignore.user_id, Ignore.ignored_id, Ignore.created_at, Ignore.until)
        .where(or_(col(Ignore.user_id) == source_id, col(Ignore.ignored_id) == source_id))
        .order_by(col(Ignore.user_id), col(Ignore.ignored_id))
        .limit(limit)
    )
    rows = found.all()
    others = {user_id for row in rows for user_id in row[:2]} - {source_id, target_id}
    await people.lock_users(session, {*others, target_id})
    for user_id, ignored_id, created_at, until in rows:
        await session.execute(
            delete(Ignore).where(
                col(Ignore.user_id) == user_id, col(Ignore.ignored_id) == ignored_id
            )
        )
        new = (
            target_id if user_id == source_id else user_id,
            target_id if ignored_id == source_id else ignored_id,
        )
        if new[0] == new[1] or clock.is_past(until):
            continue
        existing = await session.get(Ignore, new)
        if existing is None:
            session.add(
                Ignore(user_id=new[0], ignored_id=new[1], created_at=created_at, until=until)
            )
        else:
            existing.until = existing.until and until and max(existing.until, until)
        await session.flush()
        await session.execute(_delete(*new))
        await session.execute(_delete(new[1], new[0]))
    await _recount(session, {*others, target_id})
    return len(rows)


async def _erase_follows(session: AsyncSession, *, user_ids: Collection[int], limit: int) -> int:
    """Delete up to `limit` follows by and of the users, and return their number."""
    key = (col(Follow.follower_id), col(Follow.followed_id))
    batch = select(*key).where(or_(*(column.in_(user_ids) for column in key))).order_by(*key)
    rows = [tuple(row) for row in await session.execute(batch.limit(limit))]
    if not rows:
        return 0
    changed_ids = {user_id for row in rows for user_id in row}
    await people.lock_users(session, changed_ids)
    await session.execute(
        delete(Follow).where(tuple_(*key).in_(rows)).execution_options(synchronize_session=False)
    )
    await _recount(session, changed_ids)
    return len(rows)


async def _erase_ignores(session: AsyncSession, *, user_ids: Collection[int], limit: int) -> int:
    """Delete up to `limit` entries of ignore lists by and of the users. Return their number."""
    key = (col(Ignore.user_id), col(Ignore.ignored_id))
    batch = select(*key).where(or_(*(column.in_(user_ids) for column in key))).limit(limit)
    rows = [tuple(row) for row in await session.execute(batch)]
    if rows:
        await session.execute(
            delete(Ignore)
            .where(tuple_(*key).in_(rows))
            .execution_options(synchronize_session=False)
        )
    return len(rows)


def _delete(follower_id: int, followed_id: int) -> Any:
    return (
        delete(Follow)
        .where(and_(col(Follow.follower_id) == follower_id, col(Follow.followed_id) == followed_id))
        .execution_options(synchronize_session=False)
    )


async def _recount(session: AsyncSession, user_ids: Iterable[int]) -> None:
    """Store the numbers of followers and followed users, counted in the table."""
    await session.flush()
    followers = select(func.count()).where(col(Follow.followed_id) == col(User.id))
    following = select(func.count()).where(col(Follow.follower_id) == col(User.id))
    await session.execute(
        update(User)
        .where(col(User.id).in_(user_ids))
        .values(
            followers_count=followers.scalar_subquery(),
            following_count=following.scalar_subquery(),
        )
        .execution_options(synchronize_session=False)
    )


_PERSON: Final = (User.slug, User.name)

PERSONAL_DATA: Final = (
    PersonalData(
        Follow.follower_id,
        export=ExportPart(
            "following",
            noop("Whom you follow"),
            key=Follow.followed_id,
            fields=(Follow.followed_id, *_PERSON, Follow.created_at),
            conditions=(col(User.id) == Follow.followed_id, people.is_listed),
        ),
        merge=_move_follows,
        erase=_erase_follows,
    ),
    PersonalData(
        Follow.followed_id,
        export=ExportPart(
            "followers",
            noop("Who follows you"),
            key=Follow.follower_id,
            fields=(Follow.follower_id, *_PERSON, Follow.created_at),
            conditions=(col(User.id) == Follow.follower_id, people.is_listed),
        ),
        merge=_move_follows,
        erase=_erase_follows,
    ),
    PersonalData(
        Ignore.user_id,
        export=ExportPart(
            "ignored_users",
            noop("Whom you ignore"),
            key=Ignore.ignored_id,
            fields=(Ignore.ignored_id, *_PERSON, Ignore.created_at, Ignore.until),
            conditions=(col(User.id) == Ignore.ignored_id, identity.is_active),
        ),
        merge=move_ignores,
        erase=_erase_ignores,
    ),
    PersonalData(
        Ignore.ignored_id,
        export="Who ignores the user is private.",
        merge=move_ignores,
        erase=_erase_ignores,
    ),
)
