"""The kinds of notifications: what each collapses with, and how it reads."""

from collections.abc import Sequence
from enum import StrEnum


class Kind(StrEnum):
    """Every kind that people can switch on and off."""

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


# Where the actor follows from the post, no row says so again: a new post may reach 100,000 inboxes.
WITHOUT_ACTORS = frozenset({Kind.NEW_POST, Kind.POST_UNPUBLISHED})

_BY_COMMENT = frozenset({Kind.COMMENT_REPLY, Kind.MENTION, Kind.COMMENT_REACTION})
_BY_POST = frozenset({Kind.POST_REACTION, Kind.POST_COMMENT, Kind.NEW_POST, Kind.POST_UNPUBLISHED})

_SENTENCES = {
    Kind.COMMENT_REPLY: "{who} replied to your comment",
    Kind.MENTION: "{who} mentioned you in a comment",
    Kind.POST_REACTION: "{who} reacted to your post",
    Kind.COMMENT_REACTION: "{who} reacted to your comment",
    Kind.NEW_POST: "{who} published a new post",
    Kind.POST_COMMENT: "{who} commented on a post you watch",
    Kind.NEW_FOLLOWER: "{who} followed you",
    Kind.PRIVATE_MESSAGE: "{who} sent you a message",
    Kind.POST_UNPUBLISHED: "A post you watch is no longer published",
    Kind.SUBSCRIPTION_PAYMENT: "There is news about your subscription",
}
_OWN_SENTENCES = {
    Kind.POST_COMMENT: "{who} commented on your post",
    Kind.POST_UNPUBLISHED: "Your post is no longer published",
}


def topic(kind: Kind, *, post_id: int | None = None, comment_id: int | None = None) -> str:
    """What collapses into one row while it is unread.

    Reactions collapse by their target, comments by their post and followers all together. Answers
    and mentions are addressed to somebody, so each stands for itself.
    """
    if kind in _BY_COMMENT:
        return f"{kind}:{comment_id}"
    if kind in _BY_POST:
        return f"{kind}:{post_id}"
    return str(kind)


def sentence(kind: Kind, names: Sequence[str], actors_count: int, *, is_own: bool = False) -> str:
    """What happened, in plain English.

    Args:
        names: of the newest actors that are still there.
        actors_count: how many there are in all.
        is_own: the post is the reader's.
    """
    template = _OWN_SENTENCES.get(kind) if is_own else None
    return (template or _SENTENCES[kind]).format(who=_who(names, actors_count))


def _who(names: Sequence[str], count: int) -> str:
    if not names:
        return "Somebody"
    if count <= 1:
        return names[0]
    if count == 2 and len(names) == 2:
        return f"{names[0]} and {names[1]}"
    others = count - 1
    return f"{names[0]} and {others} other{'s' if others > 1 else ''}"
