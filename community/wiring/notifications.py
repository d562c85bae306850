"""Registers the listeners that create and retract notifications."""

from community.core.events import after_commit, in_transaction
from community.domain import chat, comments, follows, notifications, posts, reactions, subscriptions
from community.domain.subscriptions.events import PlanGranted
from community.realtime import hub, messages


def wire_notifications() -> None:
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
    in_transaction(posts.PostHeld, notifications.handle_post_held)
    in_transaction(posts.PostUnpublished, notifications.handle_post_unpublished)
    in_transaction(posts.PostDeleted, notifications.retract_deleted_post_notifications)
    in_transaction(subscriptions.PaymentChanged, notifications.notify_payment_changed)
    in_transaction(subscriptions.PaymentChanged, notifications.notify_gift_changed)
    in_transaction(PlanGranted, notifications.notify_plan_granted)
    in_transaction(subscriptions.AccessExtended, notifications.notify_access_extended)
    in_transaction(subscriptions.ConfirmationNeeded, notifications.notify_confirmation_needed)
    in_transaction(chat.MessageSent, chat.schedule_notifications)
    in_transaction(chat.MessageChanged, notifications.retract_message)
    in_transaction(chat.ChatRead, notifications.mark_messages_read)
    in_transaction(chat.MembershipChanged, notifications.handle_membership_changed)
    in_transaction(chat.Invited, notifications.notify_invited)
    after_commit(notifications.InboxesChanged, _broadcast_inboxes_changed)


async def _broadcast_inboxes_changed(event: notifications.InboxesChanged) -> None:
    await hub.publish(messages.InboxesChanged(event.recipient_ids))
