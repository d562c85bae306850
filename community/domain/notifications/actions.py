"""Actions that mark notifications as read or as seen."""

from typing import Any

from sqlalchemy import ColumnElement, literal
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select, update

from community.core import clock, errors, events
from community.core.actor import Actor
from community.core.db import columns, statements
from community.domain.notifications.events import InboxesChanged
from community.domain.notifications.queries import get_counts
from community.domain.notifications.schemas import InboxCounts
from community.i18n import gettext as _
from community.models import Notification


async def mark_read(session: AsyncSession, actor: Actor, *, notification_id: int) -> InboxCounts:
    """Mark a notification as read and seen. A repeated call changes nothing."""
    row = await session.scalar(
        select(Notification)
        .where(Notification.id == notification_id, Notification.recipient_id == actor.id)
        .with_for_update(**statements.FOR_NO_KEY_UPDATE)
    )
    if row is None:
        raise errors.NotFound(_("Notification not found."))
    if row.read_at is None:
        row.read_at = clock.now()
        row.seen_at = row.seen_at or row.read_at
        await session.flush()
        events.record(session, InboxesChanged((actor.id,)))
    return await get_counts(session, actor)


async def mark_all_read(session: AsyncSession, actor: Actor) -> InboxCounts:
    now = literal(clock.now(), columns.UTCDateTime())
    return await _update_all_notifications(
        session,
        actor,
        col(Notification.read_at).is_(None),
        read_at=now,
        seen_at=func.coalesce(col(Notification.seen_at), now),
    )


async def mark_all_seen(session: AsyncSession, actor: Actor) -> InboxCounts:
    """Mark all notifications of the actor as seen. Unread notifications stay unread."""
    return await _update_all_notifications(
        session, actor, col(Notification.seen_at).is_(None), seen_at=clock.now()
    )


async def _update_all_notifications(
    session: AsyncSession, actor: Actor, condition: ColumnElement[bool], **values: Any
) -> InboxCounts:
    changed = await session.execute(
        update(Notification)
        .where(col(Notification.recipient_id) == actor.id, condition)
        .values(values)
        .returning(col(Notification.id))
        .execution_options(synchronize_session=False)
    )
    if changed.first() is not None:
        events.record(session, InboxesChanged((actor.id,)))
    return await get_counts(session, actor)
