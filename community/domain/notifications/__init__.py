"""Notifications: who should hear of what; the inbox, its switches, and what people subscribe to."""

from community.domain.notifications.actions import read, read_all, saw_all
from community.domain.notifications.events import InboxChanged
from community.domain.notifications.fan_out import (
    fan_out_post,
    tell_unpublished,
    tell_watchers,
    withdraw_post,
)
from community.domain.notifications.kinds import Kind
from community.domain.notifications.listeners import (
    part,
    tell_of_comment,
    tell_of_follower,
    tell_of_naming,
    tell_of_post,
    tell_of_reaction,
    tell_of_shown_comment,
    tell_of_unpublished,
    withdraw_deleted_post,
    withdraw_follower,
    withdraw_hidden_comment,
    withdraw_reaction,
)
from community.domain.notifications.queries import counts, inbox
from community.domain.notifications.schemas import (
    Counts,
    Inbox,
    NotificationSwitches,
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
from community.domain.notifications.switches import switch, switches

__all__ = [
    "Counts",
    "Inbox",
    "InboxChanged",
    "Kind",
    "NotificationSwitches",
    "NotificationTarget",
    "NotificationView",
    "counts",
    "fan_out_post",
    "inbox",
    "part",
    "read",
    "read_all",
    "saw_all",
    "subscribe_to_author",
    "subscribe_to_community",
    "switch",
    "switches",
    "tell_of_comment",
    "tell_of_follower",
    "tell_of_naming",
    "tell_of_post",
    "tell_of_reaction",
    "tell_of_shown_comment",
    "tell_of_unpublished",
    "tell_unpublished",
    "tell_watchers",
    "unsubscribe_from_author",
    "unsubscribe_from_community",
    "unwatch",
    "watch",
    "withdraw_deleted_post",
    "withdraw_follower",
    "withdraw_hidden_comment",
    "withdraw_post",
    "withdraw_reaction",
]
