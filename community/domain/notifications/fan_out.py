"""Functions for background jobs that notify many users, one batch per transaction.

Each function processes the next batch of users whose ids are greater than `after`. It returns the
last id of the batch, or None if no users remain. The job runner in `community/jobs/` calls the
function with the returned id as `after` until it returns None.
"""

from sqlalchemy.ext.asyncio import AsyncSession

from community.domain.notifications import recipients
from community.domain.notifications.delivery import Notice, notify
from community.domain.notifications.kinds import NotificationKind
from community.domain.notifications.policies import FAN_OUT_BATCH_SIZE
from community.domain.notifications.retraction import retract_post
from community.models import Post


async def fan_out_post(session: AsyncSession, *, post_id: int, after: int = 0) -> int | None:
    post = await session.get(Post, post_id)
    if post is None or post.status != "published":
        return None
    user_ids = await recipients.list_subscribers(
        session, post, after=after, limit=FAN_OUT_BATCH_SIZE
    )
    notice = Notice(post.author_id, post_id=post.id, community_id=post.community_id)
    await notify(session, notice, dict.fromkeys(user_ids, (NotificationKind.NEW_POST,)))
    return user_ids[-1] if len(user_ids) == FAN_OUT_BATCH_SIZE else None


async def notify_watchers(session: AsyncSession, *, comment_id: int, after: int) -> int | None:
    """Notify the watchers of a post of a new comment on it.

    The author of the parent comment and the mentioned users are skipped, because they were already
    notified.
    """
    comment_recipients = await recipients.find_comment_recipients(session, comment_id)
    if comment_recipients is None:
        return None
    post_id = comment_recipients.comment.post_id
    watchers = await recipients.list_watchers(
        session, post_id, after=after, limit=FAN_OUT_BATCH_SIZE
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
    watchers = await recipients.list_watchers(session, post_id, after=after, limit=limit)
    notice = Notice(actor_id, post_id=post_id)
    await notify(session, notice, dict.fromkeys(watchers, (NotificationKind.POST_UNPUBLISHED,)))
    return watchers[-1] if len(watchers) == limit else None


async def retract_post_notifications(
    session: AsyncSession, *, post_id: int, after: int = 0
) -> int | None:
    """Delete a batch of unread notifications of a post that is no longer published.

    Args:
        after: The number of finished batches. Unlike in the other functions it is not a user id:
            each batch deletes the notifications that it found, so the next batch cannot find them
            again.
    """
    post = await session.get(Post, post_id)
    if post is None or post.status == "published":
        return None
    return after + 1 if await retract_post(session, post, limit=FAN_OUT_BATCH_SIZE) else None
