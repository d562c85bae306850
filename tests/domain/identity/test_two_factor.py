"""Tests of the two-step sign-in: its setup, its codes, and the end of every sign-in."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from community.core import clock
from community.core.actor import DASHBOARD, GUEST, Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.domain import identity, site
from community.domain.identity import SignInResult, two_factor
from community.domain.identity.two_factor import PendingSignIn, RestoreOffer
from community.models import Mail, OneTimeCodeSecret, RecoveryCode, User
from tests import factories
from tests.domain.identity.actions import PASSWORD, find_actor_by_session_token
from tests.domain.identity.second_factor import (
    confirm_setup,
    generate_code,
    register_and_sign_in,
    set_up,
    start_setup,
)


async def begin_sign_in(login: str = "dora") -> SignInResult | PendingSignIn:
    async with read_session() as session:
        stored = await identity.find_credentials(session, login=login)
    verified = await identity.verify_password(stored, password=PASSWORD)
    async with unit_of_work() as session:
        user = await identity.load_verified_user(session, verified)
        result = await two_factor.complete_sign_in(session, GUEST, user=user, user_agent="Firefox")
    assert not isinstance(result, RestoreOffer)
    return result


async def finish_sign_in(token: str, *, code: str = "", recovery_code: str = "") -> SignInResult:
    async with unit_of_work() as session:
        result = await two_factor.finish_sign_in(
            session,
            GUEST,
            token=token,
            code=code,
            recovery_code=recovery_code,
            user_agent="Firefox",
        )
    assert isinstance(result, SignInResult)
    return result


async def get_pending_token() -> str:
    pending = await begin_sign_in()
    assert isinstance(pending, PendingSignIn)
    return pending.token


async def list_subjects() -> list[str]:
    async with read_session() as session:
        return list(
            await session.scalars(select(Mail.subject).where(Mail.kind == "credentials_changed"))
        )


async def test_a_sign_in_without_a_second_factor_begins_the_session(db: None) -> None:
    await register_and_sign_in()
    assert isinstance(await begin_sign_in(), SignInResult)


async def test_a_code_of_the_app_finishes_the_sign_in(db: None) -> None:
    user, actor = await register_and_sign_in()
    secret, _codes = await set_up(actor)
    result = await finish_sign_in(await get_pending_token(), code=generate_code(secret))
    found = await find_actor_by_session_token(result.token)
    assert found is not None
    assert found.is_user(user.id)


async def test_the_first_step_alone_begins_no_session(db: None) -> None:
    _user, actor = await register_and_sign_in()
    await set_up(actor)
    token = await get_pending_token()
    assert await find_actor_by_session_token(token) is None
    with pytest.raises(Invalid):
        await finish_sign_in(token)


async def test_a_setup_that_is_not_confirmed_changes_nothing(db: None) -> None:
    _user, actor = await register_and_sign_in()
    await start_setup(actor)
    assert isinstance(await begin_sign_in(), SignInResult)
    with pytest.raises(Invalid) as raised:
        await confirm_setup(actor, "000000")
    assert list(raised.value.field_errors) == ["code"]
    assert isinstance(await begin_sign_in(), SignInResult)


async def test_a_code_is_accepted_once(db: None) -> None:
    _user, actor = await register_and_sign_in()
    secret, _codes = await set_up(actor)
    code = generate_code(secret)
    await finish_sign_in(await get_pending_token(), code=code)
    with pytest.raises(Invalid):
        await finish_sign_in(await get_pending_token(), code=code)


async def test_a_code_before_the_last_accepted_one_is_not_accepted(db: None) -> None:
    _user, actor = await register_and_sign_in()
    secret, _codes = await set_up(actor)
    await finish_sign_in(await get_pending_token(), code=generate_code(secret, steps=1))
    with pytest.raises(Invalid):
        await finish_sign_in(await get_pending_token(), code=generate_code(secret))


@pytest.mark.parametrize(("steps", "is_accepted"), [(-2, False), (0, True), (1, True), (2, False)])
async def test_the_clock_of_the_phone_may_be_one_step_wrong(
    db: None, steps: int, is_accepted: bool
) -> None:
    _user, actor = await register_and_sign_in()
    secret, _codes = await set_up(actor)
    # The test must not cross the end of a time step.
    seconds_left = 30 - clock.now().timestamp() % 30
    with clock.travel(timedelta(minutes=5, seconds=seconds_left + 5)):
        token = await get_pending_token()
        if is_accepted:
            await finish_sign_in(token, code=generate_code(secret, steps=steps))
        else:
            with pytest.raises(Invalid):
                await finish_sign_in(token, code=generate_code(secret, steps=steps))


@pytest.mark.parametrize("code", ["", "12345", "1234567", "١٢٣٤٥٦", "x" * 100_000, "\0"])
async def test_malformed_codes_are_refused(db: None, code: str) -> None:
    _user, actor = await register_and_sign_in()
    await set_up(actor)
    token = await get_pending_token()
    with pytest.raises(Invalid):
        await finish_sign_in(token, code=code)
    with pytest.raises(Invalid):
        await finish_sign_in(token, recovery_code=code or "-")


async def test_a_recovery_code_works_once_and_is_reported_by_mail(db: None) -> None:
    _user, actor = await register_and_sign_in()
    _secret, codes = await set_up(actor)
    assert len(set(codes)) == 10
    typed = codes[3].upper().replace("-", " ")
    await finish_sign_in(await get_pending_token(), recovery_code=typed)
    with pytest.raises(Invalid):
        await finish_sign_in(await get_pending_token(), recovery_code=codes[3])
    assert await list_subjects() == ["Two-step sign-in is on", "A recovery code was used"]
    async with read_session() as session:
        assert (await two_factor.get_status(session, actor)).recovery_codes_left == 9


async def test_a_recovery_code_of_another_user_is_refused(db: None) -> None:
    _dora, dora = await register_and_sign_in("Dora")
    _erik, erik = await register_and_sign_in("Erik")
    await set_up(dora)
    _secret, codes = await set_up(erik)
    with pytest.raises(Invalid):
        await finish_sign_in(await get_pending_token(), recovery_code=codes[0])


async def test_new_recovery_codes_replace_the_earlier_ones(db: None) -> None:
    _user, actor = await register_and_sign_in()
    _secret, codes = await set_up(actor)
    async with unit_of_work() as session:
        created = await two_factor.create_recovery_codes(session, actor)
    with pytest.raises(Invalid):
        await finish_sign_in(await get_pending_token(), recovery_code=codes[0])
    await finish_sign_in(await get_pending_token(), recovery_code=created.codes[0])


async def test_the_stored_values_reveal_neither_the_secret_nor_the_codes(db: None) -> None:
    _user, actor = await register_and_sign_in()
    secret, codes = await set_up(actor)
    async with read_session() as session:
        rows: list[Any] = [
            *await session.scalars(select(OneTimeCodeSecret)),
            *await session.scalars(select(RecoveryCode)),
        ]
    stored = str([row.model_dump() for row in rows])
    assert secret not in stored
    assert not any(code in stored or code.replace("-", "") in stored for code in codes)


async def test_a_pending_sign_in_expires_and_works_once(db: None) -> None:
    _user, actor = await register_and_sign_in()
    secret, codes = await set_up(actor)
    token = await get_pending_token()
    with clock.travel(timedelta(minutes=10, seconds=1)), pytest.raises(PermissionDenied) as raised:
        await finish_sign_in(token, code=generate_code(secret))
    assert raised.value.code == "sign_in_expired"
    await finish_sign_in(token, recovery_code=codes[0])
    with pytest.raises(PermissionDenied):
        await finish_sign_in(token, recovery_code=codes[1])


@pytest.mark.parametrize(
    "values", [{"password_hash": "$argon2id$new"}, {"email": "x@example.com"}, {"deleted_at": 1}]
)
async def test_a_pending_sign_in_ends_with_the_credentials(
    db: None, values: dict[str, Any]
) -> None:
    user, actor = await register_and_sign_in()
    _secret, codes = await set_up(actor)
    token = await get_pending_token()
    if "deleted_at" in values:
        values = {"deleted_at": clock.now()}
    async with unit_of_work() as session:
        await session.execute(update(User).where(col(User.id) == user.id).values(**values))
    with pytest.raises(PermissionDenied):
        await finish_sign_in(token, recovery_code=codes[0])


async def test_switching_off_needs_a_confirmed_session_and_tells_the_user(db: None) -> None:
    _user, actor = await register_and_sign_in()
    await set_up(actor)
    with clock.travel(timedelta(minutes=16)), pytest.raises(PermissionDenied) as raised:
        async with unit_of_work() as session:
            await two_factor.switch_off(session, actor)
    assert raised.value.code == "confirmation_required"
    async with unit_of_work() as session:
        await two_factor.switch_off(session, actor)
    assert isinstance(await begin_sign_in(), SignInResult)
    assert await list_subjects() == ["Two-step sign-in is on", "Two-step sign-in is off"]


async def test_nothing_changes_while_the_two_step_sign_in_is_on_or_off(db: None) -> None:
    _user, actor = await register_and_sign_in()
    for action in (two_factor.switch_off, two_factor.create_recovery_codes):
        with pytest.raises(NotFound):
            async with unit_of_work() as session:
                await action(session, actor)
    with pytest.raises(Conflict):
        await confirm_setup(actor, "123456")
    await set_up(actor)
    with pytest.raises(Conflict):
        await start_setup(actor)


@pytest.mark.parametrize("changes", [{"session_id": None, "token_id": 1}, {"confirmed_at": None}])
async def test_an_access_token_or_an_old_session_changes_nothing(
    db: None, changes: dict[str, Any]
) -> None:
    _user, actor = await register_and_sign_in()
    other: Actor = replace(actor, **changes)
    await start_setup(actor)
    for action in (two_factor.start_setup, two_factor.create_recovery_codes):
        with pytest.raises(PermissionDenied):
            async with unit_of_work() as session:
                await action(session, other)


async def test_a_report_removes_the_second_factor_of_a_thief_and_keeps_an_earlier_one(
    db: None,
) -> None:
    user, actor = await register_and_sign_in()
    await set_up(actor)
    async with unit_of_work() as session:
        row = await session.get_one(User, user.id)
        await two_factor.remove_added_since(session, row, clock.now() + timedelta(minutes=1))
    assert isinstance(await begin_sign_in(), PendingSignIn)
    async with unit_of_work() as session:
        row = await session.get_one(User, user.id)
        await two_factor.remove_added_since(session, row, clock.now() - timedelta(minutes=1))
    assert isinstance(await begin_sign_in(), SignInResult)


async def require_for_administrators() -> None:
    changes = await site.prepare_changes(site.AuthSettings, {"require_admin_second_factor": True})
    olga = await factories.user("olga", is_admin=True)
    async with unit_of_work() as session:
        await site.change_settings(session, olga, changes)


async def test_an_administrator_opens_the_panel_after_the_setup_and_cannot_switch_it_off(
    db: None,
) -> None:
    user, _actor = await register_and_sign_in()  # The first account is an administrator.
    signed_in = await begin_sign_in()
    assert isinstance(signed_in, SignInResult)
    await require_for_administrators()
    before = await find_actor_by_session_token(signed_in.token)
    assert before is not None
    with pytest.raises(PermissionDenied) as raised:
        before.ensure_section(DASHBOARD)
    assert raised.value.code == "second_factor_required"
    assert not before.has_section(DASHBOARD)
    await set_up(before)
    after = await find_actor_by_session_token(signed_in.token)
    assert after is not None
    after.ensure_section(DASHBOARD)
    with pytest.raises(PermissionDenied):
        async with unit_of_work() as session:
            await two_factor.switch_off(session, after)
    async with unit_of_work() as session:
        await two_factor.remove_as_administrator(session, await session.get_one(User, user.id))
    removed = await find_actor_by_session_token(signed_in.token)
    assert removed is not None
    assert not removed.has_section(DASHBOARD)


async def test_members_may_switch_it_off_although_administrators_need_it(db: None) -> None:
    await register_and_sign_in("Erik")  # The first account is an administrator.
    _user, actor = await register_and_sign_in()
    await require_for_administrators()
    await set_up(actor)
    async with unit_of_work() as session:
        await two_factor.switch_off(session, actor)
    assert isinstance(await begin_sign_in(), SignInResult)


async def test_a_setup_expires_if_no_code_is_entered(db: None) -> None:
    _user, actor = await register_and_sign_in()
    setup = await start_setup(actor)
    late = two_factor.codes.SETUP_LIFETIME + timedelta(seconds=1)
    with clock.travel(late):
        confirmed = replace(actor, confirmed_at=clock.now())
        with pytest.raises(Conflict):
            await confirm_setup(confirmed, generate_code(setup.secret))
        again = await start_setup(confirmed)
        assert await confirm_setup(confirmed, generate_code(again.secret))


async def test_the_secret_of_an_abandoned_setup_is_deleted(db: None) -> None:
    eve = (await register_and_sign_in("Eve"))[1]
    await set_up(eve)
    dora = (await register_and_sign_in())[1]
    await start_setup(dora)
    late = two_factor.codes.SETUP_LIFETIME + timedelta(seconds=1)
    for delay, owners in ((timedelta(), {eve.id, dora.id}), (late, {eve.id})):
        with clock.travel(delay):
            async with unit_of_work() as session:
                await two_factor.purge_abandoned_setups(session)
        async with read_session() as session:
            assert set(await session.scalars(select(OneTimeCodeSecret.user_id))) == owners
