"""Tests of transferring, closing and reopening a community, and of searching its members."""

from dataclasses import replace

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, PermissionDenied
from community.domain import communities, posts
from community.domain.communities import CommunityView, policies
from community.models import Community, User
from tests import factories
from tests.cast import Cast
from tests.domain.actions import publish_post, reply, run


async def join(actor: Actor, community: Community) -> None:
    await run(communities.join, actor, community_id=community.id)


async def get_view(actor: Actor, community: Community) -> CommunityView:
    async with read_session() as session:
        return await communities.get_view(session, actor, community.id)


async def test_the_owner_transfers_a_community_and_stays_a_moderator(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    await join(cast.bob, bread)
    transfer = {"community_id": bread.id, "user_id": cast.bob.id}
    assert await run(communities.transfer, cast.alice, **transfer) is True
    view = await get_view(cast.alice, bread)
    assert (view.owner.slug, view.can_edit, view.is_moderator) == ("bob", False, True)
    assert (await get_view(cast.bob, bread)).can_edit
    with pytest.raises(PermissionDenied):
        await run(communities.transfer, cast.alice, **transfer)
    assert await run(communities.transfer, cast.bob, **transfer) is False
    # The former owner can now leave, and the new owner cannot.
    assert await run(communities.leave, cast.alice, community_id=bread.id) is True
    with pytest.raises(Conflict):
        await run(communities.leave, cast.bob, community_id=bread.id)


async def test_only_active_members_can_become_the_owner(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    await join(replace(cast.mallory, banned_at=None), bread)
    await join(cast.charlie, bread)
    async with unit_of_work() as session:
        (await session.get_one(User, cast.charlie.id)).deleted_at = clock.now()
    for user in (cast.bob, cast.mallory, cast.charlie):
        with pytest.raises(Conflict):
            await run(communities.transfer, cast.alice, community_id=bread.id, user_id=user.id)
    assert (await get_view(cast.alice, bread)).owner.slug == "alice"


async def test_a_transfer_cannot_exceed_the_limit_of_owned_communities(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policies, "MAX_OWNED_COMMUNITIES", 1)
    bread = await factories.community(cast.alice)
    await factories.community(cast.bob, "tea")
    await join(cast.bob, bread)
    with pytest.raises(Conflict):
        await run(communities.transfer, cast.alice, community_id=bread.id, user_id=cast.bob.id)


async def test_a_closed_community_accepts_no_comments_until_it_is_reopened(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    post = await publish_post(cast.alice, community_id=bread.id)
    await reply(cast.bob, post)
    await run(communities.close, cast.alice, community_id=bread.id)
    for actor in (cast.bob, cast.alice, cast.olga):
        with pytest.raises(PermissionDenied) as error:
            await reply(actor, post)
        assert error.value.code == "commenting_restricted"
    async with read_session() as session:
        assert not (await posts.get_view(session, cast.bob, post.id)).can.comment
    await run(communities.reopen, cast.alice, community_id=bread.id)
    await reply(cast.bob, post)


async def test_only_an_administrator_reopens_what_an_administrator_closed(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    assert await run(communities.close, cast.alice, community_id=bread.id) is True
    assert (await get_view(cast.alice, bread)).can_reopen
    assert await run(communities.close, cast.olga, community_id=bread.id) is True
    assert await run(communities.close, cast.alice, community_id=bread.id) is False
    assert not (await get_view(cast.alice, bread)).can_reopen
    with pytest.raises(PermissionDenied, match="administrator"):
        await run(communities.reopen, cast.alice, community_id=bread.id)
    assert await run(communities.reopen, cast.olga, community_id=bread.id) is True
    assert await run(communities.close, cast.alice, community_id=bread.id) is True
    assert await run(communities.reopen, cast.alice, community_id=bread.id) is True


async def test_members_have_a_role_and_can_be_searched_by_name_and_slug(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    for actor in (cast.bob, cast.charlie):
        await join(actor, bread)
    await run(communities.add_moderator, cast.alice, community_id=bread.id, user_id=cast.bob.id)
    view = await get_view(cast.guest, bread)
    expected = {
        ("", False): [("alice", "owner"), ("bob", "moderator"), ("charlie", "member")],
        ("", True): [("alice", "owner"), ("bob", "moderator")],
        ("CHAR", False): [("charlie", "member")],
        ("char", True): [],
        ("%", False): [],
    }
    for (search, only_moderators), roles in expected.items():
        async with read_session() as session:
            page = await communities.list_members(
                session, view, search=search, only_moderators=only_moderators
            )
        assert sorted((item.slug, item.role) for item in page.items) == roles
