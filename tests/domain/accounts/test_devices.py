from datetime import timedelta

import pytest
from sqlmodel import func, select

from community.core import clock
from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.core.errors import Invalid, NotAllowed, NotFound
from community.domain import accounts
from community.domain.accounts import policies
from community.models import Session
from tests.cast import Cast
from tests.domain.accounts.people import PASSWORD, come_in, join, whose


async def devices(actor: Actor) -> list[accounts.Device]:
    async with reading() as session:
        return await accounts.list_devices(session, actor)


async def test_devices_are_listed_with_the_current_one_marked(cast: Cast) -> None:
    await join("Dora")
    await come_in("dora")
    with clock.moved(timedelta(minutes=1)):
        here = await come_in("dora")
    listed = await devices(here.actor)
    assert [device.is_current for device in listed] == [True, False]
    assert listed[0].user_agent == "Firefox"


async def test_one_device_can_be_signed_out_from_another(cast: Cast) -> None:
    await join("Dora")
    lost, here = await come_in("dora"), await come_in("dora")
    assert lost.actor.session_id is not None
    async with unit_of_work() as session:
        await accounts.revoke_device(session, here.actor, device_id=lost.actor.session_id)
    assert await whose(lost.token) is None
    assert await whose(here.token) is not None


async def test_a_stranger_cannot_sign_somebody_out(cast: Cast) -> None:
    await join("Dora")
    await join("Emil")
    dora, emil = await come_in("dora"), await come_in("emil")
    assert dora.actor.session_id is not None
    with pytest.raises(NotFound):
        async with unit_of_work() as session:
            await accounts.revoke_device(session, emil.actor, device_id=dora.actor.session_id)
    assert await whose(dora.token) is not None
    assert len(await devices(emil.actor)) == 1


async def test_all_others_can_be_signed_out_at_once(cast: Cast) -> None:
    await join("Dora")
    others = [await come_in("dora") for _ in range(3)]
    here = await come_in("dora")
    async with unit_of_work() as session:
        assert await accounts.revoke_other_devices(session, here.actor) == 3
    assert [await whose(other.token) for other in others] == [None] * 3
    assert len(await devices(here.actor)) == 1


async def test_the_device_that_was_used_least_lately_makes_room(cast: Cast) -> None:
    await join("Dora")
    oldest = await come_in("dora")
    for minutes in range(policies.MAX_SESSIONS):
        with clock.moved(timedelta(minutes=minutes + 1)):
            latest = await come_in("dora")
    assert await whose(oldest.token) is None
    assert len(await devices(latest.actor)) == policies.MAX_SESSIONS


async def test_guests_and_tokens_see_no_devices(cast: Cast) -> None:
    for actor in (cast.guest, Actor(user_id=cast.alice.id, token_id=1)):
        with pytest.raises(NotAllowed):
            await devices(actor)


async def test_sign_ins_that_are_over_are_removed(cast: Cast) -> None:
    await join("Dora")
    signed = await come_in("dora")
    await come_in("dora", as_=signed.actor)
    async with unit_of_work() as session:
        assert await accounts.purge_ended(session) == 1
    async with reading() as session:
        assert await session.scalar(select(func.count()).select_from(Session)) == 1


async def change(actor: Actor, current: str, new: str) -> accounts.SignIn:
    async with reading() as session:
        claim = await accounts.claim_oneself(session, actor)
    proof = await accounts.prove_oneself(claim, password=current)
    password = await accounts.hash_password(new)
    async with unit_of_work() as session:
        return await accounts.change_password(
            session, actor, proof=proof, password=password, user_agent="Firefox"
        )


async def test_a_new_password_ends_every_other_sign_in(cast: Cast) -> None:
    await join("Dora")
    other, here = await come_in("dora"), await come_in("dora")
    renewed = await change(here.actor, PASSWORD, "a loud harbour")
    assert await whose(other.token) is None
    assert await whose(here.token) is None
    assert await whose(renewed.token) is not None
    assert (await come_in("dora", "a loud harbour")).actor.user_id == here.actor.user_id
    with pytest.raises(NotAllowed):
        await come_in("dora", PASSWORD)


async def test_a_new_password_needs_the_old_one(cast: Cast) -> None:
    await join("Dora")
    here = await come_in("dora")
    with pytest.raises(Invalid) as refusal:
        await change(here.actor, "a guess at it", "a loud harbour")
    assert "current_password" in refusal.value.fields


async def test_nobody_changes_the_password_of_somebody_else(cast: Cast) -> None:
    await join("Dora")
    await join("Emil")
    dora, emil = await come_in("dora"), await come_in("emil")
    async with reading() as session:
        claim = await accounts.claim_oneself(session, dora.actor)
    proof = await accounts.prove_oneself(claim, password=PASSWORD)
    password = await accounts.hash_password("a loud harbour")
    with pytest.raises(NotAllowed):
        async with unit_of_work() as session:
            await accounts.change_password(
                session, emil.actor, proof=proof, password=password, user_agent=""
            )
    assert await whose(dora.token) is not None
