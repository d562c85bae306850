"""Functions that erase the notifications of users whose accounts are purged."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, delete, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.domain.notifications.merging import lock_notifications, recount_actors
from community.models import (
    Notification,
    NotificationActor,
    NotificationSettings,
    NotificationSubscription,
    PostWatch,
)


async def erase_inboxes(session: AsyncSession, *, user_ids: Collection[int], limit: int) -> int:
    """Delete up to `limit` notifications that the users got, and return their number."""
    batch = select(Notification.id).where(col(Notification.recipient_id).in_(user_ids))
    ids = list(await session.scalars(batch.limit(limit)))
    await _delete(session, Notification, col(Notification.id).in_(ids))
    return len(ids)


async def erase_actors(session: AsyncSession, *, user_ids: Collection[int], limit: int) -> int:
    """Remove the users from up to `limit` notifications of others, and return their number."""
    is_actor = col(NotificationActor.user_id).in_(user_ids)
    batch = select(NotificationActor.notification_id).where(is_actor).distinct().limit(limit)
    ids = list(await session.scalars(batch))
    await lock_notifications(session, ids)
    await _delete(
        session, NotificationActor, is_actor, col(NotificationActor.notification_id).in_(ids)
    )
    await recount_actors(session, ids)
    await _delete(
        session, Notification, col(Notification.id).in_(ids), col(Notification.actors_count) == 0
    )
    return len(ids)


async def erase_settings(session: AsyncSession, *, user_ids: Collection[int]) -> None:
    """Delete the subscriptions of and to the users, the posts they watch, and their settings."""
    subscription = NotificationSubscription
    is_theirs = or_(
        col(subscription.user_id).in_(user_ids), col(subscription.author_id).in_(user_ids)
    )
    await _delete(session, subscription, is_theirs)
    await _delete(session, PostWatch, col(PostWatch.user_id).in_(user_ids))
    await _delete(session, NotificationSettings, col(NotificationSettings.user_id).in_(user_ids))


async def _delete(session: AsyncSession, table: Any, *conditions: ColumnElement[bool]) -> None:
    await session.execute(
        delete(table).where(*conditions).execution_options(synchronize_session=False)
    )
