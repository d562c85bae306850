import pytest

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, PermissionDenied
from community.domain import communities
from community.domain.communities import CommunityView
from community.models import Community
from tests import factories
from tests.cast import Cast
from tests.query_capture import capture_queries


async def join_community(actor: Actor, community: Community) -> bool:
    async with unit_of_work() as session:
        return await communities.join(session, actor, community_id=community.id)


async def leave_community(actor: Actor, community: Community) -> bool:
    async with unit_of_work() as session:
        return await communities.leave(session, actor, community_id=community.id)


async def get_community_view(actor: Actor, community: Community) -> CommunityView:
    async with read_session() as session:
        return await communities.get_view(session, actor, community.id)


async def test_joining_a_community_twice_counts_as_one_member(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    assert await join_community(cast.bob, bread) is True
    assert await join_community(cast.bob, bread) is False
    view = await get_community_view(cast.bob, bread)
    assert (view.members_count, view.is_member, view.is_moderator) == (2, True, False)


async def test_leaving_a_community_twice_decreases_the_member_count_once(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    await join_community(cast.bob, bread)
    assert await leave_community(cast.bob, bread) is True
    assert await leave_community(cast.bob, bread) is False
    view = await get_community_view(cast.bob, bread)
    assert (view.members_count, view.is_member) == (1, False)


async def test_guests_and_banned_users_cannot_join_a_community(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    for actor, code in ((cast.guest, "unauthenticated"), (cast.mallory, "banned")):
        with pytest.raises(PermissionDenied) as raised:
            await join_community(actor, bread)
        assert raised.value.code == code


async def test_the_owner_cannot_leave_the_community(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    with pytest.raises(Conflict):
        await leave_community(cast.alice, bread)


async def test_a_closed_community_accepts_no_new_members_and_is_not_listed(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    await join_community(cast.bob, bread)
    async with unit_of_work() as session:
        with pytest.raises(PermissionDenied):
            await communities.close(session, cast.bob, community_id=bread.id)
        assert await communities.close(session, cast.alice, community_id=bread.id) is True
        assert await communities.close(session, cast.alice, community_id=bread.id) is False
    with pytest.raises(Conflict):
        await join_community(cast.charlie, bread)
    view = await get_community_view(cast.alice, bread)
    assert view.closed_at is not None
    assert not view.can_post
    async with read_session() as session:
        assert (await communities.list_largest(session, cast.guest)).items == []
        assert await communities.list_joined(session, cast.bob) == []
        assert await communities.list_suggested(session, cast.charlie, limit=5) == []
    async with unit_of_work() as session:
        assert await communities.reopen(session, cast.alice, community_id=bread.id) is True
        assert await communities.reopen(session, cast.alice, community_id=bread.id) is False
    assert await join_community(cast.charlie, bread) is True


async def test_only_the_owner_can_appoint_moderators_and_only_members_can_be_appointed(
    cast: Cast,
) -> None:
    bread = await factories.community(cast.alice)
    async with unit_of_work() as session:
        with pytest.raises(Conflict):
            await communities.add_moderator(
                session, cast.alice, community_id=bread.id, user_id=cast.bob.id
            )
    await join_community(cast.bob, bread)
    async with unit_of_work() as session:
        with pytest.raises(PermissionDenied):
            await communities.add_moderator(
                session, cast.bob, community_id=bread.id, user_id=cast.bob.id
            )
        for changes in (True, False):
            appointed = await communities.add_moderator(
                session, cast.alice, community_id=bread.id, user_id=cast.bob.id
            )
            assert appointed is changes
    view = await get_community_view(cast.bob, bread)
    assert view.is_moderator
    assert not view.can_edit
    assert [user.slug for user in view.moderators] == ["alice", "bob"]


async def test_a_moderator_can_be_dismissed_by_the_owner_or_can_resign(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    await join_community(cast.bob, bread)
    for actor in (cast.alice, cast.bob):
        async with unit_of_work() as session:
            await communities.add_moderator(
                session, cast.alice, community_id=bread.id, user_id=cast.bob.id
            )
        async with unit_of_work() as session:
            with pytest.raises(PermissionDenied):
                await communities.remove_moderator(
                    session, cast.charlie, community_id=bread.id, user_id=cast.bob.id
                )
            for changes in (True, False):
                dismissed = await communities.remove_moderator(
                    session, actor, community_id=bread.id, user_id=cast.bob.id
                )
                assert dismissed is changes
        assert not (await get_community_view(cast.bob, bread)).is_moderator
    async with unit_of_work() as session:
        with pytest.raises(Conflict):
            await communities.remove_moderator(
                session, cast.olga, community_id=bread.id, user_id=cast.alice.id
            )


@pytest.mark.parametrize(
    ("posting", "allowed_slugs"),
    [
        ("everyone", {"alice", "bob", "charlie", "olga"}),
        ("members", {"alice", "bob", "olga"}),
        ("moderators", {"alice", "olga"}),
    ],
)
async def test_the_posting_policy_decides_who_can_publish_in_a_community(
    cast: Cast, posting: str, allowed_slugs: set[str]
) -> None:
    bread = await factories.community(cast.alice, posting=posting)
    await join_community(cast.bob, bread)
    actors = (cast.alice, cast.bob, cast.charlie, cast.olga, cast.mallory, cast.guest)
    can_post = {actor.slug for actor in actors if (await get_community_view(actor, bread)).can_post}
    assert can_post == allowed_slugs


async def test_communities_are_paginated_from_largest_to_smallest_with_three_queries(
    cast: Cast,
) -> None:
    for number in range(5):
        await factories.community(cast.alice, f"community-{number}")
    largest = await factories.community(cast.bob, "bread")
    await join_community(cast.charlie, largest)
    async with read_session() as session:
        with capture_queries() as statements:
            first = await communities.list_largest(session, cast.charlie, limit=4)
        assert len(statements) == 3
        rest = await communities.list_largest(
            session, cast.charlie, limit=4, cursor=first.next_cursor
        )
        slugs = [community.slug for community in (*first.items, *rest.items)]
        assert slugs == ["bread", *(f"community-{number}" for number in (4, 3, 2, 1, 0))]
        assert first.items[0].is_member
        assert rest.next_cursor is None


async def test_joined_and_suggested_communities_are_listed(cast: Cast) -> None:
    rye = await factories.community(cast.alice, "rye")
    await factories.community(cast.alice, "bread")
    await join_community(cast.bob, rye)
    async with read_session() as session:
        joined = await communities.list_joined(session, cast.bob)
        assert [community.slug for community in joined] == ["rye"]
        mine = await communities.list_joined(session, cast.alice)
        assert [community.slug for community in mine] == ["bread", "rye"]
        others = await communities.list_suggested(session, cast.bob, limit=5)
        assert [community.slug for community in others] == ["bread"]
        assert len(await communities.list_suggested(session, cast.guest, limit=5)) == 2
        with pytest.raises(PermissionDenied):
            await communities.list_joined(session, cast.guest)


async def test_the_members_of_a_community_are_paginated(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    for actor in (cast.bob, cast.charlie):
        await join_community(actor, bread)
    async with read_session() as session:
        view = await communities.get_view(session, cast.guest, bread.id)
        first = await communities.list_members(session, view, limit=2)
        rest = await communities.list_members(session, view, limit=2, cursor=first.next_cursor)
    slugs = [user.slug for user in (*first.items, *rest.items)]
    assert sorted(slugs) == ["alice", "bob", "charlie"]
    assert rest.next_cursor is None
