"""Tests of the rules for who may change which sections an administrator may open."""

from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, DomainError, Invalid, NotFound, PermissionDenied
from community.domain import accounts, audit
from community.domain.identity.policies import CONFIRMATION_LIFETIME
from community.models import User
from tests import factories
from tests.cast import Cast


def confirm(actor: Actor) -> Actor:
    """Return the actor as in a session whose user has just entered the password."""
    return replace(actor, session_id=1, confirmed_at=clock.now())


async def set_sections(actor: Actor, user: Actor, *sections: str) -> bool:
    async with unit_of_work() as session:
        return await accounts.set_admin_sections(
            session, confirm(actor), user_id=user.id, sections=sections
        )


async def remove(actor: Actor, user: Actor) -> bool:
    async with unit_of_work() as session:
        return await accounts.remove_administrator(session, confirm(actor), user_id=user.id)


async def get_sections(user: Actor) -> Collection[str] | None:
    """Return the stored sections of a user, or None for an ordinary user."""
    async with read_session() as session:
        row = await session.get_one(User, user.id)
    return None if row.admin_since is None else row.admin_sections


async def test_a_full_administrator_grants_changes_and_removes_sections(cast: Cast) -> None:
    assert await set_sections(cast.olga, cast.alice, "users", "posts")
    assert await get_sections(cast.alice) == ["posts", "users"]
    assert not await set_sections(cast.olga, cast.alice, "posts", "users")
    assert await set_sections(cast.olga, cast.alice, "*", "posts")
    assert await get_sections(cast.alice) == ["*"]
    assert await remove(cast.olga, cast.alice)
    assert await get_sections(cast.alice) is None
    assert not await remove(cast.olga, cast.alice)


async def test_every_change_is_in_the_audit_log(cast: Cast) -> None:
    await set_sections(cast.olga, cast.alice, "users")
    await set_sections(cast.olga, cast.alice)
    await remove(cast.olga, cast.alice)
    async with read_session() as session:
        entries = (await audit.list_entries(session, cast.olga)).items
    assert [(entry.action, entry.before, entry.after) for entry in reversed(entries)] == [
        ("administrator.added", None, {"sections": ["users"]}),
        ("administrator.changed", {"sections": ["users"]}, {"sections": []}),
        ("administrator.removed", {"sections": []}, None),
    ]
    assert {entry.target_name for entry in entries} == {"Alice"}


async def test_the_last_full_administrator_cannot_be_removed(cast: Cast) -> None:
    with pytest.raises(Conflict):
        await remove(cast.olga, cast.olga)
    with pytest.raises(Conflict):
        await set_sections(cast.olga, cast.olga, "users")
    banned = await factories.user("banned", is_admin=True, is_banned=True)
    with pytest.raises(Conflict):
        await remove(cast.olga, cast.olga)
    maria = await factories.user("maria", is_admin=True)
    assert await remove(cast.olga, cast.olga)
    async with unit_of_work() as session:
        for user, is_last in ((maria, True), (banned, False), (cast.alice, False)):
            row = await session.get_one(User, user.id)
            if is_last:
                with pytest.raises(Conflict):
                    await accounts.ensure_not_last_full_administrator(session, row)
            else:
                await accounts.ensure_not_last_full_administrator(session, row)


@pytest.mark.parametrize(
    ("own", "target", "sections"),
    [
        (["admin-permissions", "users"], [], ["posts"]),
        (["admin-permissions", "users"], [], ["*"]),
        (["admin-permissions", "users"], ["posts"], ["users"]),
        (["admin-permissions", "users"], ["*"], ["users"]),
        (["posts"], [], ["posts"]),
    ],
    ids=["not own", "full", "removes not own", "lowers full", "without the section"],
)
async def test_a_limited_administrator_changes_only_what_they_have(
    cast: Cast, own: list[str], target: list[str], sections: list[str]
) -> None:
    actor = await factories.user("limited", sections=own)
    user = await factories.user("other", sections=target) if target else cast.alice
    before = await get_sections(user)
    with pytest.raises(PermissionDenied):
        await set_sections(actor, user, *sections)
    assert await get_sections(user) == before


async def test_a_limited_administrator_grants_and_removes_own_sections(cast: Cast) -> None:
    actor = await factories.user("limited", sections=["admin-permissions", "users"])
    assert await set_sections(actor, cast.alice, "users")
    assert await remove(actor, cast.alice)
    with pytest.raises(PermissionDenied):
        await set_sections(actor, actor, "admin-permissions", "users", "posts")
    with pytest.raises(PermissionDenied):
        await set_sections(actor, actor, "*")
    assert await set_sections(actor, actor, "admin-permissions")


@pytest.mark.parametrize("name", ["guest", "alice", "mallory"])
async def test_strangers_learn_nothing(cast: Cast, name: str) -> None:
    actor: Actor = getattr(cast, name)
    with pytest.raises(NotFound):
        await set_sections(actor, cast.bob, "users")
    with pytest.raises(NotFound):
        async with read_session() as session:
            await accounts.list_administrators(session, actor)


async def test_unknown_sections_and_banned_users_are_rejected(cast: Cast) -> None:
    with pytest.raises(Invalid):
        await set_sections(cast.olga, cast.alice, "users", "nowhere")
    with pytest.raises(Invalid):
        await set_sections(cast.olga, cast.mallory, "users")
    with pytest.raises(NotFound):
        await set_sections(cast.olga, Actor(user_id=999_999), "users")


async def test_a_banned_administrator_opens_no_section(cast: Cast) -> None:
    banned = await factories.user("banned", is_admin=True, is_banned=True)
    assert accounts.list_sections(banned) == []
    assert accounts.list_sections(cast.olga) == ["dashboard", *accounts.SECTIONS]
    limited = await factories.user("limited", sections=["posts"])
    assert accounts.list_sections(limited) == ["dashboard", "posts"]


async def test_changes_require_a_recent_confirmation_of_the_password(cast: Cast) -> None:
    confirmed_at = clock.now() - CONFIRMATION_LIFETIME
    for actor, code in (
        (replace(cast.olga, session_id=1), "confirmation_required"),
        (replace(cast.olga, session_id=1, confirmed_at=confirmed_at), "confirmation_required"),
        (replace(cast.olga, token_id=1), "forbidden"),
    ):
        for change in (accounts.set_admin_sections, accounts.remove_administrator):
            arguments = {"sections": ["users"]} if change is accounts.set_admin_sections else {}
            with pytest.raises(DomainError) as caught:
                async with unit_of_work() as session:
                    await change(session, actor, user_id=cast.alice.id, **arguments)
            assert caught.value.code == code
    assert await get_sections(cast.alice) is None


async def test_an_administrator_whose_rights_were_just_taken_changes_nothing(cast: Cast) -> None:
    maria = await factories.user("maria", is_admin=True)
    assert await set_sections(cast.olga, maria, "admin-permissions")
    # The actors of requests that began earlier still have the former rights.
    with pytest.raises(PermissionDenied):
        await set_sections(maria, cast.alice, "users")
    assert await remove(cast.olga, maria)
    with pytest.raises(NotFound):
        await remove(maria, cast.olga)


async def test_a_full_administrator_whose_ban_has_ended_can_be_the_last_one(cast: Cast) -> None:
    async with unit_of_work() as session:
        user = await session.get_one(User, cast.olga.id)
        user.banned_at = clock.now() - timedelta(days=2)
        user.banned_until = clock.now() - timedelta(days=1)
    with pytest.raises(Conflict):
        await remove(cast.olga, cast.olga)
