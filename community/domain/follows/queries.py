"""Queries for followers, followed users and ignored users."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, SQLColumnExpression, and_, or_, true
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.db import pagination
from community.core.db.pagination import DEFAULT_LIMIT, Page
from community.core.db.statements import has_not_ended
from community.core.read_models import ReadModel, Timestamp
from community.domain import identity, people
from community.domain.people.schemas import UserSummary
from community.models import Follow, Ignore, User

_is_in_force = has_not_ended(col(Ignore.until))


class Relationship(ReadModel):
    """Whether the viewer follows or ignores the user `user_id`, and the user's follower count.

    `ignored_until` is null if the viewer ignores the user for good, or not at all.
    """

    user_id: int
    is_following: bool = False
    is_ignored: bool = False
    ignored_until: Timestamp | None = None
    followers_count: int = 0


class UserListItem(UserSummary):
    """A user in a list of followers, followed users or ignored users.

    `since` is the time when the follow or ignore began. `is_following` tells whether the viewer
    follows this user.
    """

    bio: str = ""
    followers_count: int = 0
    is_following: bool = False
    since: Timestamp


class IgnoredUser(UserListItem):
    """A user on the viewer's ignore list. `ignored_until` is null if they are ignored for good."""

    ignored_until: Timestamp | None = None


async def get_relationship(session: AsyncSession, actor: Actor, *, user_id: int) -> Relationship:
    """Return whether the actor follows or ignores a user, and the user's number of followers."""
    follow = select(Follow).where(Follow.follower_id == actor.id, Follow.followed_id == user_id)
    ignore = select(Ignore.until).where(
        Ignore.user_id == actor.id, Ignore.ignored_id == user_id, _is_in_force
    )
    result = await session.execute(
        select(
            User.followers_count,
            follow.exists(),
            ignore.exists(),
            ignore.scalar_subquery(),
        ).where(User.id == user_id, identity.is_active)
    )
    row = result.one_or_none()
    if row is None:
        raise people.make_user_not_found_error()
    return Relationship(
        user_id=user_id,
        followers_count=row[0],
        is_following=row[1],
        is_ignored=row[2],
        ignored_until=row[3],
    )


async def list_followers(
    session: AsyncSession,
    actor: Actor,
    *,
    user_id: int,
    cursor: str | None = None,
    limit: int = DEFAULT_LIMIT,
) -> Page[UserListItem]:
    """Return the followers of a user, most recent follow first."""
    return await _list_related_users(
        session,
        actor,
        since=col(Follow.created_at),
        listed_id=col(Follow.follower_id),
        condition=and_(
            col(Follow.followed_id) == user_id,
            build_ignored_author_filter(actor, col(Follow.follower_id)),
        ),
        cursor=cursor,
        limit=limit,
    )


async def list_following(
    session: AsyncSession,
    actor: Actor,
    *,
    user_id: int,
    cursor: str | None = None,
    limit: int = DEFAULT_LIMIT,
) -> Page[UserListItem]:
    """Return the users whom the user `user_id` follows, most recent follow first."""
    return await _list_related_users(
        session,
        actor,
        since=col(Follow.created_at),
        listed_id=col(Follow.followed_id),
        condition=and_(
            col(Follow.follower_id) == user_id,
            build_ignored_author_filter(actor, col(Follow.followed_id)),
        ),
        cursor=cursor,
        limit=limit,
    )


async def list_ignored(
    session: AsyncSession, actor: Actor, *, cursor: str | None = None, limit: int = DEFAULT_LIMIT
) -> Page[IgnoredUser]:
    """Return the users on the actor's ignore list, most recently added first."""
    page = await _list_related_users(
        session,
        actor,
        since=col(Ignore.created_at),
        listed_id=col(Ignore.ignored_id),
        condition=and_(col(Ignore.user_id) == actor.id, _is_in_force),
        cursor=cursor,
        limit=limit,
    )
    until_by_id = await _load_terms(session, actor, [user.id for user in page.items])
    return Page(
        items=[
            IgnoredUser(**user.model_dump(), ignored_until=until_by_id[user.id])
            for user in page.items
        ],
        next_cursor=page.next_cursor,
    )


async def _load_terms(
    session: AsyncSession, actor: Actor, user_ids: list[int]
) -> dict[int, datetime | None]:
    rows = await session.execute(
        select(Ignore.ignored_id, Ignore.until).where(
            Ignore.user_id == actor.id, col(Ignore.ignored_id).in_(user_ids)
        )
    )
    return {row[0]: row[1] for row in rows.all()}


async def find_followed_ids(
    session: AsyncSession, actor: Actor, user_ids: Iterable[int]
) -> set[int]:
    requested = set(user_ids)
    if actor.is_guest or not requested:
        return set()
    rows = await session.scalars(
        select(Follow.followed_id).where(
            Follow.follower_id == actor.id, col(Follow.followed_id).in_(requested)
        )
    )
    return set(rows)


async def list_ignored_ids(session: AsyncSession, actor: Actor) -> frozenset[int]:
    if actor.is_guest:
        return frozenset()
    return frozenset(
        await session.scalars(
            select(Ignore.ignored_id).where(Ignore.user_id == actor.id, _is_in_force)
        )
    )


async def filter_ignoring(
    session: AsyncSession, actors: Iterable[Actor], user_id: int
) -> set[int | None]:
    """Return the ids of those actors who ignore a user. Runs at most one query."""
    ids = {actor.user_id for actor in actors if actor.has_ignored_users}
    if not ids:
        return set()
    rows = await session.scalars(
        select(Ignore.user_id).where(
            Ignore.ignored_id == user_id, col(Ignore.user_id).in_(ids), _is_in_force
        )
    )
    return set(rows)


async def find_ignored_between(
    session: AsyncSession, user_id: int, other_ids: Collection[int]
) -> set[int]:
    """Return those of the other users whom the user ignores, or who ignore the user."""
    if not other_ids:
        return set()
    rows = await session.execute(
        select(Ignore.user_id, Ignore.ignored_id).where(
            or_(
                and_(col(Ignore.user_id) == user_id, col(Ignore.ignored_id).in_(other_ids)),
                and_(col(Ignore.ignored_id) == user_id, col(Ignore.user_id).in_(other_ids)),
            ),
            _is_in_force,
        )
    )
    return {other for row in rows for other in row if other != user_id}


async def find_follows_between(
    session: AsyncSession, user_id: int, other_ids: Collection[int]
) -> tuple[set[int], set[int]]:
    """Return those of the other users who follow the user, and those whom the user follows."""
    rows = await session.execute(
        select(Follow.follower_id, Follow.followed_id).where(
            or_(
                and_(col(Follow.follower_id) == user_id, col(Follow.followed_id).in_(other_ids)),
                and_(col(Follow.followed_id) == user_id, col(Follow.follower_id).in_(other_ids)),
            )
        )
    )
    pairs = [(row[0], row[1]) for row in rows]
    followers = {follower_id for follower_id, _ in pairs if follower_id != user_id}
    followed = {followed_id for _, followed_id in pairs if followed_id != user_id}
    return followers, followed


def has_ignored_users(user_id: Mapped[int]) -> ColumnElement[bool]:
    """Return the SQL condition that the user with the id `user_id` ignores any users."""
    return (
        select(Ignore.user_id)
        .where(col(Ignore.user_id) == user_id, _is_in_force)
        .correlate_except(Ignore)
        .exists()
    )


def build_ignored_author_filter(
    actor: Actor, author_id_column: SQLColumnExpression[Any]
) -> ColumnElement[bool]:
    """Return the SQL condition that excludes rows by authors whom the actor ignores."""
    if actor.user_id is None:
        return true()
    ignored_ids = select(Ignore.ignored_id).where(
        col(Ignore.user_id) == actor.user_id, _is_in_force
    )
    return author_id_column.not_in(ignored_ids)


def build_ignoring_filter(
    user_id_column: SQLColumnExpression[Any], author_id_column: SQLColumnExpression[Any]
) -> ColumnElement[bool]:
    """Return the SQL condition that excludes rows whose user ignores their author.

    `build_ignored_author_filter` is the same for one user.
    """
    return ~(
        select(Ignore.user_id)
        .where(
            col(Ignore.user_id) == user_id_column,
            col(Ignore.ignored_id) == author_id_column,
            _is_in_force,
        )
        # By default a subquery refers to the columns of the query next to it only.
        .correlate_except(Ignore)
        .exists()
    )


def build_not_followed_filter(
    actor: Actor, user_id_column: SQLColumnExpression[Any]
) -> ColumnElement[bool]:
    """Return the SQL condition that excludes rows of users whom the actor follows."""
    if actor.user_id is None:
        return true()
    followed_ids = select(Follow.followed_id).where(col(Follow.follower_id) == actor.user_id)
    return user_id_column.not_in(followed_ids)


def build_followed_filter(
    actor: Actor, user_id_column: SQLColumnExpression[Any]
) -> ColumnElement[bool]:
    """Return the SQL condition that selects rows of users whom the actor follows."""
    followed_ids = select(Follow.followed_id).where(col(Follow.follower_id) == actor.id)
    return user_id_column.in_(followed_ids)


def build_no_ignore_condition(
    user_column: Mapped[int], user_id: int | BindParameter[Any]
) -> ColumnElement[bool]:
    """Return the SQL condition that neither of two users ignores the other."""
    is_between = or_(
        and_(col(Ignore.user_id) == user_column, col(Ignore.ignored_id) == user_id),
        and_(col(Ignore.user_id) == user_id, col(Ignore.ignored_id) == user_column),
    )
    return ~select(Ignore.user_id).where(is_between, _is_in_force).exists()


async def _list_related_users(
    session: AsyncSession,
    actor: Actor,
    *,
    since: Mapped[datetime],
    listed_id: Mapped[int],
    condition: ColumnElement[bool],
    cursor: str | None,
    limit: int,
) -> Page[UserListItem]:
    query = (
        select(User, since)
        .join(User, col(User.id) == listed_id)
        .where(condition, identity.is_active)
        .order_by(since.desc(), listed_id.desc())
        .limit(limit + 1)
    )
    if (start := pagination.decode_cursor(cursor, datetime, int)) is not None:
        last_since, last_id = start
        query = query.where(or_(since < last_since, and_(since == last_since, listed_id < last_id)))
    rows = (await session.execute(query)).all()
    page, next_cursor = pagination.split_page(rows, limit, lambda row: (row[1], row[0].id))
    followed_ids = await find_followed_ids(session, actor, [row[0].id for row in page])
    return Page(
        items=[_to_list_item(user, since_at, followed_ids) for user, since_at in page],
        next_cursor=next_cursor,
    )


def _to_list_item(user: User, since: datetime, followed_ids: set[int]) -> UserListItem:
    return UserListItem(
        **people.to_user_summary(user).model_dump(),
        bio=user.bio,
        followers_count=user.followers_count,
        is_following=user.id in followed_ids,
        since=since,
    )
