import pytest

from community.core.actor import Actor
from community.core.database import unit_of_work
from community.core.errors import Conflict, NotAllowed
from community.domain import posts
from community.models import Post
from tests import factories
from tests.cast import Cast
from tests.domain.posts.writing import seen, start, unpublish


async def pin(by: Actor, post: Post) -> bool:
    async with unit_of_work() as session:
        return await posts.pin(session, by, post_id=post.id)


async def unpin(by: Actor, post: Post) -> bool:
    async with unit_of_work() as session:
        return await posts.unpin(session, by, post_id=post.id)


async def test_one_post_stands_on_top_of_each_place(cast: Cast) -> None:
    bread = await factories.community(cast.bob)
    first, second = await factories.post(cast.alice), await factories.post(cast.alice)
    elsewhere = await factories.post(cast.alice, community_id=bread.id)
    assert await pin(cast.alice, first) is True
    assert await pin(cast.alice, first) is False
    assert await pin(cast.bob, elsewhere) is True
    assert await pin(cast.alice, second) is True
    pinned = [(await seen(cast.guest, post)).is_pinned for post in (first, second, elsewhere)]
    assert pinned == [False, True, True]
    assert await unpin(cast.alice, second) is True
    assert await unpin(cast.alice, second) is False


async def test_in_a_community_its_moderators_choose(cast: Cast) -> None:
    bread = await factories.community(cast.bob)
    post = await factories.post(cast.alice, community_id=bread.id)
    for actor in (cast.alice, cast.charlie, cast.guest):
        with pytest.raises(NotAllowed):
            await pin(actor, post)
    assert await pin(cast.olga, post) is True


async def test_what_is_taken_down_stands_on_top_no_longer(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await pin(cast.alice, post)
    await unpublish(cast.alice, post)
    assert not (await seen(cast.alice, post)).is_pinned
    with pytest.raises(Conflict):
        await pin(cast.alice, await start(cast.alice))
