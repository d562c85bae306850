"""Functions for background jobs that notify many users, one batch per transaction.

Each function processes one batch of users with ids greater than `after`. It returns the argument
`after` for the next batch, or None if no batch remains. The job runner in `community/jobs/` calls
the function until it returns None.
"""

from sqlalchemy.ext.asyncio import AsyncSession

from community.domain import posts
from community.domain.notifications.delivery import recipients
from community.domain.notifications.delivery.notices import Notice, notify
from community.domain.notifications.delivery.retraction import delete_unread_post_notifications
from community.domain.notifications.kinds import NotificationKind
from community.domain.notifications.policies import FAN_OUT_BATCH_SIZE


async def notify_post_subscribers(
    session: AsyncSession, *, post_id: int, after: int = 0
) -> int | None:
    """Notify subscribers to the post's author or community that the post is published."""
    post = await posts.find(session, post_id)
    if post is None or not posts.is_published(post):
        return None
    user_ids = await recipients.list_subscribers(
        session, post, after_user_id=after, limit=FAN_OUT_BATCH_SIZE
    )
    notice = Notice(post.author_id, post_id=post.id, community_id=post.community_id)
    await notify(session, notice, dict.fromkeys(user_ids, (NotificationKind.NEW_POST,)))
    return user_ids[-1] if len(user_ids) == FAN_OUT_BATCH_SIZE else None


async def notify_watchers(session: AsyncSession, *, comment_id: int, after: int) -> int | None:
    """Notify users who watch a post of a new comment on the post.

    The author of the parent comment and the mentioned users are skipped, because
    `listeners.notify_comment_posted` has already notified them.
    """
    comment_recipients = await recipients.find_comment_recipients(session, comment_id)
    if comment_recipients is None:
        return None
    post_id = comment_recipients.comment.post_id
    watchers = await recipients.list_watchers(
        session, post_id, after_user_id=after, limit=FAN_OUT_BATCH_SIZE
    )
    others = [
        user_id for user_id in watchers if user_id not in comment_recipients.direct_recipients
    ]
    await notify(
        session, comment_recipients.notice, dict.fromkeys(others, (NotificationKind.POST_COMMENT,))
    )
    return watchers[-1] if len(watchers) == FAN_OUT_BATCH_SIZE else None


async def notify_post_unpublished(
    session: AsyncSession,
    *,
    post_id: int,
    actor_id: int,
    after: int = 0,
    limit: int = FAN_OUT_BATCH_SIZE,
) -> int | None:
    """Notify users who watch a post that the user `actor_id` unpublished it."""
    watchers = await recipients.list_watchers(session, post_id, after_user_id=after, limit=limit)
    notice = Notice(actor_id, post_id=post_id)
    await notify(session, notice, dict.fromkeys(watchers, (NotificationKind.POST_UNPUBLISHED,)))
    return watchers[-1] if len(watchers) == limit else None


async def delete_unread_notifications_batch(
    session: AsyncSession, *, post_id: int, after: int = 0
) -> int | None:
    """Delete a batch of unread notifications of a post that is no longer published.

    Args:
        after: The number of finished batches, because finished batches are deleted.
    """
    post = await posts.find(session, post_id)
    if post is None or posts.is_published(post):
        return None
    return (
        after + 1
        if await delete_unread_post_notifications(session, post, limit=FAN_OUT_BATCH_SIZE)
        else None
    )
