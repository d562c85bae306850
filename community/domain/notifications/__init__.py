"""Functions that create, list and delete notifications, and manage subscriptions to them."""

from community.domain.notifications.actions import mark_all_read, mark_all_seen, mark_read
from community.domain.notifications.delivery.fan_out import (
    delete_unread_notifications_batch,
    notify_post_subscribers,
    notify_post_unpublished,
    notify_watchers,
)
from community.domain.notifications.delivery.messages import (
    handle_membership_changed,
    mark_messages_read,
    move_chat_notifications,
    notify_invited,
    notify_of_messages,
    retract_message,
)
from community.domain.notifications.emails import (
    Unsubscription,
    build_message,
    build_unsubscribe_token,
    read_unsubscribe_token,
    send_due_copies,
    unsubscribe,
)
from community.domain.notifications.events import InboxesChanged
from community.domain.notifications.kinds import (
    LABELS,
    NotificationKind,
    get_label as get_notification_label,
)
from community.domain.notifications.listeners import (
    delete_subscriptions_between_users,
    handle_post_held,
    handle_post_published,
    handle_post_unpublished,
    notify_access_extended,
    notify_comment_posted,
    notify_comment_unhidden,
    notify_confirmation_needed,
    notify_gift_changed,
    notify_new_follower,
    notify_new_mentions,
    notify_payment_changed,
    notify_plan_granted,
    notify_reaction,
    retract_deleted_post_notifications,
    retract_follower_notification,
    retract_hidden_comment_notifications,
    retract_reaction_notification,
)
from community.domain.notifications.personal_data import PERSONAL_DATA
from community.domain.notifications.preferences import get_preferences, update_preferences
from community.domain.notifications.queries import count_unseen, get_counts, get_inbox
from community.domain.notifications.schemas import (
    EmailProblem,
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
from community.domain.notifications.texts import render_text
