"""What follows from what: the one page where facts meet their consequences.

`on(fact, …)`: in the same transaction, in this order. `at_once(fact, …)`: what this process forgets
with the commit. `after(fact, …)`: pushes, once it is committed.
"""

from functools import cache
from typing import get_args

from community import owed, recognition
from community.core.events import after, at_once, on
from community.domain import (
    accounts,
    comments,
    communities,
    discovery,
    follows,
    notifications,
    posts,
    reactions,
    site,
)
from community.realtime import hub, topics

# After these nobody is believed to be who they were a moment ago.
PersonChanged = (
    accounts.SessionRevoked
    | accounts.TokenRevoked
    | accounts.PasswordChanged
    | accounts.ProfileChanged
    | accounts.FeedChosen
    | accounts.KeywordsIgnored
    | accounts.AdministratorAppointed
    | follows.Ignored
    | follows.Unignored
)
# After these nobody shows what readers could see a moment ago, beside any page either.
Withdrawn = comments.CommentHidden | posts.PostUnpublished | posts.PostDeleted


@cache
def wire() -> None:
    """Join everything, once for the process."""
    _wire_inbox()
    _wire_pushes()
    _wire_recognition()
    _wire_rail()


def _wire_inbox() -> None:
    on(comments.CommentPosted, notifications.tell_of_comment)
    on(comments.CommentEdited, notifications.tell_of_naming)
    on(comments.CommentHidden, notifications.withdraw_hidden_comment)
    on(comments.CommentShown, notifications.tell_of_shown_comment)
    on(reactions.ReactionSet, notifications.tell_of_reaction)
    on(reactions.ReactionWithdrawn, notifications.withdraw_reaction)
    on(follows.Followed, notifications.tell_of_follower)
    on(follows.Unfollowed, notifications.withdraw_follower)
    on(follows.Ignored, notifications.part)
    on(posts.PostPublished, notifications.tell_of_post)
    on(posts.PostUnpublished, notifications.tell_of_unpublished)
    on(posts.PostDeleted, notifications.withdraw_deleted_post)


def _wire_pushes() -> None:
    after(owed.WorkPromised, owed.announce)
    after(notifications.InboxChanged, _push_inbox)
    after(comments.CommentPosted, _push_comment)
    after(comments.CommentEdited, _push_comment)
    after(comments.CommentHidden, _push_comment)
    after(comments.CommentShown, _push_comment)
    after(comments.CommentPinned, _push_comment)
    after(reactions.ReactionSet, _push_reaction)
    after(reactions.ReactionWithdrawn, _push_reaction)
    after(posts.PostPublished, _push_feeds)
    after(posts.PostUnpublished, _push_feeds)
    after(posts.PostDeleted, _push_feeds)
    after(posts.PostEdited, _push_post)
    after(communities.CommunityEdited, _push_community)
    after(communities.CommunityClosed, _push_community)
    after(communities.CommunityReopened, _push_community)


def _wire_recognition() -> None:
    kinds: tuple[type[PersonChanged], ...] = get_args(PersonChanged)
    for kind in kinds:
        at_once(kind, _forget_here)
        after(kind, _push_person)
    at_once(site.SiteChanged, site.forget_changed)
    hub.listen(_forget_person, first=True)


def _wire_rail() -> None:
    kinds: tuple[type[Withdrawn], ...] = get_args(Withdrawn)
    for kind in kinds:
        at_once(kind, _forget_rail_here)
        after(kind, _push_rail)
    hub.listen(_forget_rail, first=True)


async def _push_inbox(fact: notifications.InboxChanged) -> None:
    await hub.publish(topics.inbox(fact.recipient_id), {"inbox": fact.recipient_id})


async def _push_comment(
    fact: comments.CommentPosted
    | comments.CommentEdited
    | comments.CommentHidden
    | comments.CommentShown
    | comments.CommentPinned,
) -> None:
    await hub.publish(topics.post(fact.post_id), {"comment_id": fact.comment_id})


async def _push_reaction(fact: reactions.ReactionSet | reactions.ReactionWithdrawn) -> None:
    if fact.target == "post":
        await hub.publish(topics.post(fact.target_id), {"reactions_of_post": fact.target_id})
    else:
        await hub.publish(topics.post(fact.post_id), {"comment_id": fact.target_id})


async def _push_feeds(
    fact: posts.PostPublished | posts.PostUnpublished | posts.PostDeleted,
) -> None:
    await hub.publish(topics.post(fact.post_id), {"post_id": fact.post_id})
    name = "published" if isinstance(fact, posts.PostPublished) else "withdrawn"
    await hub.publish(topics.FEEDS, {name: fact.post_id})


async def _push_post(fact: posts.PostEdited) -> None:
    await hub.publish(topics.post(fact.post_id), {"post_id": fact.post_id})


async def _push_community(
    fact: communities.CommunityEdited | communities.CommunityClosed | communities.CommunityReopened,
) -> None:
    await hub.publish(topics.community(fact.community_id), {"community_id": fact.community_id})


def _forget_here(fact: PersonChanged) -> None:
    recognition.forget(fact.user_id)


async def _push_person(fact: PersonChanged) -> None:
    await hub.publish(topics.PEOPLE, {"user_id": fact.user_id})


async def _forget_person(topic: str, message: hub.Message) -> None:
    if topic == topics.PEOPLE:
        recognition.forget(message["user_id"])
    elif topic == topics.RESYNC:
        recognition.forget_all()


def _forget_rail_here(_: Withdrawn) -> None:
    discovery.forget_rail()


async def _push_rail(_: Withdrawn) -> None:
    await hub.publish(topics.RAIL, {})


async def _forget_rail(topic: str, _: hub.Message) -> None:
    if topic in {topics.RAIL, topics.RESYNC}:
        discovery.forget_rail()
