"""Who hears of reactions and new followers."""

import asyncio

from tests import factories
from tests.cast import Cast
from tests.domain.stories import (
    delete,
    follow,
    ignore,
    only,
    react,
    read_everything,
    reply,
    switch_off,
    told,
    unfollow,
)


async def test_the_author_hears_of_a_reaction_to_the_post(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await react(cast.bob, post)
    row = await only(cast.alice)
    assert (row.kind, row.text) == ("post_reaction", "Bob reacted to your post")
    assert (row.target.type, row.target.url) == ("post", f"/p/{post.id}/{post.slug}")


async def test_the_author_hears_of_a_reaction_to_the_comment(cast: Cast) -> None:
    comment = await reply(cast.bob, await factories.post(cast.alice))
    await react(cast.alice, comment)
    row = await only(cast.bob)
    assert (row.kind, row.text) == ("comment_reaction", "Alice reacted to your comment")
    assert (row.target.type, row.target.id) == ("comment", comment.id)


async def test_reactions_collapse_while_unread(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    for one in (cast.bob, cast.charlie, cast.olga):
        await react(one, post)
    row = await only(cast.alice)
    assert (row.text, row.actors_count) == ("Olga and 2 others reacted to your post", 3)


async def test_changing_ones_mind_is_not_news(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await react(cast.bob, post)
    await read_everything(cast.alice)
    await react(cast.bob, post, "love")
    assert len(await told(cast.alice)) == 1


async def test_a_reaction_taken_back_is_taken_out(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await react(cast.bob, post)
    await react(cast.charlie, post)
    await react(cast.charlie, post, None)
    assert (await only(cast.alice)).text == "Bob reacted to your post"
    await react(cast.bob, post, None)
    assert await told(cast.alice) == []


async def test_liking_again_and_again_is_told_once(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    for _ in range(3):
        await react(cast.bob, post)
        await read_everything(cast.alice)
        await react(cast.bob, post, None)
    assert await told(cast.alice) == ["post_reaction"]


async def test_reactions_to_a_deleted_comment_are_no_news(cast: Cast) -> None:
    comment = await reply(cast.bob, await factories.post(cast.alice))
    await react(cast.charlie, comment)
    await delete(cast.bob, comment)
    assert await told(cast.bob) == []


async def test_reactions_switched_off_are_not_told(cast: Cast) -> None:
    await switch_off(cast.alice, "post_reaction")
    await react(cast.bob, await factories.post(cast.alice))
    assert await told(cast.alice) == []


async def test_many_at_once_collapse_into_one_row(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    crowd = [await factories.person(f"crowd-{number}") for number in range(8)]
    await asyncio.gather(*(react(one, post) for one in crowd))
    assert (await only(cast.alice)).actors_count == 8
    await asyncio.gather(*(react(one, post, None) for one in crowd[:5]))
    assert (await only(cast.alice)).actors_count == 3


async def test_somebody_hears_of_a_new_follower(cast: Cast) -> None:
    await follow(cast.bob, cast.alice)
    row = await only(cast.alice)
    assert (row.kind, row.text) == ("new_follower", "Bob followed you")
    assert (row.target.type, row.target.id, row.target.url) == ("user", cast.bob.id, "/bob")


async def test_followers_collapse_while_unread(cast: Cast) -> None:
    for one in (cast.bob, cast.charlie, cast.olga):
        await follow(one, cast.alice)
    assert (await only(cast.alice)).text == "Olga and 2 others followed you"


async def test_who_unfollows_is_taken_out(cast: Cast) -> None:
    await follow(cast.bob, cast.alice)
    await unfollow(cast.bob, cast.alice)
    assert await told(cast.alice) == []


async def test_following_again_and_again_is_told_once(cast: Cast) -> None:
    for _ in range(3):
        await follow(cast.bob, cast.alice)
        await read_everything(cast.alice)
        await unfollow(cast.bob, cast.alice)
    assert await told(cast.alice) == ["new_follower"]


async def test_who_is_ignored_is_not_heard_of(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await ignore(cast.alice, cast.bob)
    await react(cast.bob, post)
    assert await told(cast.alice) == []
