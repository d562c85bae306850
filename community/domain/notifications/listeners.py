"""Listeners that create and delete notifications when other packages record domain events."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, delete, or_

from community.core import clock
from community.core.db.statements import insert
from community.domain import comments, follows, posts, reactions, subscriptions
from community.domain.jobs import outbox
from community.domain.notifications.delivery import fan_out, notices, recipients, retraction
from community.domain.notifications.kinds import NotificationKind
from community.domain.notifications.policies import INLINE_RECIPIENTS_LIMIT, RENOTIFY_INTERVAL
from community.domain.subscriptions.events import PlanGranted
from community.models import NotificationSubscription, PostWatch


async def notify_comment_posted(session: AsyncSession, event: comments.CommentPosted) -> None:
    """Notify the author of the parent comment, the mentioned users and users who watch the post.

    Only the first `INLINE_RECIPIENTS_LIMIT` watchers are notified here. A job notifies the others.
    """
    found = await recipients.find_comment_recipients(session, event.comment_id)
    if found is None:
        return
    watchers = await recipients.list_watchers(
        session, event.post_id, after_user_id=0, limit=INLINE_RECIPIENTS_LIMIT
    )
    kinds_by_user = {user_id: [*kinds] for user_id, kinds in found.direct_recipients.items()}
    for user_id in watchers:
        kinds_by_user.setdefault(user_id, []).append(NotificationKind.POST_COMMENT)
    await notices.notify(session, found.notice, kinds_by_user)
    if len(watchers) == INLINE_RECIPIENTS_LIMIT:
        outbox.enqueue(session, "notify_watchers", comment_id=event.comment_id, after=watchers[-1])


async def notify_new_mentions(session: AsyncSession, event: comments.CommentEdited) -> None:
    """Notify the users whom an edited comment newly mentions.

    The author of the parent comment is skipped, because they were already notified of the reply.
    """
    found = (
        await recipients.find_comment_recipients(session, event.comment_id)
        if event.newly_mentioned_user_ids
        else None
    )
    if found is None:
        return
    kinds = [NotificationKind.MENTION]
    user_ids = [
        user_id
        for user_id in event.newly_mentioned_user_ids
        if found.direct_recipients.get(user_id) == kinds
    ]
    await notices.notify(session, found.notice, dict.fromkeys(user_ids, kinds))


async def notify_comment_unhidden(session: AsyncSession, event: comments.CommentUnhidden) -> None:
    """Notify the author of the parent comment and the mentioned users, if the comment is recent.

    When the comment was hidden, their unread notifications were deleted. If the comment is older
    than `RENOTIFY_INTERVAL`, no user is notified.
    """
    found = await recipients.find_comment_recipients(session, event.comment_id)
    if found is None or found.comment.created_at < clock.now() - RENOTIFY_INTERVAL:
        return
    await notices.notify(session, found.notice, found.direct_recipients)


async def retract_hidden_comment_notifications(
    session: AsyncSession, event: comments.CommentHidden
) -> None:
    comment = await comments.find(session, event.comment_id)
    if comment is not None:
        await retraction.retract_comment_notifications(session, comment)


async def notify_reaction(session: AsyncSession, event: reactions.ReactionSet) -> None:
    """Notify the author of a post or comment of a new reaction.

    No notification is created if the reaction replaces another reaction by the same user, or if the
    author was notified of a reaction by this user within `RENOTIFY_INTERVAL`.
    """
    if event.previous_code is not None:
        return
    kind, notice = _build_reaction_notice(event)
    if not await notices.was_recently_notified(session, notice, kind, event.author_id):
        await notices.notify(session, notice, {event.author_id: [kind]})


async def retract_reaction_notification(
    session: AsyncSession, event: reactions.ReactionRemoved
) -> None:
    kind, notice = _build_reaction_notice(event)
    await retraction.remove_actor_from_notification(
        session,
        collapse_key=notice.build_collapse_key(kind),
        recipient_id=event.author_id,
        actor_id=event.actor_id,
    )


async def notify_payment_changed(
    session: AsyncSession, event: subscriptions.PaymentChanged
) -> None:
    if event.user_id is None or event.status in subscriptions.UNFINISHED_STATUSES:
        return
    kind = NotificationKind.SUBSCRIPTION_PAYMENT
    await notices.notify(
        session, notices.Notice(payment_id=event.payment_id), {event.user_id: [kind]}
    )


async def notify_confirmation_needed(
    session: AsyncSession, event: subscriptions.ConfirmationNeeded
) -> None:
    """Notify a subscriber that their bank asks them to confirm a renewal."""
    kind = NotificationKind.SUBSCRIPTION_PAYMENT
    await notices.notify(
        session, notices.Notice(payment_id=event.payment_id), {event.user_id: [kind]}
    )


async def notify_gift_changed(session: AsyncSession, event: subscriptions.PaymentChanged) -> None:
    """Notify the recipient of a gift that was paid. Retract the notification if it is refunded."""
    gift = await subscriptions.find_gift(session, event)
    if gift is None:
        return
    notice = notices.Notice(gift.giver_id, payment_id=event.payment_id)
    kind = NotificationKind.SUBSCRIPTION_GIFT
    if event.status == "succeeded":
        await notices.notify(session, notice, {gift.recipient_id: [kind]})
    elif event.status == "refunded" and gift.giver_id is not None:
        await retraction.remove_actor_from_notification(
            session,
            collapse_key=notice.build_collapse_key(kind),
            recipient_id=gift.recipient_id,
            actor_id=gift.giver_id,
        )


async def notify_plan_granted(session: AsyncSession, event: PlanGranted) -> None:
    await notices.notify(
        session, notices.Notice(), {event.user_id: [NotificationKind.PLAN_GRANTED]}
    )


async def notify_access_extended(
    session: AsyncSession, event: subscriptions.AccessExtended
) -> None:
    await notices.notify(
        session, notices.Notice(), {event.user_id: [NotificationKind.PLAN_EXTENDED]}
    )


async def notify_new_follower(session: AsyncSession, event: follows.Followed) -> None:
    notice = notices.Notice(event.follower_id)
    if not await notices.was_recently_notified(
        session, notice, NotificationKind.NEW_FOLLOWER, event.followed_id
    ):
        await notices.notify(session, notice, {event.followed_id: [NotificationKind.NEW_FOLLOWER]})


async def retract_follower_notification(session: AsyncSession, event: follows.Unfollowed) -> None:
    await retraction.remove_actor_from_notification(
        session,
        collapse_key=notices.build_collapse_key(NotificationKind.NEW_FOLLOWER),
        recipient_id=event.followed_id,
        actor_id=event.follower_id,
    )


async def delete_subscriptions_between_users(session: AsyncSession, event: follows.Ignored) -> None:
    subscription = NotificationSubscription
    await session.execute(
        delete(subscription).where(
            or_(
                (col(subscription.user_id) == event.user_id)
                & (col(subscription.author_id) == event.ignored_id),
                (col(subscription.user_id) == event.ignored_id)
                & (col(subscription.author_id) == event.user_id),
            )
        )
    )


async def handle_post_published(session: AsyncSession, event: posts.PostPublished) -> None:
    """When a post is published for the first time, make its author watch it and notify subscribers.

    A job notifies the subscribers.
    """
    if not event.is_first:
        return
    await _watch_own_post(session, event)
    outbox.enqueue(session, "fan_out_post", post_id=event.post_id)


async def handle_post_held(session: AsyncSession, event: posts.PostHeld) -> None:
    """Make the author watch the post, so that they learn of a rejection.

    If the post was published, a job deletes the unread notifications about it.
    """
    await _watch_own_post(session, event)
    if event.was_published:
        outbox.enqueue(session, "retract_post_notifications", post_id=event.post_id)


async def handle_post_unpublished(session: AsyncSession, event: posts.PostUnpublished) -> None:
    """Notify the users who watch the post, and delete the unread notifications about the post.

    A job deletes the notifications. If many users watch the post, another job notifies the rest.
    """
    outbox.enqueue(session, "retract_post_notifications", post_id=event.post_id)
    after = await fan_out.notify_post_unpublished(
        session, post_id=event.post_id, actor_id=event.actor_id, limit=INLINE_RECIPIENTS_LIMIT
    )
    if after is not None:
        outbox.enqueue(
            session,
            "notify_post_unpublished",
            post_id=event.post_id,
            actor_id=event.actor_id,
            after=after,
        )


async def retract_deleted_post_notifications(
    session: AsyncSession, event: posts.PostDeleted
) -> None:
    outbox.enqueue(session, "retract_post_notifications", post_id=event.post_id)


async def _watch_own_post(
    session: AsyncSession, event: posts.PostPublished | posts.PostHeld
) -> None:
    await session.execute(
        insert(session, PostWatch)
        .values(post_id=event.post_id, user_id=event.author_id)
        .on_conflict_do_nothing()
    )


def _build_reaction_notice(
    event: reactions.ReactionSet | reactions.ReactionRemoved,
) -> tuple[NotificationKind, notices.Notice]:
    if event.target == "post":
        return NotificationKind.POST_REACTION, notices.Notice(event.actor_id, post_id=event.post_id)
    return NotificationKind.COMMENT_REACTION, notices.Notice(
        event.actor_id, post_id=event.post_id, comment_id=event.target_id
    )
