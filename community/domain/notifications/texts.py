"""Functions that return the texts of notifications.

Each text is one translatable message. Texts are not assembled from parts, because in some
languages the verb depends on the number of actors.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from community.domain.notifications.kinds import NotificationKind
from community.i18n import gettext as _
from community.i18n import ngettext


@dataclass(frozen=True, slots=True)
class _Actors:
    """The users whose actions caused a notification.

    Attributes:
        names: The names of the most recent actors whose accounts still exist.
        count: The total number of actors.
    """

    names: Sequence[str]
    count: int

    @property
    def name(self) -> str:
        return self.names[0] if self.names else ""

    @property
    def other_name(self) -> str:
        return self.names[1] if len(self.names) > 1 else ""

    @property
    def others_count(self) -> int:
        return max(self.count - 1, 0)

    def select_text(self, *, unknown: str, one: str, two: str = "", many: str = "") -> str:
        if not self.names:
            return unknown
        if self.count <= 1 or not many:
            return one
        return two if self.count == 2 and self.other_name else many


def render_text(
    kind: NotificationKind, names: Sequence[str], actors_count: int, *, is_own: bool = False
) -> str:
    """Return the text of a notification in the language of the site.

    Args:
        names: The names of the most recent actors whose accounts still exist.
        actors_count: The total number of actors.
        is_own: Whether the recipient is the author of the post that the notification is about.
    """
    render = _OWN_POST_TEXTS.get(kind) if is_own else None
    return (render or _TEXTS[kind])(_Actors(names, actors_count))


def _render_comment_reply_text(actors: _Actors) -> str:
    return actors.select_text(
        unknown=_("Someone replied to your comment"),
        one=_("{name} replied to your comment", name=actors.name),
    )


def _render_mention_text(actors: _Actors) -> str:
    return actors.select_text(
        unknown=_("Someone mentioned you in a comment"),
        one=_("{name} mentioned you in a comment", name=actors.name),
    )


def _render_post_reaction_text(actors: _Actors) -> str:
    return actors.select_text(
        unknown=_("Someone reacted to your post"),
        one=_("{name} reacted to your post", name=actors.name),
        two=_(
            "{name} and {other_name} reacted to your post",
            name=actors.name,
            other_name=actors.other_name,
        ),
        many=ngettext(
            "{name} and {n} other reacted to your post",
            "{name} and {n} others reacted to your post",
            actors.others_count,
            name=actors.name,
        ),
    )


def _render_comment_reaction_text(actors: _Actors) -> str:
    return actors.select_text(
        unknown=_("Someone reacted to your comment"),
        one=_("{name} reacted to your comment", name=actors.name),
        two=_(
            "{name} and {other_name} reacted to your comment",
            name=actors.name,
            other_name=actors.other_name,
        ),
        many=ngettext(
            "{name} and {n} other reacted to your comment",
            "{name} and {n} others reacted to your comment",
            actors.others_count,
            name=actors.name,
        ),
    )


def _render_new_post_text(actors: _Actors) -> str:
    return actors.select_text(
        unknown=_("Someone published a new post"),
        one=_("{name} published a new post", name=actors.name),
    )


def _render_post_comment_text(actors: _Actors) -> str:
    return actors.select_text(
        unknown=_("Someone commented on a post you follow"),
        one=_("{name} commented on a post you follow", name=actors.name),
        two=_(
            "{name} and {other_name} commented on a post you follow",
            name=actors.name,
            other_name=actors.other_name,
        ),
        many=ngettext(
            "{name} and {n} other commented on a post you follow",
            "{name} and {n} others commented on a post you follow",
            actors.others_count,
            name=actors.name,
        ),
    )


def _render_comment_on_own_post_text(actors: _Actors) -> str:
    return actors.select_text(
        unknown=_("Someone commented on your post"),
        one=_("{name} commented on your post", name=actors.name),
        two=_(
            "{name} and {other_name} commented on your post",
            name=actors.name,
            other_name=actors.other_name,
        ),
        many=ngettext(
            "{name} and {n} other commented on your post",
            "{name} and {n} others commented on your post",
            actors.others_count,
            name=actors.name,
        ),
    )


def _render_new_follower_text(actors: _Actors) -> str:
    return actors.select_text(
        unknown=_("Someone followed you"),
        one=_("{name} followed you", name=actors.name),
        two=_(
            "{name} and {other_name} followed you",
            name=actors.name,
            other_name=actors.other_name,
        ),
        many=ngettext(
            "{name} and {n} other followed you",
            "{name} and {n} others followed you",
            actors.others_count,
            name=actors.name,
        ),
    )


def _render_private_message_text(actors: _Actors) -> str:
    return actors.select_text(
        unknown=_("Someone sent you a message"),
        one=_("{name} sent you a message", name=actors.name),
    )


def _render_post_unpublished_text(_actors: _Actors) -> str:
    return _("A post you follow was unpublished")


def _render_own_post_unpublished_text(_actors: _Actors) -> str:
    return _("Your post was unpublished")


def _render_subscription_payment_text(_actors: _Actors) -> str:
    return _("There's an update to your subscription")


_TEXTS: dict[NotificationKind, Callable[[_Actors], str]] = {
    NotificationKind.COMMENT_REPLY: _render_comment_reply_text,
    NotificationKind.MENTION: _render_mention_text,
    NotificationKind.POST_REACTION: _render_post_reaction_text,
    NotificationKind.COMMENT_REACTION: _render_comment_reaction_text,
    NotificationKind.NEW_POST: _render_new_post_text,
    NotificationKind.POST_COMMENT: _render_post_comment_text,
    NotificationKind.NEW_FOLLOWER: _render_new_follower_text,
    NotificationKind.PRIVATE_MESSAGE: _render_private_message_text,
    NotificationKind.POST_UNPUBLISHED: _render_post_unpublished_text,
    NotificationKind.SUBSCRIPTION_PAYMENT: _render_subscription_payment_text,
}
_OWN_POST_TEXTS: dict[NotificationKind, Callable[[_Actors], str]] = {
    NotificationKind.POST_COMMENT: _render_comment_on_own_post_text,
    NotificationKind.POST_UNPUBLISHED: _render_own_post_unpublished_text,
}
