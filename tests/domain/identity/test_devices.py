from datetime import timedelta

import pytest
from sqlmodel import func, select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid, NotFound, PermissionDenied
from community.domain import identity
from community.domain.identity import policies
from community.models import UserSession
from tests.cast import Cast
from tests.domain.identity.actions import (
    PASSWORD,
    find_actor_by_session_token,
    register_user,
    sign_in,
)


async def list_devices(actor: Actor) -> list[identity.Device]:
    async with read_session() as session:
        return await identity.list_devices(session, actor)


async def test_devices_are_listed_with_the_current_device_marked(cast: Cast) -> None:
    await register_user("Dora")
    await sign_in("dora")
    with clock.travel(timedelta(minutes=1)):
        current = await sign_in("dora")
    devices = await list_devices(current.actor)
    assert [device.is_current for device in devices] == [True, False]
    assert devices[0].user_agent == "Firefox"


async def test_a_user_can_revoke_one_device_from_another(cast: Cast) -> None:
    await register_user("Dora")
    lost, current = await sign_in("dora"), await sign_in("dora")
    assert lost.actor.session_id is not None
    async with unit_of_work() as session:
        await identity.revoke_device(session, current.actor, device_id=lost.actor.session_id)
    assert await find_actor_by_session_token(lost.token) is None
    assert await find_actor_by_session_token(current.token) is not None


async def test_another_user_cannot_revoke_a_device(cast: Cast) -> None:
    await register_user("Dora")
    await register_user("Emil")
    dora, emil = await sign_in("dora"), await sign_in("emil")
    assert dora.actor.session_id is not None
    with pytest.raises(NotFound):
        async with unit_of_work() as session:
            await identity.revoke_device(session, emil.actor, device_id=dora.actor.session_id)
    assert await find_actor_by_session_token(dora.token) is not None
    assert len(await list_devices(emil.actor)) == 1


async def test_a_user_can_revoke_all_devices_except_the_current_one(cast: Cast) -> None:
    await register_user("Dora")
    others = [await sign_in("dora") for _ in range(3)]
    current = await sign_in("dora")
    async with unit_of_work() as session:
        assert await identity.revoke_other_devices(session, current.actor) == 3
    assert [await find_actor_by_session_token(other.token) for other in others] == [None] * 3
    assert len(await list_devices(current.actor)) == 1


async def test_the_least_recently_used_session_of_a_user_with_too_many_sessions_is_revoked(
    cast: Cast,
) -> None:
    await register_user("Dora")
    oldest = await sign_in("dora")
    for minutes in range(policies.MAX_SESSIONS):
        with clock.travel(timedelta(minutes=minutes + 1)):
            latest = await sign_in("dora")
    assert await find_actor_by_session_token(oldest.token) is None
    assert len(await list_devices(latest.actor)) == policies.MAX_SESSIONS


async def test_guests_and_access_tokens_cannot_list_devices(cast: Cast) -> None:
    for actor in (cast.guest, Actor(user_id=cast.alice.id, token_id=1)):
        with pytest.raises(PermissionDenied):
            await list_devices(actor)


async def test_ended_sessions_are_purged(cast: Cast) -> None:
    await register_user("Dora")
    result = await sign_in("dora")
    await sign_in("dora", current_actor=result.actor)
    async with unit_of_work() as session:
        assert await identity.purge_ended_sessions(session) == 1
    async with read_session() as session:
        assert await session.scalar(select(func.count()).select_from(UserSession)) == 1


async def change_password(
    actor: Actor, current_password: str, new_password: str
) -> identity.SignInResult:
    async with read_session() as session:
        stored = await identity.find_own_credentials(session, actor)
    verified = await identity.verify_own_password(stored, password=current_password)
    password = await identity.hash_password(new_password)
    async with unit_of_work() as session:
        return await identity.change_password(
            session, actor, credentials=verified, password_hash=password, user_agent="Firefox"
        )


async def test_a_password_change_revokes_all_old_sessions_and_starts_a_new_one(cast: Cast) -> None:
    await register_user("Dora")
    other, current = await sign_in("dora"), await sign_in("dora")
    result = await change_password(current.actor, PASSWORD, "a loud harbour")
    assert await find_actor_by_session_token(other.token) is None
    assert await find_actor_by_session_token(current.token) is None
    assert await find_actor_by_session_token(result.token) is not None
    assert (await sign_in("dora", "a loud harbour")).actor.user_id == current.actor.user_id
    with pytest.raises(PermissionDenied):
        await sign_in("dora", PASSWORD)


async def test_a_password_change_needs_the_current_password(cast: Cast) -> None:
    await register_user("Dora")
    current = await sign_in("dora")
    with pytest.raises(Invalid) as raised:
        await change_password(current.actor, "a guess at it", "a loud harbour")
    assert "current_password" in raised.value.field_errors


async def test_credentials_of_another_user_cannot_change_the_password(cast: Cast) -> None:
    await register_user("Dora")
    await register_user("Emil")
    dora, emil = await sign_in("dora"), await sign_in("emil")
    async with read_session() as session:
        stored = await identity.find_own_credentials(session, dora.actor)
    verified = await identity.verify_own_password(stored, password=PASSWORD)
    password = await identity.hash_password("a loud harbour")
    with pytest.raises(PermissionDenied):
        async with unit_of_work() as session:
            await identity.change_password(
                session, emil.actor, credentials=verified, password_hash=password, user_agent=""
            )
    assert await find_actor_by_session_token(dora.token) is not None
