"""Functions that delete unread notifications whose cause no longer exists."""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, delete, select, update

from community.core import events
from community.core.actor import Actor
from community.core.db.statements import FOR_NO_KEY_UPDATE, is_one_of
from community.domain import comments, posts
from community.domain.notifications.delivery.notices import build_collapse_key
from community.domain.notifications.events import InboxesChanged
from community.domain.notifications.kinds import NotificationKind
from community.models import Comment, Notification, NotificationActor, Post, PostWatch

# A notification is created at most this long after the comment that caused it.
CREATION_TOLERANCE = timedelta(minutes=1)
_KINDS_OF_ONE_COMMENT = (
    NotificationKind.COMMENT_REPLY,
    NotificationKind.MENTION,
    NotificationKind.COMMENT_REACTION,
)


async def remove_actor_from_notification(
    session: AsyncSession, *, collapse_key: str, recipient_id: int, actor_id: int
) -> None:
    """Remove a user from the actors of an unread notification, and delete it without actors."""
    rows = await lock_unread(
        session,
        col(Notification.recipient_id) == recipient_id,
        col(Notification.collapse_key) == collapse_key,
    )
    await remove_actor_from_notifications(session, rows, actor_id)


async def retract_comment_notifications(session: AsyncSession, comment: Comment) -> None:
    """Delete the unread notifications that are only about a hidden comment.

    A notification to users who watch the post covers all new comments on the post. The hidden
    comment is only removed from this notification.
    """
    rows = await lock_unread(
        session,
        col(Notification.comment_id) == comment.id,
        col(Notification.kind).in_(_KINDS_OF_ONE_COMMENT),
    )
    await delete_notifications(session, rows)
    await _remove_comment_from_watcher_notifications(session, comment)


async def delete_unread_post_notifications(
    session: AsyncSession, post: Post, *, limit: int
) -> bool:
    """Delete up to `limit` unread notifications of a post that is no longer published.

    Notifications of the kind `POST_UNPUBLISHED` are kept. If the author may still read the post,
    notifications to the author are kept too.

    Returns:
        Whether more notifications may remain.
    """
    conditions = [
        col(Notification.post_id) == post.id,
        col(Notification.kind) != NotificationKind.POST_UNPUBLISHED,
    ]
    if posts.may_read(Actor(user_id=post.author_id), post):
        conditions.append(col(Notification.recipient_id) != post.author_id)
    rows = await lock_unread(session, *conditions, limit=limit)
    await delete_notifications(session, rows)
    return len(rows) == limit


async def _remove_comment_from_watcher_notifications(
    session: AsyncSession, comment: Comment
) -> None:
    """Remove a hidden comment from the unread notifications to users who watch the post.

    One notification covers all new comments on a post. If it also covers another comment by the
    same author, the author remains an actor of the notification.
    """
    latest_at, latest_id = await comments.get_latest_others(session, comment)
    watchers = select(PostWatch.user_id).where(PostWatch.post_id == comment.post_id)
    unread = await lock_unread(
        session,
        col(Notification.recipient_id).in_(watchers),
        col(Notification.collapse_key)
        == build_collapse_key(NotificationKind.POST_COMMENT, post_id=comment.post_id),
    )
    without_author = [
        row
        for row in unread
        if latest_at is None or row.created_at > latest_at + CREATION_TOLERANCE
    ]
    await remove_actor_from_notifications(session, without_author, comment.author_id)
    await session.execute(
        update(Notification)
        .where(
            col(Notification.id).in_([row.id for row in unread]),
            col(Notification.comment_id) == comment.id,
        )
        .values(comment_id=latest_id)
        .execution_options(synchronize_session=False)
    )


async def lock_unread(
    session: AsyncSession, *conditions: ColumnElement[bool], limit: int | None = None
) -> Sequence[Notification]:
    rows = await session.scalars(
        select(Notification)
        .where(*conditions, col(Notification.read_at).is_(None))
        .order_by(col(Notification.recipient_id))
        .limit(limit)
        .with_for_update(**FOR_NO_KEY_UPDATE)
    )
    return rows.all()


async def remove_actor_from_notifications(
    session: AsyncSession, rows: Sequence[Notification], actor_id: int
) -> None:
    if not rows:
        return
    removed = await session.scalars(
        delete(NotificationActor)
        .where(
            col(NotificationActor.notification_id).in_([row.id for row in rows]),
            col(NotificationActor.user_id) == actor_id,
        )
        .returning(col(NotificationActor.notification_id))
        .execution_options(synchronize_session=False)
    )
    changed_ids = set(removed)
    changed = [row for row in rows if row.id in changed_ids]
    for row in changed:
        row.actors_count -= 1
    await session.flush()
    await delete_notifications(session, [row for row in changed if row.actors_count == 0])
    if remaining := tuple(row.recipient_id for row in changed if row.actors_count):
        events.record(session, InboxesChanged(remaining))


async def delete_notifications(session: AsyncSession, rows: Sequence[Notification]) -> None:
    if not rows:
        return
    await session.execute(
        delete(Notification)
        .where(is_one_of(col(Notification.id), [row.id for row in rows]))
        .execution_options(synchronize_session=False)
    )
    events.record(session, InboxesChanged(tuple(row.recipient_id for row in rows)))
