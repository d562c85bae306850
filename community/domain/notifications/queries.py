"""Queries for the notifications in an inbox and the numbers of unread and unseen notifications."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import sqlalchemy
from sqlalchemy import and_, or_, union_all
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community import urls
from community.core.actor import Actor
from community.core.db import pagination, statements
from community.domain import comments, follows, people, posts, reactions, subscriptions
from community.domain.notifications import schemas
from community.domain.notifications.kinds import KINDS_WITHOUT_ACTORS, NotificationKind
from community.domain.notifications.message_views import TIMES, MessagesData, build_message_view
from community.domain.notifications.policies import INBOX_PAGE_SIZE, MAX_ACTORS_SHOWN
from community.domain.notifications.texts import render_gift_text, render_payment_text, render_text
from community.domain.people.schemas import UserSummary
from community.domain.site.schemas import ReactionChoice
from community.models import Notification, NotificationActor


async def get_counts(session: AsyncSession, actor: Actor) -> schemas.InboxCounts:
    if actor.is_guest:
        return schemas.InboxCounts()
    count = (
        select(func.count()).select_from(Notification).where(Notification.recipient_id == actor.id)
    )
    unread = count.where(col(Notification.read_at).is_(None)).scalar_subquery()
    unseen = count.where(col(Notification.seen_at).is_(None)).scalar_subquery()
    row = (await session.execute(select(unread, unseen))).one()
    return schemas.InboxCounts(unread=row[0], unseen=row[1])


async def count_unseen(session: AsyncSession, user_ids: Iterable[int]) -> dict[int, int]:
    counts = dict.fromkeys(user_ids, 0)
    rows = await session.execute(
        select(Notification.recipient_id, func.count())
        .where(
            statements.is_one_of(col(Notification.recipient_id), counts),
            col(Notification.seen_at).is_(None),
        )
        .group_by(col(Notification.recipient_id))
    )
    return {**counts, **dict(rows.all())}


async def get_inbox(
    session: AsyncSession, actor: Actor, *, cursor: str | None = None, limit: int = INBOX_PAGE_SIZE
) -> schemas.Inbox:
    """Return a page of the actor's notifications, latest activity first, and the inbox counts."""
    query = (
        select(Notification)
        .where(Notification.recipient_id == actor.id)
        .order_by(col(Notification.bumped_at).desc(), col(Notification.id).desc())
        .limit(limit + 1)
    )
    if (start := pagination.decode_cursor(cursor, datetime, int)) is not None:
        bumped_at, last_id = start
        tied = and_(col(Notification.bumped_at) == bumped_at, col(Notification.id) < last_id)
        query = query.where(or_(col(Notification.bumped_at) < bumped_at, tied))
    rows = list(await session.scalars(query))
    page, next_cursor = pagination.split_page(rows, limit, lambda row: (row.bumped_at, row.id))
    counts = await get_counts(session, actor)
    return schemas.Inbox(
        items=await build_views(session, actor, page),
        next_cursor=next_cursor,
        **counts.model_dump(),
    )


async def build_views(
    session: AsyncSession, actor: Actor, rows: Sequence[Notification]
) -> list[schemas.NotificationView]:
    """Return the notifications of the actor as the inbox shows them, in the order of `rows`."""
    post_ids = {row.post_id for row in rows if row.post_id is not None}
    summaries = await posts.find_summaries(session, actor, post_ids)
    found_ids = await _get_actor_ids(session, rows, summaries)
    actor_ids = await _drop_ignored(session, actor, found_ids)
    # A notification stays in the inbox if no user caused it, or if not all who did are ignored.
    rows = [row for row in rows if actor_ids[row.id] or not found_ids[row.id]]
    users = await people.find_user_summaries(
        session, {user_id for ids in actor_ids.values() for user_id in ids}
    )
    quotes = await comments.find_quotes(session, actor, _list_comment_ids(rows))
    keys = {row.id: _make_reaction_key(row, actor_ids[row.id]) for row in rows}
    found = await reactions.find_reactions(session, [key for key in keys.values() if key])
    payments = await subscriptions.find_payment_summaries(
        session, {row.payment_id for row in rows if row.payment_id is not None}
    )
    chats = await MessagesData.load(session, actor, rows)

    def build_view(row: Notification) -> schemas.NotificationView:
        actors = [users[user_id] for user_id in actor_ids[row.id] if user_id in users]
        if row.payment_id in payments:
            return _build_payment_view(row, payments[row.payment_id], actors)
        if row.kind == NotificationKind.PRIVATE_MESSAGE:
            return build_message_view(row, actors, chats)
        return _build_view(
            row,
            summaries.get(row.post_id or 0),
            actors,
            actor,
            quote=quotes.get(row.comment_id or 0, ""),
            reaction=found.get(key) if (key := keys[row.id]) else None,
        )

    return [build_view(row) for row in rows]


def _list_comment_ids(rows: Sequence[Notification]) -> set[int]:
    return {row.comment_id for row in rows if row.comment_id is not None}


def _make_reaction_key(row: Notification, actor_ids: Sequence[int]) -> reactions.ReactionKey | None:
    if not actor_ids:
        return None
    if row.kind == NotificationKind.POST_REACTION and row.post_id is not None:
        return reactions.ReactionKey("post", row.post_id, actor_ids[0])
    if row.kind == NotificationKind.COMMENT_REACTION and row.comment_id is not None:
        return reactions.ReactionKey("comment", row.comment_id, actor_ids[0])
    return None


async def _get_actor_ids(
    session: AsyncSession, rows: Sequence[Notification], summaries: dict[int, posts.PostSummary]
) -> defaultdict[int, list[int]]:
    """Return, for each notification id, the ids of the users who acted most recently.

    A notification can have thousands of actors. Each subquery therefore reads at most
    `MAX_ACTORS_SHOWN` of them.
    """
    actor_ids: defaultdict[int, list[int]] = defaultdict(list)
    stored = [row.id for row in rows if row.kind not in KINDS_WITHOUT_ACTORS]
    for row in rows:
        if row.kind == NotificationKind.NEW_POST and row.post_id in summaries:
            actor_ids[row.id].append(summaries[row.post_id].author_id)
    if stored:
        newest = [
            select(
                col(NotificationActor.notification_id),
                col(NotificationActor.user_id),
                col(NotificationActor.acted_at),
            )
            .where(NotificationActor.notification_id == notification_id)
            .order_by(col(NotificationActor.acted_at).desc())
            .limit(MAX_ACTORS_SHOWN)
            .subquery()
            for notification_id in stored
        ]
        newest_actors = union_all(
            *(sqlalchemy.select(*subquery.c) for subquery in newest)
        ).subquery()
        for notification_id, user_id, _ in await session.execute(
            sqlalchemy.select(*newest_actors.c).order_by(newest_actors.c.acted_at.desc())
        ):
            actor_ids[notification_id].append(user_id)
    return actor_ids


async def _drop_ignored(
    session: AsyncSession, actor: Actor, actor_ids: Mapping[int, list[int]]
) -> dict[int, list[int]]:
    """Leave out the users whom the actor ignores, who may have acted before that."""
    ignored_ids: frozenset[int] = frozenset()
    if actor.has_ignored_users:
        ignored_ids = await follows.list_ignored_ids(session, actor)
    remaining: dict[int, list[int]] = defaultdict(list)
    for notification_id, ids in actor_ids.items():
        remaining[notification_id] = [user_id for user_id in ids if user_id not in ignored_ids]
    return remaining


def _build_view(
    row: Notification,
    post: posts.PostSummary | None,
    actors: list[UserSummary],
    actor: Actor,
    *,
    quote: str,
    reaction: ReactionChoice | None,
) -> schemas.NotificationView:
    kind = NotificationKind(row.kind)
    actors_count = len(actors) if kind in KINDS_WITHOUT_ACTORS else row.actors_count
    is_own = post is not None and actor.is_user(post.author_id)
    return schemas.NotificationView(
        id=row.id,
        kind=kind,
        actors=actors,
        actors_count=actors_count,
        target=_build_target(row, post, actors),
        text=render_text(
            kind,
            [user.name for user in actors],
            actors_count,
            is_own=is_own,
            title=post.title if post is not None and post.is_readable else "",
        ),
        quote=quote,
        reaction=reaction,
        **row.model_dump(include=TIMES),
    )


def _build_payment_view(
    row: Notification, payment: subscriptions.PaymentSummary, actors: list[UserSummary]
) -> schemas.NotificationView:
    """Return a notification for the buyer, or for the recipient of a gift.

    Only the buyer can see the payment. The recipient sees their subscription.
    """
    if row.kind == NotificationKind.SUBSCRIPTION_GIFT:
        kind, url = "subscription", urls.SUBSCRIPTION_SETTINGS
        text = render_gift_text([user.name for user in actors], payment)
    else:
        kind, url, text = "payment", urls.payment(payment.id), render_payment_text(payment)
    return schemas.NotificationView(
        id=row.id,
        kind=row.kind,
        actors=actors,
        actors_count=len(actors),
        target=schemas.NotificationTarget(type=kind, id=0, title=payment.plan_name, url=url),
        text=text,
        **row.model_dump(include=TIMES),
    )


def _build_target(
    row: Notification, post: posts.PostSummary | None, actors: list[UserSummary]
) -> schemas.NotificationTarget:
    if row.kind in {NotificationKind.PLAN_EXTENDED, NotificationKind.PLAN_GRANTED}:
        url = urls.SUBSCRIPTION_SETTINGS
        return schemas.NotificationTarget(type="subscription", id=0, title="", url=url)
    if post is None:
        return _build_user_target(actors)
    if not post.is_readable:
        return schemas.NotificationTarget(type="post", id=post.id, title="", url=urls.NOTIFICATIONS)
    if row.comment_id is not None:
        return schemas.NotificationTarget(
            type="comment",
            id=row.comment_id,
            title=post.title,
            url=urls.comment(post.id, post.slug, row.comment_id),
        )
    return schemas.NotificationTarget(
        type="post", id=post.id, title=post.title, url=urls.post(post.id, post.slug)
    )


def _build_user_target(actors: list[UserSummary]) -> schemas.NotificationTarget:
    if not actors:
        return schemas.NotificationTarget(type="user", id=0, title="", url=urls.NOTIFICATIONS)
    user = actors[0]
    return schemas.NotificationTarget(
        type="user", id=user.id, title=user.name, url=urls.profile(user.slug)
    )
