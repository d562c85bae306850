from datetime import timedelta

import pytest
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher
from sqlmodel import col, select

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid, PermissionDenied
from community.domain import identity, people
from community.domain.identity import passwords, policies
from community.models import User, UserSession
from tests.cast import Cast
from tests.domain.identity.actions import (
    PASSWORD,
    find_actor_by_session_token,
    register_user,
    sign_in,
)


@pytest.mark.parametrize("login", ["dora@example.com", "DORA@EXAMPLE.COM", "dora", " Dora "])
async def test_a_user_signs_in_by_email_or_slug(cast: Cast, login: str) -> None:
    dora = await register_user("Dora")
    result = await sign_in(login)
    assert result.actor.user_id == dora.id
    assert (await find_actor_by_session_token(result.token)) is not None


@pytest.mark.parametrize(
    "login", ["dora", "nobody", "nobody@example.com", "\0", "a\0@b.de", "x" * 999]
)
async def test_a_wrong_password_and_an_unknown_login_give_the_same_error(
    cast: Cast, login: str
) -> None:
    await register_user("Dora")
    with pytest.raises(PermissionDenied) as raised:
        await sign_in(login, "not the password")
    assert raised.value.code == "invalid_credentials"
    assert raised.value.message == "Wrong email or password"


@pytest.mark.parametrize(
    ("login", "password", "field"), [("", "x", "login"), ("dora", " ", "password")]
)
async def test_an_empty_login_or_password_is_reported(
    cast: Cast, login: str, password: str, field: str
) -> None:
    with pytest.raises(Invalid) as raised:
        await sign_in(login, password)
    assert list(raised.value.field_errors) == [field]


@pytest.mark.parametrize("login", ["dora", "nobody", "alice", "leaver", "erased"])
async def test_every_sign_in_attempt_verifies_exactly_one_password_hash(
    cast: Cast, login: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The response time must not reveal whether an account exists or has a password.

    Dora has a password, Alice has no password, and the third account does not exist. The last two
    accounts are deleted. One of them can be restored, and the data of the other one is due.
    """
    await register_user("Dora")
    for name, purge_in in (("Leaver", 1), ("Erased", -1)):
        user = await register_user(name)
        async with unit_of_work() as session:
            row = await session.get_one(User, user.id)
            row.deleted_at, row.purge_at = clock.now(), clock.now() + timedelta(days=purge_in)
    compared_hashes = []
    verify_and_update = passwords._HASHER.verify_and_update

    def record_hash_and_verify(password: str, password_hash: str) -> tuple[bool, str | None]:
        compared_hashes.append(password_hash)
        return verify_and_update(password, password_hash)

    monkeypatch.setattr(passwords._HASHER, "verify_and_update", record_hash_and_verify)
    with pytest.raises(PermissionDenied):
        await sign_in(login, "not the password")
    assert len(compared_hashes) == 1
    parameters = compared_hashes[0].rpartition("$")[0].rpartition("$")[0]
    assert parameters == "$argon2id$v=19$m=7168,t=5,p=1"


async def test_passwords_are_compared_in_unicode_normal_form(cast: Cast) -> None:
    await register_user("Dora", password="cafe\u0301 au lait")
    assert await sign_in("dora", "caf\u00e9 au lait")


async def test_the_session_token_is_not_stored_in_plain_text(cast: Cast) -> None:
    await register_user("Dora")
    result = await sign_in("dora")
    async with read_session() as session:
        row = (await session.scalars(select(UserSession))).one()
    assert result.token not in str(row.model_dump())


async def test_signing_in_again_in_one_browser_revokes_the_previous_session(cast: Cast) -> None:
    await register_user("Dora")
    first = await sign_in("dora")
    second = await sign_in("dora", current_actor=first.actor)
    assert first.token != second.token
    assert await find_actor_by_session_token(first.token) is None
    assert await find_actor_by_session_token(second.token) is not None


async def test_signing_out_twice_revokes_the_session_only_once(cast: Cast) -> None:
    await register_user("Dora")
    result = await sign_in("dora")
    async with unit_of_work() as session:
        assert await identity.sign_out(session, result.actor)
    async with unit_of_work() as session:
        assert not await identity.sign_out(session, result.actor)
    assert await find_actor_by_session_token(result.token) is None


async def test_a_session_expires_thirty_days_after_its_last_use(cast: Cast) -> None:
    await register_user("Dora")
    result = await sign_in("dora")
    with clock.travel(timedelta(days=29)):
        actor = await find_actor_by_session_token(result.token)
        assert actor is not None
        assert identity.is_last_seen_update_due(actor)
        identity.record_last_seen(actor)
        async with unit_of_work() as session:
            await identity.flush_last_seen(session)
    with clock.travel(timedelta(days=58)):
        assert await find_actor_by_session_token(result.token) is not None
    with clock.travel(timedelta(days=60)):
        assert await find_actor_by_session_token(result.token) is None


async def test_the_last_seen_time_of_a_session_is_updated_only_every_few_minutes(
    cast: Cast,
) -> None:
    await register_user("Dora")
    result = await sign_in("dora")
    assert not identity.is_last_seen_update_due(result.actor)
    with clock.travel(timedelta(minutes=1)):
        assert not identity.is_last_seen_update_due(result.actor)
    with clock.travel(policies.LAST_SEEN_INTERVAL):
        assert identity.is_last_seen_update_due(result.actor)


async def test_the_session_of_a_deleted_account_is_invalid(cast: Cast) -> None:
    dora = await register_user("Dora")
    result = await sign_in("dora")
    async with unit_of_work() as session:
        (await people.get_user(session, dora.id)).deleted_at = clock.now()
    assert await find_actor_by_session_token(result.token) is None
    with pytest.raises(PermissionDenied):
        await sign_in("dora")


async def test_a_banned_user_can_sign_in_and_is_marked_as_banned(cast: Cast) -> None:
    dora = await register_user("Dora")
    async with unit_of_work() as session:
        (await people.get_user(session, dora.id)).banned_at = clock.now()
    assert (await sign_in("dora")).actor.banned_at is not None


async def test_credentials_verified_before_a_password_change_are_rejected(cast: Cast) -> None:
    await register_user("Dora")
    async with read_session() as session:
        stored = await identity.find_credentials(session, login="dora")
    verified = await identity.verify_password(stored, password=PASSWORD)
    async with unit_of_work() as session:
        user = (await session.scalars(select(User).where(col(User.slug) == "dora"))).one()
        user.password_hash = await identity.hash_password("another harbour")
    with pytest.raises(PermissionDenied):
        async with unit_of_work() as session:
            await identity.load_verified_user(session, verified)


async def test_an_outdated_password_hash_is_rehashed_at_sign_in(cast: Cast) -> None:
    dora = await register_user("Dora")
    outdated_hash = PasswordHash(
        (Argon2Hasher(time_cost=1, memory_cost=8 * 1024, parallelism=1),)
    ).hash(PASSWORD)
    async with unit_of_work() as session:
        (await people.get_user(session, dora.id)).password_hash = outdated_hash
    await sign_in("dora")
    async with read_session() as session:
        password_hash = (await people.get_user(session, dora.id)).password_hash
    assert password_hash is not None
    assert "m=7168," in password_hash
    await sign_in("dora")
