"""Functions that move the inbox and subscriptions of one user to another when accounts merge."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select, update

from community.core import clock, events
from community.core.db.locks import FOR_NO_KEY_UPDATE
from community.domain.notifications.events import InboxesChanged
from community.models import (
    Notification,
    NotificationActor,
    NotificationSettings,
    NotificationSubscription,
    PostWatch,
)

# How often a batch of notifications is moved while other transactions notify the target.
MOVE_ATTEMPTS: Final = 3


async def move_inbox(session: AsyncSession, *, source_id: int, target_id: int, limit: int) -> int:
    """Move up to `limit` notifications, and return their number.

    If both users have an unread notification about the same object, that of the source is marked as
    read, because an inbox has one unread notification for each object.
    """
    found = await session.scalars(
        select(Notification.id)
        .where(col(Notification.recipient_id) == source_id)
        .order_by(col(Notification.id))
        .limit(limit)
        .with_for_update(**FOR_NO_KEY_UPDATE)
    )
    ids = found.all()
    for attempts_left in reversed(range(MOVE_ATTEMPTS)):
        try:
            async with session.begin_nested():
                await _move_notifications(session, ids, target_id)
            break
        except IntegrityError:  # Another transaction has just notified the target.
            if not attempts_left:
                raise
    if ids:
        events.record(session, InboxesChanged((target_id,)))
    return len(ids)


async def move_actors(session: AsyncSession, *, source_id: int, target_id: int, limit: int) -> int:
    """Show the target as the actor of up to `limit` notifications, and return their number."""
    found = await session.scalars(
        select(NotificationActor)
        .where(col(NotificationActor.user_id) == source_id)
        .order_by(col(NotificationActor.notification_id))
        .limit(limit)
    )
    rows = found.all()
    ids = [row.notification_id for row in rows]
    await lock_notifications(session, ids)
    existing = set(
        await session.scalars(
            select(NotificationActor.notification_id).where(
                col(NotificationActor.user_id) == target_id,
                col(NotificationActor.notification_id).in_(ids),
            )
        )
    )
    for row in rows:
        await session.delete(row)
        if row.notification_id not in existing:
            session.add(
                NotificationActor(
                    notification_id=row.notification_id, user_id=target_id, acted_at=row.acted_at
                )
            )
    await session.flush()
    await recount_actors(session, ids)
    return len(rows)


async def delete_own_notifications(session: AsyncSession, *, user_id: int, limit: int) -> int:
    """Remove a user from the actors of up to `limit` notifications to themselves.

    A merge can make other users the same user. Notifications without actors are deleted.
    """
    ids = list(
        await session.scalars(
            select(NotificationActor.notification_id)
            .join(Notification, col(Notification.id) == col(NotificationActor.notification_id))
            .where(
                col(NotificationActor.user_id) == user_id,
                col(Notification.recipient_id) == user_id,
            )
            .limit(limit)
        )
    )
    await lock_notifications(session, ids)
    await session.execute(
        delete(NotificationActor)
        .where(
            col(NotificationActor.user_id) == user_id,
            col(NotificationActor.notification_id).in_(ids),
        )
        .execution_options(synchronize_session=False)
    )
    await recount_actors(session, ids)
    await session.execute(
        delete(Notification)
        .where(col(Notification.id).in_(ids), col(Notification.actors_count) == 0)
        .execution_options(synchronize_session=False)
    )
    if ids:
        events.record(session, InboxesChanged((user_id,)))
    return len(ids)


async def move_subscriptions(session: AsyncSession, *, source_id: int, target_id: int) -> int:
    """Move the subscriptions and watched posts, without duplicates. Return their number.

    The target keeps their own notification settings.
    """
    subscription, watch = NotificationSubscription, PostWatch
    moved = 0
    for owner, other in (
        (subscription.user_id, subscription.author_id),
        (subscription.user_id, subscription.community_id),
        (subscription.author_id, subscription.user_id),
        (watch.user_id, watch.post_id),
    ):
        moved += await _move(session, owner, other, source_id, target_id)
    await session.execute(
        delete(subscription)
        .where(col(subscription.user_id) == col(subscription.author_id))
        .where(col(subscription.user_id) == target_id)
        .execution_options(synchronize_session=False)
    )
    await session.execute(
        delete(NotificationSettings).where(col(NotificationSettings.user_id) == source_id)
    )
    return moved


async def _move_notifications(session: AsyncSession, ids: Sequence[int], target_id: int) -> None:
    is_moved, now = col(Notification.id).in_(ids), clock.now()
    unread_keys = select(Notification.collapse_key).where(
        col(Notification.recipient_id) == target_id, col(Notification.read_at).is_(None)
    )
    await session.execute(
        update(Notification)
        .where(is_moved, col(Notification.read_at).is_(None))
        .where(col(Notification.collapse_key).in_(unread_keys))
        .values(read_at=now, seen_at=func.coalesce(Notification.seen_at, now))
        .execution_options(synchronize_session=False)
    )
    await session.execute(
        update(Notification)
        .where(is_moved)
        .values(recipient_id=target_id)
        .execution_options(synchronize_session=False)
    )


async def _move(
    session: AsyncSession, owner: Any, other: Any, source_id: int, target_id: int
) -> int:
    """Replace the source in the column `owner`, unless the target has a row with this `other`."""
    table = owner.class_
    duplicates = select(other).where(col(owner) == target_id, col(other).is_not(None))
    is_source = (col(owner) == source_id, col(other).is_not(None))
    await session.execute(
        delete(table)
        .where(*is_source, col(other).in_(duplicates))
        .execution_options(synchronize_session=False)
    )
    moved = await session.execute(
        update(table)
        .where(*is_source)
        .values({owner.key: target_id})
        .execution_options(synchronize_session=False)
    )
    return int(getattr(moved, "rowcount", 0))


async def lock_notifications(session: AsyncSession, notification_ids: list[int]) -> None:
    """Lock the notifications, so that no other transaction adds an actor until they are counted."""
    await session.execute(
        select(Notification.id)
        .where(col(Notification.id).in_(notification_ids))
        .order_by(col(Notification.id))
        .with_for_update(**FOR_NO_KEY_UPDATE)
    )


async def recount_actors(session: AsyncSession, notification_ids: list[int]) -> None:
    count = select(func.count()).where(
        col(NotificationActor.notification_id) == col(Notification.id)
    )
    await session.execute(
        update(Notification)
        .where(col(Notification.id).in_(notification_ids))
        .values(actors_count=count.scalar_subquery())
        .execution_options(synchronize_session=False)
    )
