"""Tests of the confirmation of the identity with a code by mail or a passkey."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid, PermissionDenied, TooManyRequests
from community.domain.identity import confirmations, passkeys
from community.domain.identity.passkeys import Ceremony
from community.models import ConfirmationCode, Mail, User, UserSession
from tests.domain.identity.second_factor import register_and_sign_in, set_up
from tests.domain.identity.software_authenticator import SoftwareAuthenticator


@pytest.fixture
async def dora(db: None) -> Actor:
    """Return a user without a password, whose sign-in session is not confirmed."""
    user, actor = await register_and_sign_in()
    async with unit_of_work() as session:
        await session.execute(
            update(User).where(col(User.id) == user.id).values(password_hash=None)
        )
        await session.execute(update(UserSession).values(confirmed_at=None))
    return actor


async def send_code(actor: Actor) -> str:
    async with unit_of_work() as session:
        await confirmations.send_mail_code(session, actor)
    async with read_session() as session:
        newest = select(Mail.subject).order_by(col(Mail.id).desc()).limit(1)
        return (await session.scalars(newest)).one().split()[0]


async def enter(actor: Actor, code: str) -> bool:
    async with unit_of_work() as session:
        return await confirmations.confirm_mail_code(session, actor, code=code)


async def is_confirmed(actor: Actor) -> bool:
    async with read_session() as session:
        row = await session.get_one(UserSession, actor.session_id)
        return row.confirmed_at is not None


def change_digit(code: str) -> str:
    return f"{code[:-1]}{(int(code[-1]) + 1) % 10}"


async def test_a_code_by_mail_confirms_the_session_once(dora: Actor) -> None:
    code = await send_code(dora)
    assert len(code) == 6
    assert not await enter(dora, change_digit(code))
    assert not await is_confirmed(dora)
    assert await enter(dora, f" {code[:3]} {code[3:]} ")
    assert await is_confirmed(dora)
    assert not await enter(dora, code)


async def test_after_five_tries_the_code_no_longer_works(dora: Actor) -> None:
    code = await send_code(dora)
    for _ in range(5):
        assert not await enter(dora, change_digit(code))
    assert not await enter(dora, code)
    assert await enter(dora, await send_code(dora))


async def test_a_code_expires(dora: Actor) -> None:
    code = await send_code(dora)
    with clock.travel(timedelta(minutes=10, seconds=1)):
        assert not await enter(dora, code)
        async with unit_of_work() as session:
            await confirmations.purge_codes(session)
            assert await session.scalar(select(ConfirmationCode.session_id)) is None


async def test_a_new_code_replaces_the_earlier_one(dora: Actor) -> None:
    first, second = await send_code(dora), await send_code(dora)
    assert first == second or not await enter(dora, first)
    assert await enter(dora, second)


async def test_a_code_confirms_only_its_session(dora: Actor) -> None:
    code = await send_code(dora)
    other = replace(dora, session_id=10**6)
    assert not await enter(other, code)


async def test_a_code_is_stored_as_a_digest(dora: Actor) -> None:
    code = await send_code(dora)
    async with read_session() as session:
        row = (await session.scalars(select(ConfirmationCode))).one()
    assert code not in str(row.model_dump())


async def test_few_codes_are_sent_in_an_hour(dora: Actor) -> None:
    for _ in range(3):
        await send_code(dora)
    with pytest.raises(TooManyRequests):
        await send_code(dora)


async def test_a_mail_is_no_way_around_the_password_or_the_one_time_codes(db: None) -> None:
    user, actor = await register_and_sign_in()
    with pytest.raises(PermissionDenied):
        await send_code(actor)
    await set_up(actor)
    async with unit_of_work() as session:
        await session.execute(
            update(User).where(col(User.id) == user.id).values(password_hash=None)
        )
    async with read_session() as session:
        assert await confirmations.find_methods(session, actor) == ["code"]
    with pytest.raises(PermissionDenied):
        await send_code(actor)


async def add_passkey(actor: Actor) -> SoftwareAuthenticator:
    device, confirmed = SoftwareAuthenticator(), replace(actor, confirmed_at=clock.now())
    async with unit_of_work() as session:
        ceremony = await passkeys.start_registration(session, confirmed)
        await passkeys.register(
            session,
            confirmed,
            token=ceremony.token,
            credential=device.create(ceremony.options),
            name="Phone",
        )
    return device


async def start(actor: Actor) -> Ceremony:
    async with read_session() as session:
        return await confirmations.start_passkey_confirmation(session, actor)


async def use(actor: Actor, device: SoftwareAuthenticator, ceremony: Ceremony) -> None:
    credential = device.sign(ceremony.options)
    async with unit_of_work() as session:
        await confirmations.confirm_passkey(
            session, actor, token=ceremony.token, credential=credential
        )


async def test_a_passkey_confirms_the_session_once(dora: Actor) -> None:
    device = await add_passkey(dora)
    async with read_session() as session:
        assert await confirmations.find_methods(session, dora) == ["passkey"]
    ceremony = await start(dora)
    assert ceremony.options["userVerification"] == "required"
    assert len(ceremony.options["allowCredentials"]) == 1
    await use(dora, device, ceremony)
    assert await is_confirmed(dora)
    with pytest.raises(Invalid):
        await use(dora, device, ceremony)


async def test_a_device_need_not_name_the_user(dora: Actor) -> None:
    device = await add_passkey(dora)
    device.user_handle = ""
    await use(dora, device, await start(dora))
    assert await is_confirmed(dora)


@pytest.mark.parametrize(
    "lie", [{"verifies_user": False}, {"origin": "https://example.com"}, {"user_handle": "AAAA"}]
)
async def test_a_passkey_that_does_not_prove_the_user(dora: Actor, lie: dict[str, Any]) -> None:
    device = replace(await add_passkey(dora), **lie)
    with pytest.raises(Invalid):
        await use(dora, device, await start(dora))
    assert not await is_confirmed(dora)


async def test_a_challenge_of_another_session_of_the_user(dora: Actor) -> None:
    device = await add_passkey(dora)
    other = replace(dora, session_id=10**6)
    with pytest.raises(Invalid):
        await use(dora, device, await start(other))
    assert not await is_confirmed(dora)


async def test_a_challenge_for_a_sign_in_confirms_nothing(dora: Actor) -> None:
    device = await add_passkey(dora)
    with pytest.raises(Invalid):
        await use(dora, device, passkeys.start_sign_in())
    assert not await is_confirmed(dora)


async def test_a_passkey_of_another_user(dora: Actor) -> None:
    eve = (await register_and_sign_in("Eve"))[1]
    device = await add_passkey(eve)
    with pytest.raises(Invalid):
        await use(dora, device, await start(dora))
    assert not await is_confirmed(dora)


async def test_a_challenge_expires(dora: Actor) -> None:
    device = await add_passkey(dora)
    ceremony = await start(dora)
    with clock.travel(passkeys.CHALLENGE_LIFETIME + timedelta(seconds=1)), pytest.raises(Invalid):
        await use(dora, device, ceremony)
