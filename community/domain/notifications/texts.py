"""The texts of notifications.

Each text is one translatable message. Texts are not assembled from parts, because in some
languages the verb depends on the number of actors.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from community.domain.chat import NoticeChat
from community.domain.notifications.kinds import NotificationKind
from community.domain.subscriptions import PaymentSummary
from community.i18n import gettext as _, ngettext, ngettext_noop, noop


@dataclass(frozen=True, slots=True)
class _Text:
    without_actor: str  # the message if no actor's account exists, or if the text names no actor
    one: str = ""
    two: str = ""
    # The singular and the plural message for an actor and `n` others
    many: tuple[str, str] | None = None

    def render(self, names: Sequence[str], actors_count: int) -> str:
        if not names or not self.one:
            return _(self.without_actor)
        if actors_count <= 1 or self.many is None:
            return _(self.one, name=names[0])
        if actors_count == 2 and len(names) > 1:
            return _(self.two, name=names[0], other_name=names[1])
        return ngettext(*self.many, actors_count - 1, name=names[0])


_TEXTS = {
    NotificationKind.COMMENT_REPLY: _Text(
        noop("Someone replied to your comment"),
        noop("{name} replied to your comment"),
    ),
    NotificationKind.MENTION: _Text(
        noop("Someone mentioned you in a comment"),
        noop("{name} mentioned you in a comment"),
    ),
    NotificationKind.POST_REACTION: _Text(
        noop("Someone reacted to your post"),
        noop("{name} reacted to your post"),
        noop("{name} and {other_name} reacted to your post"),
        ngettext_noop(
            "{name} and {n} other reacted to your post",
            "{name} and {n} others reacted to your post",
        ),
    ),
    NotificationKind.COMMENT_REACTION: _Text(
        noop("Someone reacted to your comment"),
        noop("{name} reacted to your comment"),
        noop("{name} and {other_name} reacted to your comment"),
        ngettext_noop(
            "{name} and {n} other reacted to your comment",
            "{name} and {n} others reacted to your comment",
        ),
    ),
    NotificationKind.NEW_POST: _Text(
        noop("Someone published a new post"),
        noop("{name} published a new post"),
    ),
    NotificationKind.POST_COMMENT: _Text(
        noop("Someone commented on a post you follow"),
        noop("{name} commented on a post you follow"),
        noop("{name} and {other_name} commented on a post you follow"),
        ngettext_noop(
            "{name} and {n} other commented on a post you follow",
            "{name} and {n} others commented on a post you follow",
        ),
    ),
    NotificationKind.NEW_FOLLOWER: _Text(
        noop("Someone followed you"),
        noop("{name} followed you"),
        noop("{name} and {other_name} followed you"),
        ngettext_noop("{name} and {n} other followed you", "{name} and {n} others followed you"),
    ),
    NotificationKind.PRIVATE_MESSAGE: _Text(
        noop("Someone sent you a message"),
        noop("{name} sent you a message"),
    ),
    NotificationKind.POST_UNPUBLISHED: _Text(noop("A post you follow was unpublished")),
    NotificationKind.SUBSCRIPTION_PAYMENT: _Text(noop("There's an update to your subscription")),
    NotificationKind.SUBSCRIPTION_GIFT: _Text(
        noop("Someone gave you a plan"),
        noop("{name} gave you a plan"),
    ),
    NotificationKind.PLAN_GRANTED: _Text(noop("You got a plan")),
    NotificationKind.PLAN_EXTENDED: _Text(noop("Your plan was extended")),
}
_PAYMENT_TEXTS: Mapping[str, _Text] = {
    "succeeded": _Text(noop("Your payment went through")),
    "failed": _Text(noop("Your payment was declined")),
    "canceled": _Text(noop("Your payment was canceled")),
    "expired": _Text(noop("Your payment was canceled")),
    "refunded": _Text(noop("Your payment was refunded")),
}
_CONFIRMATION_TEXT = _Text(noop("Confirm the renewal of your plan with your bank"))
_FAILED_RENEWAL_TEXT = _Text(noop("Your subscription could not be renewed"))
_OWN_POST_TEXTS = {
    NotificationKind.POST_COMMENT: _Text(
        noop("Someone commented on your post"),
        noop("{name} commented on your post"),
        noop("{name} and {other_name} commented on your post"),
        ngettext_noop(
            "{name} and {n} other commented on your post",
            "{name} and {n} others commented on your post",
        ),
    ),
    NotificationKind.POST_UNPUBLISHED: _Text(noop("Your post was unpublished")),
}


def render_text(
    kind: NotificationKind,
    names: Sequence[str],
    actors_count: int,
    *,
    is_own: bool = False,
    title: str = "",
) -> str:
    """Return the text of a notification in the language of the site.

    Args:
        names: The names of the most recent actors whose accounts still exist.
        actors_count: The total number of actors.
        is_own: Whether the recipient is the author of the post that the notification is about.
        title: The title of the post, or "" if the recipient may not read it.
    """
    if kind == NotificationKind.POST_UNPUBLISHED and is_own and title:
        return _("Your post “{title}” was unpublished", title=title)
    own_text = _OWN_POST_TEXTS.get(kind) if is_own else None
    return (own_text or _TEXTS[kind]).render(names, actors_count)


def render_message_text(
    names: Sequence[str], actors_count: int, about: NoticeChat | None, messages_count: int | None
) -> str:
    """Return the text of a notification of private messages.

    Args:
        about: The chat, or None if the recipient can no longer read it.
        messages_count: The number of messages, or None for an invitation to a group.
    """
    if about is None and messages_count is None and names:
        return _("{name} invited you to a group", name=names[0])
    if about is None or not names:
        return render_text(NotificationKind.PRIVATE_MESSAGE, names, actors_count)
    if about.is_group:
        return _render_group_text(names, actors_count, about.title, messages_count)
    if about.is_request:
        return _("{name} sent you a message request", name=names[0])
    if messages_count is None or messages_count <= 1:
        return _("{name} sent you a message", name=names[0])
    return ngettext(
        "{name} sent you {n} message",
        "{name} sent you {n} messages",
        messages_count,
        name=names[0],
    )


def _render_group_text(
    names: Sequence[str], actors_count: int, title: str, messages_count: int | None
) -> str:
    if messages_count is None:
        return _("{name} invited you to “{group}”", name=names[0], group=title)
    if messages_count > 1 and actors_count > 1:
        return ngettext(
            "{n} new message in “{group}”",
            "{n} new messages in “{group}”",
            messages_count,
            group=title,
        )
    if messages_count > 1:
        return ngettext(
            "{name} sent {n} message to “{group}”",
            "{name} sent {n} messages to “{group}”",
            messages_count,
            name=names[0],
            group=title,
        )
    return _("{name} sent a message to “{group}”", name=names[0], group=title)


def render_gift_text(names: Sequence[str], payment: PaymentSummary) -> str:
    if not names:
        return _("Someone gave you “{plan}”", plan=payment.plan_name)
    return _("{name} gave you “{plan}”", name=names[0], plan=payment.plan_name)


def render_payment_text(payment: PaymentSummary) -> str:
    """Return the text of a notification about a payment, which tells the state that it has now."""
    if payment.kind == "renewal" and payment.status in {"failed", "canceled"}:
        return _FAILED_RENEWAL_TEXT.render((), 0)
    if payment.kind == "renewal" and payment.status == "pending":
        return _CONFIRMATION_TEXT.render((), 0)
    text = _PAYMENT_TEXTS.get(payment.status, _TEXTS[NotificationKind.SUBSCRIPTION_PAYMENT])
    return text.render((), 0)
