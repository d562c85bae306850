"""What becomes of the inbox, the subscriptions and the settings of a user."""

from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, delete
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select, update

from community.core import clock, events
from community.core.db.export_parts import ExportPart, ExportRow
from community.core.db.personal_data import Delete, Move, PersonalData
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain import communities, people
from community.domain.notifications.events import InboxesChanged
from community.i18n import noop
from community.models import (
    Notification,
    NotificationActor,
    NotificationSettings,
    NotificationSubscription,
    PostWatch,
)

# How often a batch of notifications is moved while other transactions notify the target.
MOVE_ATTEMPTS: Final = 3


async def _add_slugs(session: AsyncSession, rows: list[ExportRow]) -> None:
    author_ids = [row["author_id"] for row in rows if row["author_id"]]
    community_ids = [row["community_id"] for row in rows if row["community_id"]]
    authors = await people.find_user_summaries(session, author_ids)
    summaries = await communities.find_summaries(session, community_ids)
    for row in rows:
        subject = authors.get(row["author_id"]) or summaries.get(row["community_id"])
        row["slug"] = subject.slug if subject else None


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


async def _move_actors(session: AsyncSession, *, source_id: int, target_id: int, limit: int) -> int:
    """Show the target as the actor of up to `limit` notifications, and return their number."""
    found = await session.scalars(
        select(NotificationActor)
        .where(col(NotificationActor.user_id) == source_id)
        .order_by(col(NotificationActor.notification_id))
        .limit(limit)
    )
    rows = found.all()
    ids = [row.notification_id for row in rows]
    await _lock_notifications(session, ids)
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
    await _recount_actors(session, ids)
    return len(rows)


async def _delete_own_notifications(
    session: AsyncSession,
    *,
    source_id: int,  # noqa: ARG001  # as other steps
    target_id: int,
    limit: int,
) -> int:
    """Remove the target from the actors of up to `limit` notifications to themselves.

    The merge makes the two users the same user. Notifications without actors are deleted.
    """
    ids = list(
        await session.scalars(
            select(NotificationActor.notification_id)
            .join(Notification, col(Notification.id) == col(NotificationActor.notification_id))
            .where(
                col(NotificationActor.user_id) == target_id,
                col(Notification.recipient_id) == target_id,
            )
            .limit(limit)
        )
    )
    await _lock_notifications(session, ids)
    await session.execute(
        delete(NotificationActor)
        .where(
            col(NotificationActor.user_id) == target_id,
            col(NotificationActor.notification_id).in_(ids),
        )
        .execution_options(synchronize_session=False)
    )
    await _recount_actors(session, ids)
    await session.execute(
        delete(Notification)
        .where(col(Notification.id).in_(ids), col(Notification.actors_count) == 0)
        .execution_options(synchronize_session=False)
    )
    if ids:
        events.record(session, InboxesChanged((target_id,)))
    return len(ids)


async def _delete_own_subscriptions(
    session: AsyncSession,
    *,
    source_id: int,  # noqa: ARG001  # as other steps
    target_id: int,
    limit: int,  # noqa: ARG001  # there is at most one
) -> int:
    """Delete the subscription of the target to themselves, and return the number of rows."""
    result: Any = await session.execute(
        delete(NotificationSubscription)
        .where(col(NotificationSubscription.user_id) == target_id)
        .where(col(NotificationSubscription.author_id) == target_id)
        .execution_options(synchronize_session=False)
    )
    return int(result.rowcount)


async def _erase_inboxes(session: AsyncSession, *, user_ids: Collection[int], limit: int) -> int:
    """Delete up to `limit` notifications that the users got, and return their number."""
    batch = select(Notification.id).where(col(Notification.recipient_id).in_(user_ids))
    ids = list(await session.scalars(batch.limit(limit)))
    await _delete(session, Notification, col(Notification.id).in_(ids))
    return len(ids)


async def _erase_actors(session: AsyncSession, *, user_ids: Collection[int], limit: int) -> int:
    """Remove the users from up to `limit` notifications of others, and return their number."""
    is_actor = col(NotificationActor.user_id).in_(user_ids)
    batch = select(NotificationActor.notification_id).where(is_actor).distinct().limit(limit)
    ids = list(await session.scalars(batch))
    await _lock_notifications(session, ids)
    await _delete(
        session, NotificationActor, is_actor, col(NotificationActor.notification_id).in_(ids)
    )
    await _recount_actors(session, ids)
    await _delete(
        session, Notification, col(Notification.id).in_(ids), col(Notification.actors_count) == 0
    )
    return len(ids)


async def _delete(session: AsyncSession, table: Any, *conditions: ColumnElement[bool]) -> None:
    await session.execute(
        delete(table).where(*conditions).execution_options(synchronize_session=False)
    )


async def _lock_notifications(session: AsyncSession, notification_ids: list[int]) -> None:
    """Lock the notifications, so that no other transaction adds an actor until they are counted."""
    await session.execute(
        select(Notification.id)
        .where(col(Notification.id).in_(notification_ids))
        .order_by(col(Notification.id))
        .with_for_update(**FOR_NO_KEY_UPDATE)
    )


async def _recount_actors(session: AsyncSession, notification_ids: list[int]) -> None:
    count = select(func.count()).where(
        col(NotificationActor.notification_id) == col(Notification.id)
    )
    await session.execute(
        update(Notification)
        .where(col(Notification.id).in_(notification_ids))
        .values(actors_count=count.scalar_subquery())
        .execution_options(synchronize_session=False)
    )


PERSONAL_DATA: Final = (
    PersonalData(
        NotificationSettings.user_id,
        export=ExportPart(
            "notification_settings",
            noop("Your notification settings"),
            key=NotificationSettings.user_id,
            fields=(NotificationSettings.email, NotificationSettings.muted_kinds),
            is_single=True,
        ),
        merge=Delete(),
        erase=Delete(),
    ),
    PersonalData(
        NotificationSubscription.user_id,
        export=ExportPart(
            "notification_subscriptions",
            noop("Authors and communities whose posts you get notified about"),
            key=NotificationSubscription.id,
            fields=(
                *(NotificationSubscription.author_id, NotificationSubscription.community_id),
                NotificationSubscription.created_at,
            ),
            complete=_add_slugs,
        ),
        merge=Move(
            unique_with=(NotificationSubscription.author_id, NotificationSubscription.community_id)
        ),
        erase=Delete(),
    ),
    PersonalData(
        NotificationSubscription.author_id,
        export="The subscriptions of others.",
        merge=(
            Move(unique_with=(NotificationSubscription.user_id,)),
            _delete_own_subscriptions,
        ),
        erase=Delete(),
    ),
    PersonalData(
        PostWatch.user_id,
        export=ExportPart(
            "followed_discussions",
            noop("Discussions that you follow"),
            key=PostWatch.post_id,
            fields=(PostWatch.post_id, PostWatch.created_at),
        ),
        merge=Move(unique_with=(PostWatch.post_id,)),
        erase=Delete(),
    ),
    PersonalData(
        Notification.recipient_id,
        export=ExportPart(
            "notifications",
            noop("Your notifications"),
            key=Notification.id,
            fields=(
                *(Notification.kind, Notification.post_id, Notification.comment_id),
                *(Notification.community_id, Notification.chat_id, Notification.actors_count),
                *(Notification.created_at, Notification.seen_at, Notification.read_at),
            ),
        ),
        merge=move_inbox,
        erase=_erase_inboxes,
    ),
    PersonalData(
        NotificationActor.user_id,
        export="The inboxes of others.",
        merge=(_move_actors, _delete_own_notifications),
        erase=_erase_actors,
    ),
)
