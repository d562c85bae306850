"""What people do with their own inbox."""

from typing import Any

from sqlalchemy import ColumnElement, literal
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select, update

from community.core import clock, events
from community.core.actor import Actor
from community.core.errors import NotFound
from community.core.locks import HELD
from community.domain.notifications.events import InboxChanged
from community.domain.notifications.queries import counts
from community.domain.notifications.schemas import Counts
from community.models import Notification
from community.models.columns import Moment


async def read(session: AsyncSession, actor: Actor, *, notification_id: int) -> Counts:
    """One row is read (and seen); reading it again changes nothing.

    Raises:
        NotFound: it is not in this actor's inbox.
    """
    row = await session.scalar(
        select(Notification)
        .where(Notification.id == notification_id, Notification.recipient_id == actor.id)
        .with_for_update(**HELD)
    )
    if row is None:
        raise NotFound("There is no such notification.")
    if row.read_at is None:
        row.read_at = clock.now()
        row.seen_at = row.seen_at or row.read_at
        await session.flush()
        events.record(session, InboxChanged(actor.id))
    return await counts(session, actor)


async def read_all(session: AsyncSession, actor: Actor) -> Counts:
    """Every row is read (and seen)."""
    moment = literal(clock.now(), Moment())
    return await _change(
        session,
        actor,
        col(Notification.read_at).is_(None),
        read_at=moment,
        seen_at=func.coalesce(col(Notification.seen_at), moment),
    )


async def saw_all(session: AsyncSession, actor: Actor) -> Counts:
    """Every row is seen: the number on the bell goes, the rows stay unread."""
    return await _change(session, actor, col(Notification.seen_at).is_(None), seen_at=clock.now())


async def _change(
    session: AsyncSession, actor: Actor, rule: ColumnElement[bool], **values: Any
) -> Counts:
    changed = await session.execute(
        update(Notification)
        .where(col(Notification.recipient_id) == actor.id, rule)
        .values(values)
        .returning(col(Notification.id))
        .execution_options(synchronize_session=False)
    )
    if changed.first() is not None:
        events.record(session, InboxChanged(actor.id))
    return await counts(session, actor)
