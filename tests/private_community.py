"""An additional visibility rule for tests: only members may read the posts in a private community.

The rule replaces `may_read` and `readable_by` of `posts`. A list, page or notification that uses
neither of them still shows the posts of the private community, and its test fails.
"""

from dataclasses import dataclass, replace
from typing import Any

import pytest
from sqlalchemy import ColumnElement, or_
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.core.text.markup import RenderedMessage
from community.domain import comments, communities, discovery, follows, notifications, posts
from community.domain.discovery import queries
from community.domain.notifications.delivery import notices
from community.domain.posts import policies
from community.models import Comment, Community, Membership, Notification, Post, PostWatch
from tests import factories
from tests.cast import Cast
from tests.domain.actions import publish_post, react, reply

# The title, text and tag of the posts, the text of the comments, and the name of the community.
MARKER = "quince"


@dataclass(frozen=True)
class PrivateCommunity:
    """A community with posts by Alice, of which Charlie is a member, and two comments."""

    is_private: bool  # whether the rule applies; otherwise all guests and users may read the posts
    community: Community
    post: Post
    comment: Comment
    reply: Comment
    author: Actor
    member: Actor
    guests: tuple[Actor, ...]  # the guest, and the users who are not members of the community


async def create_private_community(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, *, is_private: bool
) -> PrivateCommunity:
    """Create the community, its members, a pinned post and a post with comments and a reaction.

    Bob is not a member, but follows Alice, is subscribed to her posts, watches the post, and has
    an unread notification about it, as if he had left the community.
    """
    discovery.invalidate_sidebar()
    community = await factories.community(cast.alice, MARKER)
    if is_private:
        _add_rule(monkeypatch, community.id, {cast.alice.id, cast.charlie.id})
    async with unit_of_work() as session:
        await communities.join(session, cast.charlie, community_id=community.id)
        await notifications.subscribe_to_community(session, cast.charlie, community=community.id)
        await notifications.subscribe_to_author(session, cast.bob, author=cast.alice.id)
        await follows.follow(session, cast.bob, user_id=cast.alice.id)
    fields: dict[str, Any] = {"community_id": community.id, "tags": [MARKER], "intro": MARKER}
    pinned = await publish_post(cast.alice, f"Pinned {MARKER}", **fields)
    post = await publish_post(cast.alice, f"A {MARKER}", **fields)
    async with unit_of_work() as session:
        await posts.pin(session, cast.alice, post_id=pinned.id)
        session.add(PostWatch(post_id=post.id, user_id=cast.bob.id))
        session.add(
            Notification(
                recipient_id=cast.bob.id,
                kind="post_comment",
                collapse_key="before leaving",
                post_id=post.id,
                bumped_at=clock.now(),
            )
        )
    comment = await reply(cast.charlie, post, f"{MARKER} @bob")
    answer = await reply(cast.alice, post, MARKER, comment)
    edited = RenderedMessage(f"{MARKER}! @bob")
    async with unit_of_work() as session:
        await comments.edit(session, cast.charlie, comment_id=comment.id, text=edited)
    await react(cast.charlie, post)
    return PrivateCommunity(
        is_private=is_private,
        community=community,
        post=post,
        comment=comment,
        reply=answer,
        author=cast.alice,
        member=replace(cast.charlie, has_ignored_users=True),
        guests=(cast.guest, cast.bob, cast.olga),
    )


def _add_rule(monkeypatch: pytest.MonkeyPatch, community_id: int, member_ids: set[int]) -> None:
    may_read, readable_by = policies.may_read, policies.readable_by

    def may_read_with_rule(actor: Actor, post: Post) -> bool:
        is_member = actor.user_id in member_ids
        return may_read(actor, post) and (post.community_id != community_id or is_member)

    def readable_by_with_rule(actor: Actor, post: Any = Post) -> ColumnElement[bool]:
        joined = select(Membership.community_id).where(col(Membership.user_id) == actor.user_id)
        is_member = col(post.community_id).in_(joined)
        is_elsewhere = col(post.community_id).is_distinct_from(community_id)
        return readable_by(actor, post) & or_(is_elsewhere, is_member)

    # Queries with the rules for guests are built once, because they do not change in a process.
    for module, name in (
        (queries, "_select_guest_posts"),
        (notices, "_get_recipients_query"),
    ):
        monkeypatch.setattr(module, name, getattr(module, name).__wrapped__)
    for module in (policies, posts):
        monkeypatch.setattr(module, "may_read", may_read_with_rule)
        monkeypatch.setattr(module, "readable_by", readable_by_with_rule)
