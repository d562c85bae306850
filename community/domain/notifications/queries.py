"""The inbox, page by page, and its numbers."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy
from sqlalchemy import and_, or_, union_all
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community import urls
from community.core import pagination
from community.core.actor import Actor
from community.domain import accounts, posts
from community.domain.accounts.schemas import Person
from community.domain.notifications.kinds import WITHOUT_ACTORS, Kind, sentence
from community.domain.notifications.policies import ACTORS_SHOWN, INBOX_PAGE
from community.domain.notifications.schemas import (
    Counts,
    Inbox,
    NotificationTarget,
    NotificationView,
)
from community.models import Notification, NotificationActor, Post


@dataclass(frozen=True, slots=True)
class _About:
    """A post that rows tell of, and whether this reader may know more of it than that."""

    id: int
    author_id: int
    slug: str
    title: str
    is_readable: bool


async def counts(session: AsyncSession, actor: Actor) -> Counts:
    """How many rows are unread, and how many not even seen."""
    if actor.is_guest:
        return Counts()
    mine = (
        select(func.count()).select_from(Notification).where(Notification.recipient_id == actor.id)
    )
    unread = mine.where(col(Notification.read_at).is_(None)).scalar_subquery()
    unseen = mine.where(col(Notification.seen_at).is_(None)).scalar_subquery()
    row = (await session.execute(select(unread, unseen))).one()
    return Counts(unread=row[0], unseen=row[1])


async def inbox(
    session: AsyncSession, actor: Actor, *, cursor: str | None = None, limit: int = INBOX_PAGE
) -> Inbox:
    """A page of the actor's inbox, what moved last first, with its numbers.

    Five queries, however many rows and actors there are.
    """
    query = (
        select(Notification)
        .where(Notification.recipient_id == actor.id)
        .order_by(col(Notification.bumped_at).desc(), col(Notification.id).desc())
        .limit(limit + 1)
    )
    if (start := pagination.decode(cursor, datetime, int)) is not None:
        moment, last_id = start
        same = and_(col(Notification.bumped_at) == moment, col(Notification.id) < last_id)
        query = query.where(or_(col(Notification.bumped_at) < moment, same))
    rows = list(await session.scalars(query))
    page, next_cursor = pagination.cut(rows, limit, lambda row: (row.bumped_at, row.id))
    numbers = await counts(session, actor)
    return Inbox(
        items=await _views(session, actor, page), next_cursor=next_cursor, **numbers.model_dump()
    )


async def _views(
    session: AsyncSession, actor: Actor, rows: Sequence[Notification]
) -> list[NotificationView]:
    about = await _about(session, actor, rows)
    acting = await _acting(session, rows, about)
    people = await accounts.people(session, {user_id for ids in acting.values() for user_id in ids})
    return [
        _view(
            row,
            about.get(row.post_id or 0),
            [people[user_id] for user_id in acting[row.id] if user_id in people],
            actor,
        )
        for row in rows
    ]


async def _about(
    session: AsyncSession, actor: Actor, rows: Sequence[Notification]
) -> dict[int, _About]:
    ids = {row.post_id for row in rows if row.post_id is not None}
    if not ids:
        return {}
    found = await session.execute(
        sqlalchemy.select(
            col(Post.id),
            col(Post.author_id),
            col(Post.slug),
            col(Post.title),
            posts.readable_by(actor),
        ).where(col(Post.id).in_(ids))
    )
    return {each.id: each for each in (_About(*row) for row in found)}


async def _acting(
    session: AsyncSession, rows: Sequence[Notification], about: dict[int, _About]
) -> dict[int, list[int]]:
    """The newest actors of each row, of each from its index: a popular row may have thousands."""
    acting: dict[int, list[int]] = defaultdict(list)
    told = [row.id for row in rows if row.kind not in WITHOUT_ACTORS]
    for row in rows:
        if row.kind == Kind.NEW_POST and row.post_id in about:
            acting[row.id].append(about[row.post_id].author_id)
    if told:
        newest = [
            select(
                col(NotificationActor.notification_id),
                col(NotificationActor.user_id),
                col(NotificationActor.acted_at),
            )
            .where(NotificationActor.notification_id == each)
            .order_by(col(NotificationActor.acted_at).desc())
            .limit(ACTORS_SHOWN)
            .subquery()
            for each in told
        ]
        found = union_all(*(sqlalchemy.select(*each.c) for each in newest)).subquery()
        for row_id, user_id, _ in await session.execute(
            sqlalchemy.select(*found.c).order_by(found.c.acted_at.desc())
        ):
            acting[row_id].append(user_id)
    return acting


def _view(
    row: Notification, post: _About | None, actors: list[Person], actor: Actor
) -> NotificationView:
    kind = Kind(row.kind)
    actors_count = len(actors) if kind in WITHOUT_ACTORS else row.actors_count
    is_own = post is not None and actor.is_person(post.author_id)
    return NotificationView(
        id=row.id,
        kind=kind,
        actors=actors,
        actors_count=actors_count,
        target=_target(row, post, actors),
        text=sentence(kind, [each.name for each in actors], actors_count, is_own=is_own),
        seen_at=row.seen_at,
        read_at=row.read_at,
        created_at=row.created_at,
        bumped_at=row.bumped_at,
    )


def _target(row: Notification, post: _About | None, actors: list[Person]) -> NotificationTarget:
    if post is None:
        return _person_target(actors)
    if not post.is_readable:
        return NotificationTarget(type="post", id=post.id, title="", url=urls.NOTIFICATIONS)
    if row.comment_id is not None:
        return NotificationTarget(
            type="comment",
            id=row.comment_id,
            title=post.title,
            url=urls.comment(post.id, post.slug, row.comment_id),
        )
    return NotificationTarget(
        type="post", id=post.id, title=post.title, url=urls.post(post.id, post.slug)
    )


def _person_target(actors: list[Person]) -> NotificationTarget:
    """The newest of the people it tells of; the list itself where they are all gone."""
    if not actors:
        return NotificationTarget(type="user", id=0, title="", url=urls.NOTIFICATIONS)
    person = actors[0]
    return NotificationTarget(
        type="user", id=person.id, title=person.name, url=urls.profile(person.slug)
    )
