"""Reacting: one of one's own for each post and comment, counted on it."""

import asyncio

import pytest
from sqlmodel import func, select

from community.core.database import reading
from community.core.errors import Invalid, NotAllowed, NotFound
from community.domain import reactions
from community.models import Comment, Post, Reaction
from tests import factories
from tests.cast import Cast
from tests.domain.stories import react, reply
from tests.queries import counted


async def counts_of(target: Post | Comment) -> tuple[dict[str, int], int]:
    async with reading() as session:
        kind: type[Post | Comment] = type(target)
        row: Post | Comment = await session.get_one(kind, target.id)
        return row.reactions, row.reactions_count


async def rows_of(post: Post) -> int:
    async with reading() as session:
        query = select(func.count()).select_from(Reaction).where(Reaction.post_id == post.id)
        return (await session.execute(query)).scalar_one()


async def test_a_reaction_counts_on_the_post(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    summary = await react(cast.bob, post, "love")
    assert (summary.my_reaction, [(each.code, each.count) for each in summary.reactions]) == (
        "love",
        [("love", 1)],
    )
    assert await counts_of(post) == ({"love": 1}, 1)


async def test_a_reaction_counts_on_a_comment(cast: Cast) -> None:
    comment = await reply(cast.alice, await factories.post(cast.alice))
    await react(cast.bob, comment)
    assert await counts_of(comment) == ({"like": 1}, 1)


async def test_the_same_again_leaves_it(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    first = await react(cast.bob, post)
    assert await react(cast.bob, post) == first
    assert await counts_of(post) == ({"like": 1}, 1)


async def test_another_replaces_it(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await react(cast.bob, post)
    await react(cast.charlie, post)
    await react(cast.bob, post, "sad")
    assert await counts_of(post) == ({"like": 1, "sad": 1}, 2)


async def test_null_takes_it_back(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await react(cast.bob, post)
    summary = await react(cast.bob, post, None)
    assert (summary.my_reaction, summary.reactions) == (None, [])
    assert await counts_of(post) == ({}, 0)
    assert await rows_of(post) == 0


async def test_taking_back_what_was_not_there_changes_nothing(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    assert (await react(cast.bob, post, None)).my_reaction is None


async def test_nobody_applauds_oneself(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    with pytest.raises(NotAllowed, match="yourself"):
        await react(cast.alice, post)


async def test_banned_people_cannot_react(cast: Cast) -> None:
    with pytest.raises(NotAllowed) as refusal:
        await react(cast.mallory, await factories.post(cast.alice))
    assert refusal.value.code == "banned"


async def test_guests_are_asked_to_sign_in(cast: Cast) -> None:
    with pytest.raises(NotAllowed) as refusal:
        await react(cast.guest, await factories.post(cast.alice))
    assert refusal.value.code == "unauthenticated"


async def test_a_draft_of_somebody_else_is_not_there(cast: Cast) -> None:
    draft = await factories.post(cast.alice, status="draft", published_at=None)
    with pytest.raises(NotFound):
        await react(cast.bob, draft)


async def test_what_is_not_on_offer_is_refused(cast: Cast) -> None:
    with pytest.raises(Invalid) as refusal:
        await react(cast.bob, await factories.post(cast.alice), "sneer")
    assert "reaction" in refusal.value.fields


async def test_the_extended_set_is_for_subscribers(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    with pytest.raises(NotAllowed) as refusal:
        await react(cast.bob, post, "fire")
    assert refusal.value.code == "subscription_feature_required"
    assert refusal.value.details == {"feature": "reactions", "plans": []}
    assert (await react(cast.olga, post, "fire")).my_reaction == "fire"


async def test_many_at_once_are_all_counted(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    crowd = [await factories.person(f"crowd-{number}") for number in range(12)]
    codes = ["like", "love", "sad"]
    await asyncio.gather(*(react(one, post, codes[at % 3]) for at, one in enumerate(crowd)))
    await asyncio.gather(*(react(one, post, None) for one in crowd[:3]))
    assert await counts_of(post) == ({"like": 3, "love": 3, "sad": 3}, 9)
    assert await rows_of(post) == 9


async def test_one_who_clicks_twice_at_once_reacts_once(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await asyncio.gather(*(react(cast.bob, post) for _ in range(4)))
    assert await counts_of(post) == ({"like": 1}, 1)


async def test_my_reactions_are_found_in_one_query(cast: Cast) -> None:
    first, second = await factories.post(cast.alice), await factories.post(cast.alice, "Second")
    await react(cast.bob, first, "wow")
    ids = [first.id, second.id]
    async with reading() as session:
        with counted() as statements:
            mine = await reactions.my_reactions(session, cast.bob, target="post", ids=ids)
        assert mine == {first.id: "wow"}
        assert len(statements) == 1
        assert await reactions.my_reactions(session, cast.guest, target="post", ids=ids) == {}
