"""Who follows and ignores whom."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import ColumnElement, and_, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped
from sqlmodel import col, select

from community.core import pagination
from community.core.actor import Actor
from community.core.errors import NotFound
from community.core.pagination import DEFAULT_LIMIT, Page
from community.domain.follows.schemas import ListedPerson, Relation
from community.models import Follow, Ignore, User


async def get_relation(session: AsyncSession, actor: Actor, *, user_id: int) -> Relation:
    """How the actor stands to somebody, as the buttons on their profile show it.

    Raises:
        NotAllowed: guests.
        NotFound: there is nobody with that id.
    """
    follow = select(Follow).where(Follow.follower_id == actor.id, Follow.followed_id == user_id)
    ignore = select(Ignore).where(Ignore.user_id == actor.id, Ignore.ignored_id == user_id)
    found = await session.execute(
        select(User.followers_count, follow.exists(), ignore.exists()).where(
            User.id == user_id, col(User.deleted_at).is_(None)
        )
    )
    row = found.one_or_none()
    if row is None:
        raise NotFound("There is nobody by that name.")
    return Relation(user_id=user_id, followers_count=row[0], is_following=row[1], is_ignored=row[2])


async def followers(
    session: AsyncSession,
    actor: Actor,
    *,
    user_id: int,
    cursor: str | None = None,
    limit: int = DEFAULT_LIMIT,
) -> Page[ListedPerson]:
    """Who follows somebody, the newest first."""
    return await _listed(
        session,
        actor,
        when=col(Follow.created_at),
        who=col(Follow.follower_id),
        rule=col(Follow.followed_id) == user_id,
        cursor=cursor,
        limit=limit,
    )


async def following(
    session: AsyncSession,
    actor: Actor,
    *,
    user_id: int,
    cursor: str | None = None,
    limit: int = DEFAULT_LIMIT,
) -> Page[ListedPerson]:
    """Whom somebody follows, the newest first."""
    return await _listed(
        session,
        actor,
        when=col(Follow.created_at),
        who=col(Follow.followed_id),
        rule=col(Follow.follower_id) == user_id,
        cursor=cursor,
        limit=limit,
    )


async def ignored(
    session: AsyncSession, actor: Actor, *, cursor: str | None = None, limit: int = DEFAULT_LIMIT
) -> Page[ListedPerson]:
    """Whom this actor ignores, the newest first; nobody sees another's list."""
    return await _listed(
        session,
        actor,
        when=col(Ignore.created_at),
        who=col(Ignore.ignored_id),
        rule=col(Ignore.user_id) == actor.id,
        cursor=cursor,
        limit=limit,
    )


async def followed_among(session: AsyncSession, actor: Actor, ids: Iterable[int]) -> set[int]:
    """Those of these people whom the actor follows, in one query."""
    wanted = set(ids)
    if actor.is_guest or not wanted:
        return set()
    rows = await session.scalars(
        select(Follow.followed_id).where(
            Follow.follower_id == actor.id, col(Follow.followed_id).in_(wanted)
        )
    )
    return set(rows)


async def ignored_ids(session: AsyncSession, actor: Actor) -> frozenset[int]:
    """Everybody whom the actor ignores."""
    if actor.is_guest:
        return frozenset()
    return frozenset(
        await session.scalars(select(Ignore.ignored_id).where(Ignore.user_id == actor.id))
    )


def strangers_to(person: Mapped[int], user_id: int) -> ColumnElement[bool]:
    """A filter: neither `person` (a column) ignores that user nor is ignored by them."""
    either = or_(
        and_(col(Ignore.user_id) == person, col(Ignore.ignored_id) == user_id),
        and_(col(Ignore.user_id) == user_id, col(Ignore.ignored_id) == person),
    )
    return ~select(Ignore.user_id).where(either).exists()


async def _listed(
    session: AsyncSession,
    actor: Actor,
    *,
    when: Mapped[datetime],
    who: Mapped[int],
    rule: ColumnElement[bool],
    cursor: str | None,
    limit: int,
) -> Page[ListedPerson]:
    query = (
        select(User, when)
        .join(User, col(User.id) == who)
        .where(rule, col(User.deleted_at).is_(None))
        .order_by(when.desc(), who.desc())
        .limit(limit + 1)
    )
    if (start := pagination.decode(cursor, datetime, int)) is not None:
        moment, last_id = start
        query = query.where(or_(when < moment, and_(when == moment, who < last_id)))
    rows = (await session.execute(query)).all()
    page, next_cursor = pagination.cut(rows, limit, lambda row: (row[1], row[0].id))
    mine = await followed_among(session, actor, [user.id for user, _ in page])
    return Page(items=[_person(user, since, mine) for user, since in page], next_cursor=next_cursor)


def _person(user: User, since: datetime, mine: set[int]) -> ListedPerson:
    return ListedPerson(
        id=user.id,
        slug=user.slug,
        name=user.name,
        avatar=user.avatar,
        bio=user.bio,
        followers_count=user.followers_count,
        is_following=user.id in mine,
        since=since,
    )
