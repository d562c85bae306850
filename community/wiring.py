"""Registers the functions that run after each domain event, such as `CommentPosted`.

Functions registered with `in_transaction` run in the transaction that recorded the event, in the
order of registration. Functions registered with `on_commit` run right after the commit and
invalidate caches of this process. Functions registered with `after_commit` run in the background
after the commit and notify other processes and browsers.
"""

from functools import cache
from typing import get_args

from community import authentication, outbox
from community.core.events import after_commit, in_transaction, on_commit
from community.domain import (
    accounts,
    comments,
    communities,
    discovery,
    follows,
    notifications,
    posts,
    reactions,
    site,
)
from community.realtime import hub, topics

# After these events the data of the user in the authentication cache is outdated.
UserChanged = (
    accounts.SessionRevoked
    | accounts.TokenRevoked
    | accounts.PasswordChanged
    | accounts.ProfileChanged
    | accounts.DefaultFeedChanged
    | accounts.IgnoredKeywordsChanged
    | accounts.AdminGranted
    | follows.Ignored
    | follows.Unignored
)
# After these events the cached sidebar may still show content that was removed.
ContentRemoved = comments.CommentHidden | posts.PostUnpublished | posts.PostDeleted


@cache
def wire() -> None:
    """Register all listeners. Calling it again does nothing."""
    _wire_notifications()
    _wire_pushes()
    _wire_authentication()
    _wire_sidebar()


def _wire_notifications() -> None:
    in_transaction(comments.CommentPosted, notifications.notify_comment_posted)
    in_transaction(comments.CommentEdited, notifications.notify_new_mentions)
    in_transaction(comments.CommentHidden, notifications.retract_hidden_comment)
    in_transaction(comments.CommentUnhidden, notifications.notify_comment_unhidden)
    in_transaction(reactions.ReactionSet, notifications.notify_reaction)
    in_transaction(reactions.ReactionRemoved, notifications.retract_reaction)
    in_transaction(follows.Followed, notifications.notify_new_follower)
    in_transaction(follows.Unfollowed, notifications.retract_new_follower)
    in_transaction(follows.Ignored, notifications.remove_mutual_subscriptions)
    in_transaction(posts.PostPublished, notifications.handle_post_published)
    in_transaction(posts.PostUnpublished, notifications.handle_post_unpublished)
    in_transaction(posts.PostDeleted, notifications.retract_deleted_post)


def _wire_pushes() -> None:
    after_commit(outbox.JobEnqueued, outbox.wake_dispatcher)
    after_commit(notifications.InboxChanged, _publish_inbox_change)
    after_commit(comments.CommentPosted, _publish_comment_change)
    after_commit(comments.CommentEdited, _publish_comment_change)
    after_commit(comments.CommentHidden, _publish_comment_change)
    after_commit(comments.CommentUnhidden, _publish_comment_change)
    after_commit(comments.CommentPinChanged, _publish_comment_change)
    after_commit(reactions.ReactionSet, _publish_reaction)
    after_commit(reactions.ReactionRemoved, _publish_reaction)
    after_commit(posts.PostPublished, _publish_post_status_change)
    after_commit(posts.PostUnpublished, _publish_post_status_change)
    after_commit(posts.PostDeleted, _publish_post_status_change)
    after_commit(posts.PostEdited, _publish_post_edit)
    after_commit(communities.CommunityEdited, _publish_community_change)
    after_commit(communities.CommunityClosed, _publish_community_change)
    after_commit(communities.CommunityReopened, _publish_community_change)


def _wire_authentication() -> None:
    event_types: tuple[type[UserChanged], ...] = get_args(UserChanged)
    for event_type in event_types:
        on_commit(event_type, _invalidate_user)
        after_commit(event_type, _publish_user_change)
    on_commit(site.SiteSettingsChanged, site.invalidate_settings)
    hub.subscribe(_invalidate_user_on_message, first=True)


def _wire_sidebar() -> None:
    event_types: tuple[type[ContentRemoved], ...] = get_args(ContentRemoved)
    for event_type in event_types:
        on_commit(event_type, _invalidate_sidebar)
        after_commit(event_type, _publish_content_removal)
    hub.subscribe(_invalidate_sidebar_on_message, first=True)


async def _publish_inbox_change(event: notifications.InboxChanged) -> None:
    await hub.publish(topics.inbox(event.recipient_id), {"recipient_id": event.recipient_id})


async def _publish_comment_change(
    event: comments.CommentPosted
    | comments.CommentEdited
    | comments.CommentHidden
    | comments.CommentUnhidden
    | comments.CommentPinChanged,
) -> None:
    await hub.publish(topics.post(event.post_id), {"comment_id": event.comment_id})


async def _publish_reaction(
    event: reactions.ReactionSet | reactions.ReactionRemoved,
) -> None:
    if event.target == "post":
        await hub.publish(topics.post(event.target_id), {"reactions_post_id": event.target_id})
    else:
        await hub.publish(topics.post(event.post_id), {"comment_id": event.target_id})


async def _publish_post_status_change(
    event: posts.PostPublished | posts.PostUnpublished | posts.PostDeleted,
) -> None:
    await hub.publish(topics.post(event.post_id), {"post_id": event.post_id})
    is_published = isinstance(event, posts.PostPublished)
    key = "published_post_id" if is_published else "unpublished_post_id"
    await hub.publish(topics.FEEDS, {key: event.post_id})


async def _publish_post_edit(event: posts.PostEdited) -> None:
    await hub.publish(topics.post(event.post_id), {"post_id": event.post_id})


async def _publish_community_change(
    event: communities.CommunityEdited
    | communities.CommunityClosed
    | communities.CommunityReopened,
) -> None:
    await hub.publish(topics.community(event.community_id), {"community_id": event.community_id})


def _invalidate_user(event: UserChanged) -> None:
    authentication.invalidate(event.user_id)


async def _publish_user_change(event: UserChanged) -> None:
    await hub.publish(topics.USERS, {"user_id": event.user_id})


async def _invalidate_user_on_message(topic: str, message: hub.Message) -> None:
    if topic == topics.USERS:
        authentication.invalidate(message["user_id"])
    elif topic == topics.RESYNC:
        authentication.invalidate_all()


def _invalidate_sidebar(_: ContentRemoved) -> None:
    discovery.invalidate_sidebar()


async def _publish_content_removal(_: ContentRemoved) -> None:
    await hub.publish(topics.SIDEBAR, {})


async def _invalidate_sidebar_on_message(topic: str, _: hub.Message) -> None:
    if topic in {topics.SIDEBAR, topics.RESYNC}:
        discovery.invalidate_sidebar()
