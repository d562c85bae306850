"""Tests that display names cannot imitate administrators, moderators and the site."""

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid
from community.domain import people
from community.domain.accounts.registration import RegistrationData, request_registration
from community.domain.people import ProfileChanges, policies
from community.models import Community, User
from tests import factories
from tests.cast import Cast
from tests.domain.identity.actions import register_user


async def change_name(cast: Cast, name: str) -> str:
    async with unit_of_work() as session:
        user = await people.change_profile(session, cast.bob, ProfileChanges(name=name))
        return user.name


@pytest.mark.parametrize("name", ["Olga", "OLGA", "Оlgа", "0lga", "O l g a.", "𝐎𝐥𝐠𝐚", "Οlga"])
async def test_a_name_that_looks_like_that_of_an_administrator(cast: Cast, name: str) -> None:
    with pytest.raises(Invalid) as error:
        await change_name(cast, name)
    assert set(error.value.field_errors) == {"name"}
    with pytest.raises(Invalid):
        await register_user(name, slug="eve", email="eve@example.com")


@pytest.mark.parametrize("name", ["Community", "Соmmunіtу"])
async def test_a_name_that_looks_like_that_of_the_site(cast: Cast, name: str) -> None:
    with pytest.raises(Invalid):
        await change_name(cast, name)


@pytest.mark.parametrize(("members", "is_free"), [(10, False), (9, True)])
async def test_moderators_of_communities_with_enough_members(
    cast: Cast, members: int, is_free: bool
) -> None:
    community = await factories.community(cast.alice)
    assert policies.NAME_PROTECTION_MIN_MEMBERS == 10
    async with unit_of_work() as session:
        await session.execute(
            update(Community).where(col(Community.id) == community.id).values(members_count=members)
        )
    if is_free:
        assert await change_name(cast, "Аlice") == "Аlice"
        return
    with pytest.raises(Invalid):
        await change_name(cast, "Аlice")


async def test_names_of_others_are_free(cast: Cast) -> None:
    for name in ("Alice", "Olga Petrova", "Анна", "…", "👩🏽‍🚀"):
        assert await change_name(cast, name) == name
    assert (await register_user("Alice", slug="another", email="al@example.com")).name == "Alice"


async def test_users_keep_a_name_that_is_protected_later(cast: Cast) -> None:
    async with unit_of_work() as session:
        people.set_name(await session.get_one(User, cast.bob.id), "Olga")
    assert await change_name(cast, "Olga") == "Olga"


async def test_administrators_take_any_name(cast: Cast) -> None:
    async with unit_of_work() as session:
        user = await people.change_profile(session, cast.olga, ProfileChanges(name="Community"))
        assert user.name == "Community"


async def test_the_name_is_checked_before_the_mail_of_a_registration(cast: Cast) -> None:
    data = RegistrationData("Оlga", "eve@example.com", None, None)
    async with unit_of_work() as session:
        with pytest.raises(Invalid):
            await request_registration(session, data)


async def test_renaming_an_administrator_protects_the_new_name(cast: Cast) -> None:
    async with unit_of_work() as session:
        people.set_name(await session.get_one(User, cast.olga.id), "Ольга")
    assert await change_name(cast, "Olga") == "Olga"
    with pytest.raises(Invalid):
        await change_name(cast, "ОЛЬГА")
    async with read_session() as session:
        skeletons = await session.scalars(
            select(User.name_skeleton).where(col(User.id).in_([cast.olga.id, cast.bob.id]))
        )
        assert "" not in set(skeletons)
