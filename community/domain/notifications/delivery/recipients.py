"""Queries that find the users to notify of a comment or a post."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import union
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.domain import comments
from community.domain.notifications.delivery.notices import Notice
from community.domain.notifications.kinds import NotificationKind
from community.models import Comment, NotificationSubscription, Post, PostWatch


@dataclass(frozen=True, slots=True)
class CommentRecipients:
    """A published comment, and the users to notify because it replies to them or mentions them."""

    comment: Comment
    # For each user id, the possible kinds of notification in order of preference. The user gets
    # only the first kind that they have not turned off.
    direct_recipients: dict[int, list[NotificationKind]]

    @property
    def notice(self) -> Notice:
        return Notice(
            self.comment.author_id, post_id=self.comment.post_id, comment_id=self.comment.id
        )


async def find_comment_recipients(
    session: AsyncSession, comment_id: int
) -> CommentRecipients | None:
    """Return a comment with the users to notify: the author of the parent and the mentioned users.

    If the author of the parent comment is also mentioned, the reply takes precedence over the
    mention, because some clients start each reply with a mention.
    """
    found = await comments.find_addressees(session, comment_id)
    if found is None:
        return None
    kinds_by_user: dict[int, list[NotificationKind]] = {}
    if found.parent_author_id is not None:
        kinds_by_user.setdefault(found.parent_author_id, []).append(NotificationKind.COMMENT_REPLY)
    for user_id in found.mentioned_ids:
        kinds_by_user.setdefault(user_id, []).append(NotificationKind.MENTION)
    return CommentRecipients(found.comment, kinds_by_user)


async def list_watchers(
    session: AsyncSession, post_id: int, *, after_user_id: int, limit: int
) -> Sequence[int]:
    """Return the ids of up to `limit` users who watch the post, in ascending order."""
    rows = await session.scalars(
        select(PostWatch.user_id)
        .where(PostWatch.post_id == post_id, PostWatch.user_id > after_user_id)
        .order_by(col(PostWatch.user_id))
        .limit(limit)
    )
    return rows.all()


async def list_subscribers(
    session: AsyncSession, post: Post, *, after_user_id: int, limit: int
) -> Sequence[int]:
    """Return the ids of up to `limit` users to notify of a new post, in ascending order.

    These users are subscribed to the author or to the community of the post. Each subquery uses an
    index and reads at most `limit` entries.
    """
    subqueries = [
        select(col(NotificationSubscription.user_id).label("user_id"))
        .where(condition, col(NotificationSubscription.user_id) > after_user_id)
        .order_by(col(NotificationSubscription.user_id))
        .limit(limit)
        .subquery()
        for condition in (
            col(NotificationSubscription.author_id) == post.author_id,
            col(NotificationSubscription.community_id) == post.community_id,
        )
    ]
    subscribers = union(*(select(subquery.c.user_id) for subquery in subqueries)).subquery()
    rows = await session.scalars(
        select(subscribers.c.user_id).order_by(subscribers.c.user_id).limit(limit)
    )
    return rows.all()
