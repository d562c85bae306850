"""Somebody who is banned reads on, and takes away what is theirs; they say nothing any more.

The table has every act of every subject: a new one has to choose its place in it.
"""

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from community import domain
from community.core.actor import Actor
from community.core.database import unit_of_work
from community.core.errors import NotAllowed
from community.domain import (
    accounts,
    comments,
    communities,
    follows,
    notifications,
    posts,
    reactions,
    uploads,
)
from community.domain.accounts import ProfileChanges
from community.models import Comment, Community, Post
from tests import factories
from tests.cast import Cast
from tests.domain.stories import delete, reply

SUBJECTS = (accounts, comments, communities, follows, notifications, posts, reactions, uploads)
# Functions of these modules only look.
LOOKING = {"audience", "commenting", "opening", "policies", "queries", "views"}


@dataclass(frozen=True)
class Stage:
    """What Mallory has from the time before, and what others have."""

    mallory: Actor
    alice: Actor
    community: Community
    elsewhere: Community
    post: Post
    draft: Post
    deleted: Post
    another: Post
    comment: Comment
    deleted_comment: Comment
    answer: Comment


Act = Callable[[AsyncSession, Stage], Awaitable[Any]]

REFUSED: dict[str, Act] = {
    "accounts.change_profile": lambda s, on: accounts.change_profile(
        s, on.mallory, ProfileChanges(name="Not Mallory", avatar=None)
    ),
    "comments.reply": lambda s, on: comments.reply(
        s, on.mallory, post_id=on.another.id, text="Buy now."
    ),
    "comments.edit": lambda s, on: comments.edit(
        s, on.mallory, comment_id=on.comment.id, text="Buy now."
    ),
    "comments.restore": lambda s, on: comments.restore(
        s, on.mallory, comment_id=on.deleted_comment.id
    ),
    "comments.pin": lambda s, on: comments.pin(s, on.mallory, comment_id=on.answer.id),
    "comments.unpin": lambda s, on: comments.unpin(s, on.mallory, comment_id=on.answer.id),
    "communities.create": lambda s, on: communities.create(
        s, on.mallory, slug="market", name="Market"
    ),
    "communities.edit": lambda s, on: communities.edit(
        s, on.mallory, community_id=on.community.id, name="Market"
    ),
    "communities.close": lambda s, on: communities.close(
        s, on.mallory, community_id=on.community.id
    ),
    "communities.reopen": lambda s, on: communities.reopen(
        s, on.mallory, community_id=on.community.id
    ),
    "communities.join": lambda s, on: communities.join(s, on.mallory, community_id=on.elsewhere.id),
    "communities.appoint": lambda s, on: communities.appoint(
        s, on.mallory, community_id=on.community.id, user_id=on.alice.id
    ),
    "communities.dismiss": lambda s, on: communities.dismiss(
        s, on.mallory, community_id=on.community.id, user_id=on.alice.id
    ),
    "follows.follow": lambda s, on: follows.follow(s, on.mallory, user_id=on.alice.id),
    "posts.start_draft": lambda s, on: posts.start_draft(s, on.mallory, title="Buy now"),
    "posts.save_draft": lambda s, on: posts.save_draft(
        s, on.mallory, post_id=on.draft.id, title="Buy now"
    ),
    "posts.publish": lambda s, on: posts.publish(s, on.mallory, post_id=on.draft.id),
    "posts.edit": lambda s, on: posts.edit(s, on.mallory, post_id=on.post.id, title="Buy now"),
    "posts.restore": lambda s, on: posts.restore(s, on.mallory, post_id=on.deleted.id),
    "posts.pin": lambda s, on: posts.pin(s, on.mallory, post_id=on.post.id),
    "posts.unpin": lambda s, on: posts.unpin(s, on.mallory, post_id=on.post.id),
    "reactions.react": lambda s, on: reactions.react(
        s, on.mallory, target="post", target_id=on.another.id, code="like"
    ),
    "uploads.store": lambda s, on: uploads.store(s, on.mallory, judged=None),  # type: ignore[arg-type]
    "uploads.judge": lambda _, on: uploads.judge(on.mallory, None, b""),  # type: ignore[arg-type]
}

TAKES_AWAY: dict[str, Act] = {
    "comments.delete": lambda s, on: comments.delete(s, on.mallory, comment_id=on.comment.id),
    "comments.destroy_branch": lambda s, on: comments.destroy_branch(
        s, on.mallory, comment_id=on.comment.id
    ),
    "communities.leave": lambda s, on: communities.leave(
        s, on.mallory, community_id=on.elsewhere.id
    ),
    "follows.unfollow": lambda s, on: follows.unfollow(s, on.mallory, user_id=on.alice.id),
    "posts.discard_changes": lambda s, on: posts.discard_changes(s, on.mallory, post_id=on.post.id),
    "posts.unpublish": lambda s, on: posts.unpublish(s, on.mallory, post_id=on.post.id),
    "posts.delete": lambda s, on: posts.delete(s, on.mallory, post_id=on.post.id),
}

# What nobody else notices: how they sign in, what they are told, what they see.
THEIR_OWN = {
    "accounts.change_password",
    "accounts.choose_feed",
    "accounts.create_token",
    "accounts.ignore_keywords",
    "accounts.note_seen",
    "accounts.claim_oneself",
    "accounts.revoke_device",
    "accounts.revoke_other_devices",
    "accounts.revoke_token",
    "accounts.show_online",
    "accounts.sign_in",
    "accounts.sign_out",
    "follows.ignore",
    "follows.unignore",
    "notifications.read",
    "notifications.read_all",
    "notifications.saw_all",
    "notifications.subscribe_to_author",
    "notifications.subscribe_to_community",
    "notifications.switch",
    "notifications.unsubscribe_from_author",
    "notifications.unsubscribe_from_community",
    "notifications.unwatch",
    "notifications.watch",
    # A part of acts that are in the table.
    "uploads.attach",
}
ONLY_LOOKS = {
    "accounts.get_preferences",
    "accounts.get_profile",
    "accounts.get_token",
    "accounts.list_devices",
    "accounts.list_tokens",
    "accounts.profile_at",
    "notifications.switches",
}


@pytest.fixture
async def stage(cast: Cast) -> Stage:
    before = replace(cast.mallory, banned_at=None)
    another = await factories.post(cast.alice)
    post = await factories.post(cast.mallory)
    comment, deleted_comment = await reply(before, another), await reply(before, another)
    await delete(before, deleted_comment)
    deleted = await factories.post(cast.mallory)
    async with unit_of_work() as session:
        await posts.delete(session, before, post_id=deleted.id)
        draft = await posts.start_draft(session, before, title="On rye", text="Flour.")
    return Stage(
        mallory=cast.mallory,
        alice=cast.alice,
        community=await factories.community(cast.mallory, "theirs"),
        elsewhere=await factories.community(cast.alice),
        post=post,
        draft=draft,
        deleted=deleted,
        another=another,
        comment=comment,
        deleted_comment=deleted_comment,
        answer=await reply(cast.alice, post),
    )


async def test_somebody_banned_does_nothing_that_others_would_notice(stage: Stage) -> None:
    done = []
    for name, act in REFUSED.items():
        try:
            async with unit_of_work() as session:
                await act(session, stage)
        except NotAllowed:
            continue
        done.append(name)
    assert done == []


async def test_somebody_banned_may_take_their_words_away(stage: Stage) -> None:
    for act in TAKES_AWAY.values():
        async with unit_of_work() as session:
            await act(session, stage)


def test_every_act_has_its_place_in_the_table() -> None:
    known = REFUSED.keys() | TAKES_AWAY.keys() | THEIR_OWN | ONLY_LOOKS
    assert {name for subject in SUBJECTS for name in acts_of(subject)} == known


def acts_of(subject: Any) -> list[str]:
    """Everything that this subject does for somebody, but for what is known to look only."""
    stem = subject.__name__.removeprefix(f"{domain.__name__}.")
    return [
        f"{stem}.{name}"
        for name in subject.__all__
        if inspect.iscoroutinefunction(function := getattr(subject, name))
        and "actor" in inspect.signature(function).parameters
        and function.__module__.rpartition(".")[2] not in LOOKING
    ]
