"""Taking back what turned out not to be news. What somebody has read stays as they read it."""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, delete, func, select, update

from community.core import events
from community.core.locks import HELD
from community.domain.notifications import kinds
from community.domain.notifications.events import InboxChanged
from community.domain.notifications.kinds import Kind
from community.models import Comment, Notification, NotificationActor, Post, PostWatch

# A row of an inbox is made within moments of the comment that it tells of.
SAME_MOMENT = timedelta(minutes=1)
_ABOUT_ONE_COMMENT = (Kind.COMMENT_REPLY, Kind.MENTION, Kind.COMMENT_REACTION)


async def withdraw(session: AsyncSession, *, topic: str, recipient_id: int, actor_id: int) -> None:
    """The actor did not do that after all: one less in the unread row, and no row of nobody."""
    rows = await _locked(
        session, col(Notification.recipient_id) == recipient_id, col(Notification.topic) == topic
    )
    await _take_out(session, rows, actor_id)


async def withdraw_comment(session: AsyncSession, comment: Comment) -> None:
    """A comment is not to be seen any more: neither are the unread rows about it."""
    about_it = await _locked(
        session,
        col(Notification.comment_id) == comment.id,
        col(Notification.kind).in_(_ABOUT_ONE_COMMENT),
    )
    await _drop(session, about_it)
    await _withdraw_from_watchers(session, comment)


async def withdraw_post(session: AsyncSession, post: Post, *, limit: int) -> bool:
    """Readers see a post no more: what they have not read about it goes, but that it went.

    The author still sees it, unless it is deleted.

    Returns:
        Whether there may be more of them than `limit`.
    """
    rules = [
        col(Notification.post_id) == post.id,
        col(Notification.kind) != Kind.POST_UNPUBLISHED,
    ]
    if post.status != "deleted":
        rules.append(col(Notification.recipient_id) != post.author_id)
    rows = await _locked(session, *rules, limit=limit)
    await _drop(session, rows)
    return len(rows) == limit


async def _withdraw_from_watchers(session: AsyncSession, comment: Comment) -> None:
    """Watchers were told of the comments of a post in one row, which may tell of others too."""
    others = select(Comment).where(
        Comment.post_id == comment.post_id,
        Comment.moderation_status == "published",
        Comment.id != comment.id,
    )
    same_author = others.where(Comment.author_id == comment.author_id)
    still_at = await session.scalar(
        same_author.with_only_columns(func.max(col(Comment.created_at)))
    )
    watchers = select(PostWatch.user_id).where(PostWatch.post_id == comment.post_id)
    unread = await _locked(
        session,
        col(Notification.recipient_id).in_(watchers),
        col(Notification.topic) == kinds.topic(Kind.POST_COMMENT, post_id=comment.post_id),
    )
    untrue = [row for row in unread if still_at is None or row.created_at > still_at + SAME_MOMENT]
    await _take_out(session, untrue, comment.author_id)
    last = others.with_only_columns(func.max(col(Comment.id))).scalar_subquery()
    await session.execute(
        update(Notification)
        .where(
            col(Notification.id).in_([row.id for row in unread]),
            col(Notification.comment_id) == comment.id,
        )
        .values(comment_id=last)
        .execution_options(synchronize_session=False)
    )


async def _locked(
    session: AsyncSession, *rules: ColumnElement[bool], limit: int | None = None
) -> Sequence[Notification]:
    rows = await session.scalars(
        select(Notification)
        .where(*rules, col(Notification.read_at).is_(None))
        .order_by(col(Notification.recipient_id))
        .limit(limit)
        .with_for_update(**HELD)
    )
    return rows.all()


async def _take_out(session: AsyncSession, rows: Sequence[Notification], actor_id: int) -> None:
    if not rows:
        return
    gone = await session.scalars(
        delete(NotificationActor)
        .where(
            col(NotificationActor.notification_id).in_([row.id for row in rows]),
            col(NotificationActor.user_id) == actor_id,
        )
        .returning(col(NotificationActor.notification_id))
        .execution_options(synchronize_session=False)
    )
    fewer = set(gone)
    changed = [row for row in rows if row.id in fewer]
    for row in changed:
        row.actors_count -= 1
    await session.flush()
    await _drop(session, [row for row in changed if row.actors_count == 0])
    for row in changed:
        if row.actors_count:
            events.record(session, InboxChanged(row.recipient_id))


async def _drop(session: AsyncSession, rows: Sequence[Notification]) -> None:
    if not rows:
        return
    await session.execute(
        delete(Notification)
        .where(col(Notification.id).in_([row.id for row in rows]))
        .execution_options(synchronize_session=False)
    )
    for row in rows:
        events.record(session, InboxChanged(row.recipient_id))
