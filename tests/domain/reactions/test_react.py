"""Tests of reactions: one reaction per user to a post or comment, counts and permissions."""

import asyncio

import pytest
from sqlmodel import func, select

from community.core.db.sessions import read_session
from community.core.errors import Invalid, NotFound, PermissionDenied
from community.domain import comments, discovery, posts, reactions
from community.domain.discovery import Feed
from community.models import Comment, Post, Reaction
from tests import factories
from tests.cast import Cast
from tests.domain.actions import react, reply
from tests.query_capture import capture_queries


async def get_reaction_counts(target: Post | Comment) -> tuple[dict[str, int], int]:
    async with read_session() as session:
        model: type[Post | Comment] = type(target)
        row: Post | Comment = await session.get_one(model, target.id)
        return row.reactions, row.reactions_count


async def count_reaction_rows(post: Post) -> int:
    async with read_session() as session:
        query = select(func.count()).select_from(Reaction).where(Reaction.post_id == post.id)
        return (await session.execute(query)).scalar_one()


async def test_a_reaction_to_a_post_updates_the_counts_of_the_post(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    summary = await react(cast.bob, post, "love")
    assert (
        summary.my_reaction,
        [(reaction.code, reaction.count) for reaction in summary.reactions],
    ) == (
        "love",
        [("love", 1)],
    )
    assert await get_reaction_counts(post) == ({"love": 1}, 1)


async def test_a_reaction_to_a_comment_updates_the_counts_of_the_comment(cast: Cast) -> None:
    comment = await reply(cast.alice, await factories.post(cast.alice))
    await react(cast.bob, comment)
    assert await get_reaction_counts(comment) == ({"like": 1}, 1)


async def test_repeating_a_reaction_changes_nothing(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    first = await react(cast.bob, post)
    assert await react(cast.bob, post) == first
    assert await get_reaction_counts(post) == ({"like": 1}, 1)


async def test_a_second_reaction_of_a_user_replaces_the_first(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await react(cast.bob, post)
    await react(cast.charlie, post)
    await react(cast.bob, post, "sad")
    assert await get_reaction_counts(post) == ({"like": 1, "sad": 1}, 2)


async def test_a_null_reaction_removes_the_current_reaction(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await react(cast.bob, post)
    summary = await react(cast.bob, post, None)
    assert (summary.my_reaction, summary.reactions) == (None, [])
    assert await get_reaction_counts(post) == ({}, 0)
    assert await count_reaction_rows(post) == 0


async def test_removing_a_missing_reaction_changes_nothing(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    assert (await react(cast.bob, post, None)).my_reaction is None


async def test_reacting_to_your_own_content_is_rejected(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    with pytest.raises(PermissionDenied, match="your own posts"):
        await react(cast.alice, post)


async def test_only_users_who_may_react_are_offered_a_reaction(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    comment = await reply(cast.bob, post)
    offered = {}
    for viewer in (cast.alice, cast.bob, cast.mallory, cast.guest):
        async with read_session() as session:
            article = await posts.get_article(session, viewer, post.id)
            [card] = (await discovery.get_feed(session, viewer, name=Feed.NEW)).items
            view = await comments.get_view(session, viewer, comment.id)
        assert card.can_react == article.can_react
        offered[viewer.slug] = (article.can_react, view.can.react)
    assert offered == {
        "alice": (False, True),
        "bob": (True, False),
        "mallory": (False, False),
        "": (False, False),
    }


async def test_banned_users_cannot_react(cast: Cast) -> None:
    with pytest.raises(PermissionDenied) as error:
        await react(cast.mallory, await factories.post(cast.alice))
    assert error.value.code == "banned"


async def test_guests_cannot_react(cast: Cast) -> None:
    with pytest.raises(PermissionDenied) as error:
        await react(cast.guest, await factories.post(cast.alice))
    assert error.value.code == "unauthenticated"


async def test_reacting_to_a_draft_of_another_user_raises_not_found(cast: Cast) -> None:
    draft = await factories.post(cast.alice, status="draft", published_at=None)
    with pytest.raises(NotFound):
        await react(cast.bob, draft)


async def test_an_unknown_reaction_is_rejected(cast: Cast) -> None:
    with pytest.raises(Invalid) as error:
        await react(cast.bob, await factories.post(cast.alice), "sneer")
    assert "reaction" in error.value.field_errors


async def test_extended_reactions_need_a_paid_subscription(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    with pytest.raises(PermissionDenied) as error:
        await react(cast.bob, post, "fire")
    assert error.value.code == "subscription_feature_required"
    assert error.value.details == {"feature": "reactions"}
    assert (await react(cast.olga, post, "fire")).my_reaction == "fire"


async def test_concurrent_reactions_are_all_counted(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    users = [await factories.user(f"user-{number}") for number in range(12)]
    codes = ["like", "love", "sad"]
    await asyncio.gather(*(react(user, post, codes[i % 3]) for i, user in enumerate(users)))
    await asyncio.gather(*(react(user, post, None) for user in users[:3]))
    assert await get_reaction_counts(post) == ({"like": 3, "love": 3, "sad": 3}, 9)
    assert await count_reaction_rows(post) == 9


async def test_concurrent_reactions_of_one_user_count_once(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await asyncio.gather(*(react(cast.bob, post) for _ in range(4)))
    assert await get_reaction_counts(post) == ({"like": 1}, 1)


async def test_loading_the_reactions_of_the_viewer_takes_one_query(cast: Cast) -> None:
    first, second = await factories.post(cast.alice), await factories.post(cast.alice, "Second")
    await react(cast.bob, first, "wow")
    ids = [first.id, second.id]
    async with read_session() as session:
        with capture_queries() as statements:
            mine = await reactions.get_my_reactions(
                session, cast.bob, target="post", target_ids=ids
            )
        assert mine == {first.id: "wow"}
        assert len(statements) == 1
        assert (
            await reactions.get_my_reactions(session, cast.guest, target="post", target_ids=ids)
            == {}
        )
