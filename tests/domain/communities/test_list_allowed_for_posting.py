"""Tests of the list of communities in which a user may publish, as shown in the editor."""

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import communities
from tests import factories
from tests.cast import Cast


async def list_slugs_allowed_for_posting(actor: Actor, search: str = "") -> list[str]:
    async with read_session() as session:
        postable = await communities.list_allowed_for_posting(
            session, actor, search=search, limit=10
        )
    return [community.slug for community in postable]


async def test_joined_communities_are_listed_before_larger_ones(cast: Cast) -> None:
    large = await factories.community(cast.olga, "large")
    small = await factories.community(cast.olga, "small")
    for actor, community in ((cast.bob, large), (cast.charlie, large), (cast.alice, small)):
        async with unit_of_work() as session:
            await communities.join(session, actor, community_id=community.id)
    assert await list_slugs_allowed_for_posting(cast.alice) == ["small", "large"]


async def test_exactly_the_communities_that_a_user_may_post_in_are_listed(cast: Cast) -> None:
    everyone = await factories.community(cast.olga, "everyone")
    members = await factories.community(cast.bob, "members", posting="members")
    moderators = await factories.community(cast.bob, "moderators", posting="moderators")
    async with unit_of_work() as session:
        await communities.join(session, cast.charlie, community_id=members.id)
    for actor in (cast.alice, cast.bob, cast.charlie, cast.olga, cast.mallory):
        allowed = set()
        async with read_session() as session:
            for community in (everyone, members, moderators):
                membership = await communities.find_membership(session, actor, community.id)
                if communities.policies.may_post(actor, community, membership):
                    allowed.add(community.slug)
        assert set(await list_slugs_allowed_for_posting(actor)) == allowed


async def test_communities_are_found_by_name_and_by_slug(cast: Cast) -> None:
    await factories.community(cast.bob, "bread")
    await factories.community(cast.bob, "rye-100")
    assert await list_slugs_allowed_for_posting(cast.alice, "REA") == ["bread"]
    assert await list_slugs_allowed_for_posting(cast.alice, "rye-") == ["rye-100"]
    assert await list_slugs_allowed_for_posting(cast.alice, "100%") == []


async def test_no_communities_are_listed_for_guests(cast: Cast) -> None:
    await factories.community(cast.bob)
    assert await list_slugs_allowed_for_posting(cast.guest) == []
