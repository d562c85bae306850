"""Tests that users and communities cannot take slugs that look like those of others."""

import pytest
from sqlmodel import select

from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, DomainError, Invalid
from community.domain import communities, people
from community.domain.people import ProfileChanges
from community.domain.people.slugs import suggest_slug
from community.models import User
from community.models.people import slug_skeleton
from tests import factories
from tests.cast import Cast
from tests.domain.identity.actions import register_user


async def change_slug(cast: Cast, slug: str) -> str:
    async with unit_of_work() as session:
        user = await people.change_profile(session, cast.bob, ProfileChanges(slug=slug))
        return user.slug


@pytest.mark.parametrize("slug", ["a1ice", "aIice", "AL1CE"])
async def test_a_username_that_looks_like_another_is_taken(cast: Cast, slug: str) -> None:
    with pytest.raises(Conflict):
        await register_user("Eve", slug=slug)
    with pytest.raises(Conflict):
        await change_slug(cast, slug)


@pytest.mark.parametrize("slug", ["adm1n", "settlngs", "rnedia", "adrnin", "admin_panel"])
async def test_a_username_that_looks_like_a_reserved_word_is_taken(cast: Cast, slug: str) -> None:
    with pytest.raises(DomainError):
        await change_slug(cast, slug)
    with pytest.raises(Invalid):
        await register_user("Eve", slug=slug)


async def test_users_can_take_slugs_that_look_like_their_own(cast: Cast) -> None:
    assert await change_slug(cast, "b0b") == "b0b"
    assert await change_slug(cast, "bob") == "bob"


async def test_existing_similar_accounts_stay_valid(cast: Cast) -> None:
    await factories.user("a1ice")
    async with unit_of_work() as session:
        await people.change_profile(session, cast.alice, ProfileChanges(slug="alice", name="A"))
    with pytest.raises(Conflict):
        await change_slug(cast, "aiice")


async def test_suggested_usernames_look_like_no_other(cast: Cast) -> None:
    await factories.user("torn")
    async with read_session() as session:
        assert await suggest_slug(session, "Tom") == "tom-2"
        assert await suggest_slug(session, "Media") == "media-2"
    assert (await register_user("Tom")).slug == "tom-2"


async def test_a_community_cannot_look_like_another_or_a_reserved_word(cast: Cast) -> None:
    await factories.community(cast.alice, "bread")
    for slug in ("p0pular", "brea-d"):
        async with unit_of_work() as session:
            if slug == "brea-d":
                await communities.create(session, cast.bob, slug=slug, name="Other")
                continue
            with pytest.raises(Invalid):
                await communities.create(session, cast.bob, slug=slug, name="Other")
    await factories.community(cast.alice, "milk")
    async with unit_of_work() as session:
        with pytest.raises(Conflict):
            await communities.create(session, cast.bob, slug="mi1k", name="Milk")


async def test_the_search_for_similar_usernames_uses_the_index(cast: Cast) -> None:
    async with read_session() as session:
        if session.get_bind().dialect.name != "sqlite":
            pytest.skip("PostgreSQL reads small tables without an index.")
        query = select(User.id).where(slug_skeleton == "alice")
        sql = str(query.compile(session.get_bind(), compile_kwargs={"literal_binds": True}))
        connection = await session.connection()
        plan = (await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}")).all()
    assert "ix_users_slug_skeleton" in str(plan)


@pytest.mark.parametrize("slug", ["zelda", "ze1da", "zeIda"])
async def test_a_username_that_looks_like_a_former_one_of_others_is_taken(
    cast: Cast, slug: str
) -> None:
    async with unit_of_work() as session:
        for name in ("zelda", "alice"):
            await people.change_profile(session, cast.alice, ProfileChanges(slug=name))
    with pytest.raises(Conflict):
        await change_slug(cast, slug)
    async with read_session() as session:
        assert await suggest_slug(session, "Zelda") == "zelda-2"
    async with unit_of_work() as session:
        user = await people.change_profile(session, cast.alice, ProfileChanges(slug=slug.lower()))
    assert user.slug == slug.lower()


async def test_a_community_cannot_look_like_a_former_one_of_others(cast: Cast) -> None:
    community = await factories.community(cast.alice, "milk")
    async with unit_of_work() as session:
        await communities.edit(session, cast.alice, community_id=community.id, slug="cheese")
    async with unit_of_work() as session:
        with pytest.raises(Conflict):
            await communities.create(session, cast.bob, slug="mi1k", name="Milk")
