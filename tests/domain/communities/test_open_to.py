"""Where somebody may publish: the list that the editor offers."""

from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.domain import communities
from tests import factories
from tests.cast import Cast


async def offered(actor: Actor, name: str = "") -> list[str]:
    async with reading() as session:
        found = await communities.open_to(session, actor, name=name, limit=10)
    return [each.slug for each in found]


async def test_ones_own_communities_come_before_the_largest(cast: Cast) -> None:
    large = await factories.community(cast.olga, "large")
    small = await factories.community(cast.olga, "small")
    for actor, place in ((cast.bob, large), (cast.charlie, large), (cast.alice, small)):
        async with unit_of_work() as session:
            await communities.join(session, actor, community_id=place.id)
    assert await offered(cast.alice) == ["small", "large"]


async def test_it_agrees_with_the_policy(cast: Cast) -> None:
    everyone = await factories.community(cast.olga, "everyone")
    members = await factories.community(cast.bob, "members", posting="members")
    moderators = await factories.community(cast.bob, "moderators", posting="moderators")
    async with unit_of_work() as session:
        await communities.join(session, cast.charlie, community_id=members.id)
    for actor in (cast.alice, cast.bob, cast.charlie, cast.olga, cast.mallory):
        allowed = set()
        async with reading() as session:
            for place in (everyone, members, moderators):
                standing = await communities.find_standing(session, actor, place.id)
                if communities.may_post(actor, place, standing):
                    allowed.add(place.slug)
        assert set(await offered(actor)) == allowed


async def test_it_is_found_by_name_and_by_address(cast: Cast) -> None:
    await factories.community(cast.bob, "bread")
    await factories.community(cast.bob, "rye-100")
    assert await offered(cast.alice, "REA") == ["bread"]
    assert await offered(cast.alice, "rye-") == ["rye-100"]
    assert await offered(cast.alice, "100%") == []


async def test_guests_are_offered_nothing(cast: Cast) -> None:
    await factories.community(cast.bob)
    assert await offered(cast.guest) == []
