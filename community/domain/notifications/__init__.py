"""Delivery of notifications, inboxes, notification preferences and subscriptions."""

from community.domain.notifications.actions import mark_all_read, mark_all_seen, mark_read
from community.domain.notifications.events import InboxChanged
from community.domain.notifications.fan_out import (
    fan_out_post,
    notify_post_unpublished,
    notify_watchers,
    retract_post_notifications,
)
from community.domain.notifications.kinds import NotificationKind
from community.domain.notifications.listeners import (
    handle_post_published,
    handle_post_unpublished,
    notify_comment_posted,
    notify_comment_unhidden,
    notify_new_follower,
    notify_new_mentions,
    notify_reaction,
    remove_mutual_subscriptions,
    retract_deleted_post,
    retract_hidden_comment,
    retract_new_follower,
    retract_reaction,
)
from community.domain.notifications.preferences import get_preferences, update_preferences
from community.domain.notifications.queries import get_counts, get_inbox
from community.domain.notifications.schemas import (
    Inbox,
    InboxCounts,
    NotificationPreferences,
    NotificationTarget,
    NotificationView,
)
from community.domain.notifications.subscriptions import (
    subscribe_to_author,
    subscribe_to_community,
    unsubscribe_from_author,
    unsubscribe_from_community,
    unwatch,
    watch,
)

__all__ = [
    "Inbox",
    "InboxChanged",
    "InboxCounts",
    "NotificationKind",
    "NotificationPreferences",
    "NotificationTarget",
    "NotificationView",
    "fan_out_post",
    "get_counts",
    "get_inbox",
    "get_preferences",
    "handle_post_published",
    "handle_post_unpublished",
    "mark_all_read",
    "mark_all_seen",
    "mark_read",
    "notify_comment_posted",
    "notify_comment_unhidden",
    "notify_new_follower",
    "notify_new_mentions",
    "notify_post_unpublished",
    "notify_reaction",
    "notify_watchers",
    "remove_mutual_subscriptions",
    "retract_deleted_post",
    "retract_hidden_comment",
    "retract_new_follower",
    "retract_post_notifications",
    "retract_reaction",
    "subscribe_to_author",
    "subscribe_to_community",
    "unsubscribe_from_author",
    "unsubscribe_from_community",
    "unwatch",
    "update_preferences",
    "watch",
]
