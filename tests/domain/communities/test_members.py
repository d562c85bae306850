import pytest

from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.core.errors import Conflict, NotAllowed
from community.domain import communities
from community.domain.communities import CommunityView
from community.models import Community
from tests import factories
from tests.cast import Cast
from tests.queries import counted


async def join(by: Actor, community: Community) -> bool:
    async with unit_of_work() as session:
        return await communities.join(session, by, community_id=community.id)


async def leave(by: Actor, community: Community) -> bool:
    async with unit_of_work() as session:
        return await communities.leave(session, by, community_id=community.id)


async def seen(by: Actor, community: Community) -> CommunityView:
    async with reading() as session:
        return await communities.get_view(session, by, community.id)


async def test_joining_twice_counts_once(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    assert await join(cast.bob, bread) is True
    assert await join(cast.bob, bread) is False
    view = await seen(cast.bob, bread)
    assert (view.members_count, view.is_member, view.is_moderator) == (2, True, False)


async def test_leaving_twice_counts_once(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    await join(cast.bob, bread)
    assert await leave(cast.bob, bread) is True
    assert await leave(cast.bob, bread) is False
    view = await seen(cast.bob, bread)
    assert (view.members_count, view.is_member) == (1, False)


async def test_guests_and_banned_people_do_not_join(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    for actor, code in ((cast.guest, "unauthenticated"), (cast.mallory, "banned")):
        with pytest.raises(NotAllowed) as refusal:
            await join(actor, bread)
        assert refusal.value.code == code


async def test_the_owner_does_not_leave(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    with pytest.raises(Conflict):
        await leave(cast.alice, bread)


async def test_a_closed_community_takes_nobody_in_and_is_in_no_list(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    await join(cast.bob, bread)
    async with unit_of_work() as session:
        with pytest.raises(NotAllowed):
            await communities.close(session, cast.bob, community_id=bread.id)
        assert await communities.close(session, cast.alice, community_id=bread.id) is True
        assert await communities.close(session, cast.alice, community_id=bread.id) is False
    with pytest.raises(Conflict):
        await join(cast.charlie, bread)
    view = await seen(cast.alice, bread)
    assert view.closed_at is not None
    assert not view.can_post
    async with reading() as session:
        assert (await communities.largest(session, cast.guest)).items == []
        assert await communities.joined(session, cast.bob) == []
        assert await communities.to_join(session, cast.charlie, limit=5) == []
    async with unit_of_work() as session:
        assert await communities.reopen(session, cast.alice, community_id=bread.id) is True
        assert await communities.reopen(session, cast.alice, community_id=bread.id) is False
    assert await join(cast.charlie, bread) is True


async def test_moderators_are_members_whom_the_owner_appoints(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    async with unit_of_work() as session:
        with pytest.raises(Conflict):
            await communities.appoint(
                session, cast.alice, community_id=bread.id, user_id=cast.bob.id
            )
    await join(cast.bob, bread)
    async with unit_of_work() as session:
        with pytest.raises(NotAllowed):
            await communities.appoint(session, cast.bob, community_id=bread.id, user_id=cast.bob.id)
        for changes in (True, False):
            appointed = await communities.appoint(
                session, cast.alice, community_id=bread.id, user_id=cast.bob.id
            )
            assert appointed is changes
    view = await seen(cast.bob, bread)
    assert view.is_moderator
    assert not view.can_edit
    assert [person.slug for person in view.moderators] == ["alice", "bob"]


async def test_a_moderator_is_dismissed_or_steps_back(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    await join(cast.bob, bread)
    for by in (cast.alice, cast.bob):
        async with unit_of_work() as session:
            await communities.appoint(
                session, cast.alice, community_id=bread.id, user_id=cast.bob.id
            )
        async with unit_of_work() as session:
            with pytest.raises(NotAllowed):
                await communities.dismiss(
                    session, cast.charlie, community_id=bread.id, user_id=cast.bob.id
                )
            for changes in (True, False):
                dismissed = await communities.dismiss(
                    session, by, community_id=bread.id, user_id=cast.bob.id
                )
                assert dismissed is changes
        assert not (await seen(cast.bob, bread)).is_moderator
    async with unit_of_work() as session:
        with pytest.raises(Conflict):
            await communities.dismiss(
                session, cast.olga, community_id=bread.id, user_id=cast.alice.id
            )


@pytest.mark.parametrize(
    ("posting", "who"),
    [
        ("everyone", {"alice", "bob", "charlie", "olga"}),
        ("members", {"alice", "bob", "olga"}),
        ("moderators", {"alice", "olga"}),
    ],
)
async def test_who_may_publish(cast: Cast, posting: str, who: set[str]) -> None:
    bread = await factories.community(cast.alice, posting=posting)
    await join(cast.bob, bread)
    people = (cast.alice, cast.bob, cast.charlie, cast.olga, cast.mallory, cast.guest)
    assert {each.slug for each in people if (await seen(each, bread)).can_post} == who


async def test_the_largest_come_first_page_by_page_at_a_constant_cost(cast: Cast) -> None:
    for number in range(5):
        await factories.community(cast.alice, f"place-{number}")
    largest = await factories.community(cast.bob, "bread")
    await join(cast.charlie, largest)
    async with reading() as session:
        with counted() as statements:
            first = await communities.largest(session, cast.charlie, limit=4)
        assert len(statements) == 3
        rest = await communities.largest(session, cast.charlie, limit=4, cursor=first.next_cursor)
        slugs = [each.slug for each in (*first.items, *rest.items)]
        assert slugs == ["bread", "place-4", "place-3", "place-2", "place-1", "place-0"]
        assert first.items[0].is_member
        assert rest.next_cursor is None


async def test_ones_own_communities_and_those_to_join(cast: Cast) -> None:
    rye = await factories.community(cast.alice, "rye")
    await factories.community(cast.alice, "bread")
    await join(cast.bob, rye)
    async with reading() as session:
        assert [each.slug for each in await communities.joined(session, cast.bob)] == ["rye"]
        mine = await communities.joined(session, cast.alice)
        assert [each.slug for each in mine] == ["bread", "rye"]
        others = await communities.to_join(session, cast.bob, limit=5)
        assert [each.slug for each in others] == ["bread"]
        assert len(await communities.to_join(session, cast.guest, limit=5)) == 2
        with pytest.raises(NotAllowed):
            await communities.joined(session, cast.guest)


async def test_members_page_by_page(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    for actor in (cast.bob, cast.charlie):
        await join(actor, bread)
    async with reading() as session:
        first = await communities.members(session, bread.id, limit=2)
        rest = await communities.members(session, bread.id, limit=2, cursor=first.next_cursor)
    slugs = [person.slug for person in (*first.items, *rest.items)]
    assert sorted(slugs) == ["alice", "bob", "charlie"]
    assert rest.next_cursor is None
