"""The names and descriptions of the kinds of notifications, as the settings page shows them."""

from collections.abc import Mapping
from typing import Final

from community.domain.notifications.kinds import NotificationKind
from community.i18n import gettext as _
from community.i18n import noop

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
    """Return the translated name of a kind."""
    return _(LABELS[NotificationKind(kind)][0])
