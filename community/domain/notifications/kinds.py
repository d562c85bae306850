"""The kinds of notifications, and their names."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from community.i18n import gettext as _, noop


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

LABELS: Final[Mapping[NotificationKind, tuple[str, str]]] = {
    NotificationKind.COMMENT_REPLY: (noop("Replies"), noop("Someone replies to your comment")),
    NotificationKind.MENTION: (noop("Mentions"), noop("Someone mentions you in a comment")),
    NotificationKind.POST_COMMENT: (
        noop("Comments"),
        noop("Someone comments on your post or in a discussion you follow"),
    ),
    NotificationKind.POST_REACTION: (
        noop("Reactions to your posts"),
        noop("Someone reacts to your post"),
    ),
    NotificationKind.COMMENT_REACTION: (
        noop("Reactions to your comments"),
        noop("Someone reacts to your comment"),
    ),
    NotificationKind.NEW_FOLLOWER: (noop("New followers"), noop("Someone follows you")),
    NotificationKind.NEW_POST: (
        noop("New posts"),
        noop("An author or community you turned on notifications for publishes a post"),
    ),
    NotificationKind.POST_UNPUBLISHED: (
        noop("Removed posts"),
        noop("Your post, or a post whose discussion you follow, is removed"),
    ),
    NotificationKind.PRIVATE_MESSAGE: (
        noop("Messages"),
        noop("Someone sends you a private message"),
    ),
    NotificationKind.SUBSCRIPTION_PAYMENT: (
        noop("Payments"),
        noop("A payment for your subscription succeeds or fails"),
    ),
    NotificationKind.SUBSCRIPTION_GIFT: (noop("Gifts"), noop("Someone gives you a plan")),
    NotificationKind.PLAN_GRANTED: (
        noop("Granted plans"),
        noop("The site gives you a plan"),
    ),
    NotificationKind.PLAN_EXTENDED: (
        noop("Extended plans"),
        noop("The site lets you use your plan for longer"),
    ),
}


def get_label(kind: str) -> str:
    return _(LABELS[NotificationKind(kind)][0])
