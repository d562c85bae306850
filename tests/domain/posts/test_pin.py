import pytest

from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.core.errors import Conflict, PermissionDenied
from community.domain import posts
from community.models import Post
from tests import factories
from tests.cast import Cast
from tests.domain.actions import get_post_view, start_draft, unpublish_post


async def pin_post(actor: Actor, post: Post) -> bool:
    async with unit_of_work() as session:
        return await posts.pin(session, actor, post_id=post.id)


async def unpin_post(actor: Actor, post: Post) -> bool:
    async with unit_of_work() as session:
        return await posts.unpin(session, actor, post_id=post.id)


async def test_at_most_one_post_is_pinned_per_profile_and_per_community(cast: Cast) -> None:
    bread = await factories.community(cast.bob)
    first, second = await factories.post(cast.alice), await factories.post(cast.alice)
    elsewhere = await factories.post(cast.alice, community_id=bread.id)
    assert await pin_post(cast.alice, first) is True
    assert await pin_post(cast.alice, first) is False
    assert await pin_post(cast.bob, elsewhere) is True
    assert await pin_post(cast.alice, second) is True
    pinned = [
        (await get_post_view(cast.guest, post)).is_pinned for post in (first, second, elsewhere)
    ]
    assert pinned == [False, True, True]
    assert await unpin_post(cast.alice, second) is True
    assert await unpin_post(cast.alice, second) is False


async def test_only_moderators_can_pin_a_post_in_a_community(cast: Cast) -> None:
    bread = await factories.community(cast.bob)
    post = await factories.post(cast.alice, community_id=bread.id)
    for actor in (cast.alice, cast.charlie, cast.guest):
        with pytest.raises(PermissionDenied):
            await pin_post(actor, post)
    assert await pin_post(cast.olga, post) is True


async def test_unpublishing_unpins_a_post(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await pin_post(cast.alice, post)
    await unpublish_post(cast.alice, post)
    assert not (await get_post_view(cast.alice, post)).is_pinned
    with pytest.raises(Conflict):
        await pin_post(cast.alice, await start_draft(cast.alice))
