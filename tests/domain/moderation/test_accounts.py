"""Tests of edits, verification, signing out and password resets by administrators."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlmodel import select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.domain import identity, moderation, people
from community.domain.accounts import AccountChanges
from community.models import AuditEntry, Mail, User
from tests.cast import Cast
from tests.domain.identity.actions import PASSWORD, register_user, sign_in as sign_in_with_password
from tests.domain.identity.second_factor import register_and_sign_in, set_up
from tests.domain.moderation.actions import count_sessions, sign_in


async def edit(admin: Actor, user: Actor, **changes: object) -> bool:
    async with unit_of_work() as session:
        return await moderation.edit_user(
            session, admin, user_id=user.id, changes=AccountChanges.model_validate(changes)
        )


async def load(user: Actor) -> User:
    async with read_session() as session:
        return await session.get_one(User, user.id)


async def start_reset(admin: Actor, user_id: int) -> str:
    async with unit_of_work() as session:
        return (await moderation.start_password_reset(session, admin, user_id=user_id)).token


async def reset(token: str, password: str = "another harbour") -> None:
    password_hash = await identity.hash_password(password)
    async with unit_of_work() as session:
        await identity.reset_password(session, token=token, password_hash=password_hash)


async def test_an_edit_changes_the_profile_and_the_former_username_redirects(
    cast: Cast, admin: Actor
) -> None:
    assert await edit(admin, cast.bob, name="Robert", slug="robert", bio="Baker")
    async with read_session() as session:
        user = await people.get_user(session, "bob")
    assert (user.slug, user.name, user.bio) == ("robert", "Robert", "Baker")
    assert not await edit(admin, cast.bob, name="Robert")


async def test_a_new_email_is_not_verified_and_must_be_free(cast: Cast, admin: Actor) -> None:
    await edit(admin, cast.bob, email="robert@example.com")
    user = await load(cast.bob)
    assert (user.email, user.email_verified_at) == ("robert@example.com", None)
    with pytest.raises(Conflict) as error:
        await edit(admin, cast.bob, email="ALICE@example.com")
    assert "email" in error.value.field_errors


async def test_all_invalid_fields_are_reported(cast: Cast, admin: Actor) -> None:
    with pytest.raises(Invalid) as error:
        await edit(admin, cast.bob, name=" ", slug="a b", email="nobody", bio="x" * 501)
    assert set(error.value.field_errors) == {"name", "slug", "email", "bio"}


async def test_images_can_be_removed(cast: Cast, admin: Actor) -> None:
    async with unit_of_work() as session:
        (await session.get_one(User, cast.bob.id)).avatar = "/media/x.webp"
    assert await edit(admin, cast.bob, remove_avatar=True)
    assert (await load(cast.bob)).avatar is None


async def test_verification_is_set_and_removed(cast: Cast, admin: Actor) -> None:
    async with unit_of_work() as session:
        for is_verified, is_changed in ((False, True), (False, False), (True, True)):
            assert is_changed == await moderation.set_email_verified(
                session, admin, user_id=cast.bob.id, is_verified=is_verified
            )
    assert (await load(cast.bob)).email_verified_at is not None


async def test_signing_out_everywhere_ends_sessions_and_tokens(cast: Cast, admin: Actor) -> None:
    _token, bob = await sign_in(cast.bob)
    await sign_in(cast.bob)
    async with unit_of_work() as session:
        secret = (await identity.create_token(session, bob, name="CI", scopes=["read"])).secret
        count = await moderation.sign_out_everywhere(session, admin, user_id=bob.id)
    assert (count, await count_sessions(bob)) == (2, 0)
    async with read_session() as session:
        assert await identity.authenticate_token(session, secret or "") is None


async def test_a_reset_link_works_once(admin: Actor) -> None:
    user = await register_user("Dora")
    await sign_in_with_password("dora@example.com")
    token = await start_reset(admin, user.id)
    with pytest.raises(PermissionDenied):
        await sign_in_with_password("dora@example.com", PASSWORD)
    await reset(token)
    assert await sign_in_with_password("dora@example.com", "another harbour")
    with pytest.raises(Invalid):
        await reset(token)


async def test_a_reset_link_expires_and_is_replaced_by_the_next_one(admin: Actor) -> None:
    user = await register_user("Dora")
    first = await start_reset(admin, user.id)
    second = await start_reset(admin, user.id)
    with pytest.raises(Invalid):
        await reset(first)
    with clock.travel(timedelta(hours=24, seconds=1)), pytest.raises(Invalid):
        await reset(second)
    for token in ("", "x", second[:-2], "x" * 5_000):
        with pytest.raises(Invalid):
            await reset(token)
    await reset(second)


async def test_a_helper_cannot_manage_an_administrator_with_rights_that_they_lack(
    cast: Cast, admin: Actor
) -> None:
    helper = replace(admin, user_id=cast.alice.id, sections=frozenset({"users"}))
    async with unit_of_work() as session:
        for act in (moderation.start_password_reset, moderation.sign_out_everywhere):
            with pytest.raises(PermissionDenied):
                await act(session, helper, user_id=admin.id)
            with pytest.raises(NotFound):
                await act(session, cast.bob, user_id=cast.alice.id)
        with pytest.raises(PermissionDenied):
            await moderation.edit_user(
                session, helper, user_id=admin.id, changes=AccountChanges(name="X")
            )


async def test_an_administrator_removes_the_second_step_of_a_user_who_lost_their_phone(
    admin: Actor,
) -> None:
    user, dora = await register_and_sign_in()
    await set_up(dora)
    async with read_session() as session:
        assert (await moderation.get_person(session, admin, user_id=user.id)).has_second_factor
    with pytest.raises(Invalid):
        async with unit_of_work() as session:
            await moderation.remove_second_factor(session, admin, user_id=user.id, reason=" ")
    async with unit_of_work() as session:
        assert await moderation.remove_second_factor(
            session, admin, user_id=user.id, reason="Lost phone"
        )
    assert await sign_in_with_password("dora")
    async with unit_of_work() as session:
        assert not await moderation.remove_second_factor(
            session, admin, user_id=user.id, reason="Lost phone"
        )
        kinds = await session.scalars(
            select(Mail.subject).where(Mail.kind == "credentials_changed")
        )
        assert list(kinds) == ["Two-step sign-in is on", "Two-step sign-in is off"]
        entries = await session.scalars(
            select(AuditEntry.reason).where(AuditEntry.action == "user.second_factor_removed")
        )
        assert list(entries) == ["Lost phone"]
