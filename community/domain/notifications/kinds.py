"""The kinds of notifications, and the keys that combine several events into one notification."""

from enum import StrEnum
from uuid import UUID


class NotificationKind(StrEnum):
    """A kind of notification. Users can turn each kind off."""

    COMMENT_REPLY = "comment_reply"
    MENTION = "mention"
    POST_REACTION = "post_reaction"
    COMMENT_REACTION = "comment_reaction"
    NEW_POST = "new_post"
    POST_COMMENT = "post_comment"
    NEW_FOLLOWER = "new_follower"
    PRIVATE_MESSAGE = "private_message"
    POST_UNPUBLISHED = "post_unpublished"
    SUBSCRIPTION_PAYMENT = "subscription_payment"
    SUBSCRIPTION_GIFT = "subscription_gift"
    PLAN_EXTENDED = "plan_extended"
    PLAN_GRANTED = "plan_granted"


# Kinds without `NotificationActor` rows. The rows are not needed, because the actor of a new post
# is its author, and the texts about unpublished posts and payments name no actor. This saves many
# rows, because a new post can cause 100,000 notifications.
KINDS_WITHOUT_ACTORS = frozenset(
    {
        NotificationKind.NEW_POST,
        NotificationKind.POST_UNPUBLISHED,
        NotificationKind.SUBSCRIPTION_PAYMENT,
        NotificationKind.PLAN_EXTENDED,
        NotificationKind.PLAN_GRANTED,
    }
)

# Kinds without copies by email: the mails about payments and plans say more.
KINDS_WITHOUT_COPIES = frozenset(
    {
        NotificationKind.SUBSCRIPTION_PAYMENT,
        NotificationKind.SUBSCRIPTION_GIFT,
        NotificationKind.PLAN_EXTENDED,
        NotificationKind.PLAN_GRANTED,
    }
)

# From the most to the least important. Emails with several notifications use this order.
KINDS_BY_IMPORTANCE = (
    NotificationKind.SUBSCRIPTION_PAYMENT,
    NotificationKind.SUBSCRIPTION_GIFT,
    NotificationKind.PLAN_GRANTED,
    NotificationKind.PLAN_EXTENDED,
    NotificationKind.PRIVATE_MESSAGE,
    NotificationKind.COMMENT_REPLY,
    NotificationKind.MENTION,
    NotificationKind.POST_UNPUBLISHED,
    NotificationKind.POST_COMMENT,
    NotificationKind.NEW_FOLLOWER,
    NotificationKind.NEW_POST,
    NotificationKind.COMMENT_REACTION,
    NotificationKind.POST_REACTION,
)

# Kinds that are also sent to users who may no longer read the post.
KINDS_ABOUT_HIDDEN_POSTS = frozenset({NotificationKind.POST_UNPUBLISHED})

_COLLAPSED_BY_COMMENT = frozenset(
    {NotificationKind.COMMENT_REPLY, NotificationKind.MENTION, NotificationKind.COMMENT_REACTION}
)
_COLLAPSED_BY_POST = frozenset(
    {
        NotificationKind.POST_REACTION,
        NotificationKind.POST_COMMENT,
        NotificationKind.NEW_POST,
        NotificationKind.POST_UNPUBLISHED,
    }
)


def build_collapse_key(
    kind: NotificationKind,
    *,
    post_id: int | None = None,
    comment_id: int | None = None,
    payment_id: UUID | None = None,
    chat_id: int | None = None,
) -> str:
    """Return the key that combines several events into one unread notification.

    An event with the same key updates the unread notification instead of creating another one. All
    reactions to a post or comment have the same key, and so do all comments on a post and all new
    followers. So do all messages in a chat. Each reply, mention and payment has its own key.
    """
    if chat_id is not None:
        return f"{kind}:{chat_id}"
    if payment_id is not None:
        return f"{kind}:{payment_id}"
    if kind in _COLLAPSED_BY_COMMENT:
        return f"{kind}:{comment_id}"
    if kind in _COLLAPSED_BY_POST:
        return f"{kind}:{post_id}"
    return str(kind)
