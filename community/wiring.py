"""Registers the listeners of all domain events, such as `CommentPosted`.

A listener is a function that is called for each event of one type. Listeners registered with
`in_transaction` run in the transaction that recorded the event, in the order of registration.
Listeners registered with `on_commit` run right after the commit and invalidate the caches of this
process. Listeners registered with `after_commit` run in the background after the commit and notify
other processes and browsers.
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
    """Register all listeners. If they are already registered, do nothing."""
    _wire_notifications()
    _wire_live_updates()
    _wire_authentication_cache()
    _wire_sidebar_cache()


def _wire_notifications() -> None:
    in_transaction(comments.CommentPosted, notifications.notify_comment_posted)
    in_transaction(comments.CommentEdited, notifications.notify_new_mentions)
    in_transaction(comments.CommentHidden, notifications.retract_hidden_comment_notifications)
    in_transaction(comments.CommentUnhidden, notifications.notify_comment_unhidden)
    in_transaction(reactions.ReactionSet, notifications.notify_reaction)
    in_transaction(reactions.ReactionRemoved, notifications.retract_reaction_notification)
    in_transaction(follows.Followed, notifications.notify_new_follower)
    in_transaction(follows.Unfollowed, notifications.retract_follower_notification)
    in_transaction(follows.Ignored, notifications.delete_subscriptions_between_users)
    in_transaction(posts.PostPublished, notifications.handle_post_published)
    in_transaction(posts.PostUnpublished, notifications.handle_post_unpublished)
    in_transaction(posts.PostDeleted, notifications.retract_deleted_post_notifications)


def _wire_live_updates() -> None:
    after_commit(outbox.JobEnqueued, outbox.wake_dispatcher)
    after_commit(notifications.InboxesChanged, _broadcast_inboxes_changed)
    after_commit(comments.CommentPosted, _broadcast_comment_changed)
    after_commit(comments.CommentEdited, _broadcast_comment_changed)
    after_commit(comments.CommentHidden, _broadcast_comment_changed)
    after_commit(comments.CommentUnhidden, _broadcast_comment_changed)
    after_commit(comments.CommentPinChanged, _broadcast_comment_changed)
    after_commit(reactions.ReactionSet, _broadcast_reaction_changed)
    after_commit(reactions.ReactionRemoved, _broadcast_reaction_changed)
    after_commit(posts.PostPublished, _broadcast_post_status_changed)
    after_commit(posts.PostUnpublished, _broadcast_post_status_changed)
    after_commit(posts.PostDeleted, _broadcast_post_status_changed)
    after_commit(posts.PostEdited, _broadcast_post_edited)
    after_commit(communities.CommunityEdited, _broadcast_community_changed)
    after_commit(communities.CommunityClosed, _broadcast_community_changed)
    after_commit(communities.CommunityReopened, _broadcast_community_changed)


def _wire_authentication_cache() -> None:
    event_types: tuple[type[UserChanged], ...] = get_args(UserChanged)
    for event_type in event_types:
        on_commit(event_type, _invalidate_cached_user)
        after_commit(event_type, _broadcast_user_changed)
    on_commit(site.SiteSettingsChanged, site.invalidate_settings_cache)
    hub.subscribe(_invalidate_cached_users_on_message, first=True)


def _wire_sidebar_cache() -> None:
    event_types: tuple[type[ContentRemoved], ...] = get_args(ContentRemoved)
    for event_type in event_types:
        on_commit(event_type, _invalidate_cached_sidebar)
        after_commit(event_type, _broadcast_content_removed)
    hub.subscribe(_invalidate_cached_sidebar_on_message, first=True)


async def _broadcast_inboxes_changed(event: notifications.InboxesChanged) -> None:
    await hub.publish(topics.INBOXES, {"recipient_ids": event.recipient_ids})


async def _broadcast_comment_changed(
    event: comments.CommentPosted
    | comments.CommentEdited
    | comments.CommentHidden
    | comments.CommentUnhidden
    | comments.CommentPinChanged,
) -> None:
    await hub.publish(topics.post(event.post_id), {"comment_id": event.comment_id})


async def _broadcast_reaction_changed(
    event: reactions.ReactionSet | reactions.ReactionRemoved,
) -> None:
    if event.target == "post":
        await hub.publish(topics.post(event.target_id), {"reactions_post_id": event.target_id})
    else:
        await hub.publish(topics.post(event.post_id), {"comment_id": event.target_id})


async def _broadcast_post_status_changed(
    event: posts.PostPublished | posts.PostUnpublished | posts.PostDeleted,
) -> None:
    await hub.publish(topics.post(event.post_id), {"post_id": event.post_id})
    is_published = isinstance(event, posts.PostPublished)
    key = "published_post_id" if is_published else "unpublished_post_id"
    await hub.publish(topics.FEEDS, {key: event.post_id})


async def _broadcast_post_edited(event: posts.PostEdited) -> None:
    await hub.publish(topics.post(event.post_id), {"post_id": event.post_id})


async def _broadcast_community_changed(
    event: communities.CommunityEdited
    | communities.CommunityClosed
    | communities.CommunityReopened,
) -> None:
    await hub.publish(topics.community(event.community_id), {"community_id": event.community_id})


def _invalidate_cached_user(event: UserChanged) -> None:
    authentication.invalidate_cached_user(event.user_id)


async def _broadcast_user_changed(event: UserChanged) -> None:
    await hub.publish(topics.USERS, {"user_id": event.user_id})


def _invalidate_cached_users_on_message(topic: str, message: hub.Message) -> None:
    if topic == topics.USERS:
        authentication.invalidate_cached_user(message["user_id"])
    elif topic == topics.RESYNC:
        authentication.clear_cache()


def _invalidate_cached_sidebar(_: ContentRemoved) -> None:
    discovery.invalidate_sidebar()


async def _broadcast_content_removed(_: ContentRemoved) -> None:
    await hub.publish(topics.SIDEBAR, {})


def _invalidate_cached_sidebar_on_message(topic: str, _: hub.Message) -> None:
    if topic in {topics.SIDEBAR, topics.RESYNC}:
        discovery.invalidate_sidebar()
