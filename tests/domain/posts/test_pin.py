import pytest

from community.core.actor import GUEST, Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, PermissionDenied
from community.domain import discovery, posts
from community.models import Post
from tests import factories
from tests.cast import Cast
from tests.domain.actions import get_post_view, start_draft, unpublish_post


async def pin_post(actor: Actor, post: Post) -> bool:
    async with unit_of_work() as session:
        return await posts.pin(session, actor, post_id=post.id)


async def publish_post_again(actor: Actor, post: Post) -> None:
    async with unit_of_work() as session:
        await posts.publish(session, actor, post_id=post.id)


async def unpin_post(actor: Actor, post: Post) -> bool:
    async with unit_of_work() as session:
        return await posts.unpin(session, actor, post_id=post.id)


async def list_pinned_ids(**place: int) -> list[int]:
    async with read_session() as session:
        return [card.id for card in await discovery.list_pinned_posts(session, GUEST, **place)]


async def test_up_to_three_posts_are_pinned_on_a_profile_the_last_pinned_first(
    cast: Cast,
) -> None:
    first, second, third, fourth = [await factories.post(cast.alice) for _ in range(4)]
    for post in (first, second, third):
        assert await pin_post(cast.alice, post) is True
    assert await pin_post(cast.alice, first) is False
    with pytest.raises(Conflict, match="up to 3 posts"):
        await pin_post(cast.alice, fourth)
    assert await pin_post(cast.bob, await factories.post(cast.bob)) is True
    assert await list_pinned_ids(author_id=cast.alice.id) == [third.id, second.id, first.id]
    assert await unpin_post(cast.alice, second) is True
    assert await unpin_post(cast.alice, second) is False
    assert await pin_post(cast.alice, fourth) is True
    assert await list_pinned_ids(author_id=cast.alice.id) == [fourth.id, third.id, first.id]


async def test_pinning_a_post_in_a_community_replaces_the_pinned_post(cast: Cast) -> None:
    bread = await factories.community(cast.bob)
    first, second = [await factories.post(cast.alice, community_id=bread.id) for _ in range(2)]
    assert await pin_post(cast.bob, first) is True
    assert await pin_post(cast.bob, second) is True
    assert await list_pinned_ids(community_id=bread.id) == [second.id]
    assert await list_pinned_ids(author_id=cast.alice.id) == []


async def test_the_button_follows_the_same_rule_as_the_action(cast: Cast) -> None:
    bread = await factories.community(cast.bob)
    own = await factories.post(cast.alice)
    shared = await factories.post(cast.alice, community_id=bread.id)
    assert (await get_post_view(cast.alice, own)).can.pin
    assert (await get_post_view(cast.bob, shared)).can.pin
    assert not (await get_post_view(cast.alice, await start_draft(cast.alice))).can.pin
    for actor, post in ((cast.alice, shared), (cast.bob, own), (cast.guest, own)):
        assert not (await get_post_view(actor, post)).can.pin
        with pytest.raises(PermissionDenied):
            await pin_post(actor, post)


async def test_only_moderators_can_pin_a_post_in_a_community(cast: Cast) -> None:
    bread = await factories.community(cast.bob)
    post = await factories.post(cast.alice, community_id=bread.id)
    for actor in (cast.alice, cast.charlie, cast.guest):
        with pytest.raises(PermissionDenied):
            await pin_post(actor, post)
    assert await pin_post(cast.olga, post) is True


async def test_republishing_does_not_pin_a_post_again(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await pin_post(cast.alice, post)
    await unpublish_post(cast.alice, post)
    assert not (await get_post_view(cast.alice, post)).is_pinned
    await publish_post_again(cast.alice, post)
    assert not (await get_post_view(cast.alice, post)).is_pinned
    with pytest.raises(Conflict):
        await pin_post(cast.alice, await start_draft(cast.alice))
