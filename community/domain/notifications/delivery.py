"""Delivery of notifications to the inboxes of their recipients.

The number of queries does not depend on the number of recipients.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select, update

from community.core import clock, events
from community.core.upsert import insert
from community.domain import follows
from community.domain.notifications import kinds
from community.domain.notifications.events import InboxChanged
from community.domain.notifications.kinds import NotificationKind
from community.domain.notifications.policies import RENOTIFY_INTERVAL
from community.models import Notification, NotificationActor, NotificationSettings, User

# Kinds of notification by user id. A user gets the first kind that they have not turned off.
Recipients = Mapping[int, Sequence[NotificationKind]]


@dataclass(frozen=True, slots=True)
class Notice:
    """An action to notify users of: who acted, and on which post, comment or community."""

    actor_id: int
    post_id: int | None = None
    comment_id: int | None = None
    community_id: int | None = None

    def build_collapse_key(self, kind: NotificationKind) -> str:
        return kinds.build_collapse_key(kind, post_id=self.post_id, comment_id=self.comment_id)


async def notify(session: AsyncSession, notice: Notice, recipients: Recipients) -> None:
    """Notify the recipients of an action.

    If an inbox already contains an unread notification with the same collapse key (see
    `kinds.build_collapse_key`), the function updates this notification. Otherwise it adds another
    notification.

    The following recipients are skipped: the actor, users who ignore the actor, users whom the
    actor ignores, deleted users, and users who turned off all their kinds in `recipients`.
    """
    kinds_by_user = await _choose_kind_per_recipient(session, notice, recipients)
    if not kinds_by_user:
        return
    notification_ids = await _upsert_notifications(session, notice, kinds_by_user)
    with_actors = [
        notification_id
        for recipient_id, notification_id in notification_ids.items()
        if kinds_by_user[recipient_id] not in kinds.KINDS_WITHOUT_ACTORS
    ]
    await _add_actor_to_notifications(session, notice.actor_id, with_actors)
    for recipient_id in notification_ids:
        events.record(session, InboxChanged(recipient_id))


async def was_recently_notified(
    session: AsyncSession, notice: Notice, kind: NotificationKind, recipient_id: int
) -> bool:
    recent_id = await session.scalar(
        select(Notification.id)
        .join(NotificationActor, col(NotificationActor.notification_id) == col(Notification.id))
        .where(
            Notification.recipient_id == recipient_id,
            Notification.bumped_at > clock.now() - RENOTIFY_INTERVAL,
            Notification.collapse_key == notice.build_collapse_key(kind),
            NotificationActor.user_id == notice.actor_id,
        )
        .limit(1)
    )
    return recent_id is not None


async def _choose_kind_per_recipient(
    session: AsyncSession, notice: Notice, recipients: Recipients
) -> dict[int, NotificationKind]:
    ids = recipients.keys() - {notice.actor_id}
    if not ids:
        return {}
    rows = await session.execute(
        select(User.id, NotificationSettings.muted_kinds)
        .join(NotificationSettings, col(NotificationSettings.user_id) == col(User.id), isouter=True)
        .where(
            col(User.id).in_(ids),
            col(User.deleted_at).is_(None),
            follows.build_no_ignore_condition(col(User.id), notice.actor_id),
        )
    )
    selected: dict[int, NotificationKind] = {}
    for user_id, muted_kinds in rows:
        enabled = [kind for kind in recipients[user_id] if kind not in (muted_kinds or ())]
        if enabled:
            selected[user_id] = enabled[0]
    return selected


async def _upsert_notifications(
    session: AsyncSession, notice: Notice, kinds_by_user: Mapping[int, NotificationKind]
) -> dict[int, int]:
    """Insert or update one unread notification per recipient.

    Returns:
        The id of the notification for each recipient id.
    """
    now = clock.now()
    statement = insert(session, Notification)
    statement = statement.on_conflict_do_update(
        index_elements=["recipient_id", "collapse_key"],
        index_where=text("read_at IS NULL"),
        set_={
            "bumped_at": statement.excluded.bumped_at,
            "comment_id": statement.excluded.comment_id,
            "seen_at": statement.excluded.seen_at,
        },
    ).returning(Notification.recipient_id, Notification.id)
    values = [
        {
            "recipient_id": recipient_id,
            "kind": kind.value,
            "collapse_key": notice.build_collapse_key(kind),
            "post_id": notice.post_id,
            "comment_id": notice.comment_id,
            "community_id": notice.community_id,
            "actors_count": 0,
            "created_at": now,
            "bumped_at": now,
        }
        # Sorted by recipient, so that two concurrent transactions cannot deadlock.
        for recipient_id, kind in sorted(kinds_by_user.items())
    ]
    return {row[0]: row[1] for row in await session.execute(statement, values)}


async def _add_actor_to_notifications(
    session: AsyncSession, actor_id: int, notification_ids: Sequence[int]
) -> None:
    if not notification_ids:
        return
    now = clock.now()
    added = await session.scalars(
        insert(session, NotificationActor)
        .on_conflict_do_nothing()
        .returning(NotificationActor.notification_id),
        [
            {"notification_id": notification_id, "user_id": actor_id, "acted_at": now}
            for notification_id in sorted(notification_ids)
        ],
    )
    new_ids = set(added)
    if new_ids:
        await session.execute(
            update(Notification)
            .where(col(Notification.id).in_(new_ids))
            .values(actors_count=Notification.actors_count + 1)
        )
    if existing_ids := set(notification_ids) - new_ids:
        await session.execute(
            update(NotificationActor)
            .where(
                col(NotificationActor.notification_id).in_(existing_ids),
                col(NotificationActor.user_id) == actor_id,
            )
            .values(acted_at=now)
        )
