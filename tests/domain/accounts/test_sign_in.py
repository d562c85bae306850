from datetime import timedelta

import pytest
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher
from sqlmodel import col, select

from community.core import clock
from community.core.database import reading, unit_of_work
from community.core.errors import Invalid, NotAllowed
from community.domain import accounts
from community.domain.accounts import passwords, policies
from community.models import Session, User
from tests.cast import Cast
from tests.domain.accounts.people import PASSWORD, come_in, join, whose


@pytest.mark.parametrize("login", ["dora@example.com", "DORA@EXAMPLE.COM", "dora", " Dora "])
async def test_one_signs_in_by_email_or_address(cast: Cast, login: str) -> None:
    dora = await join("Dora")
    signed = await come_in(login)
    assert signed.actor.user_id == dora.id
    assert (await whose(signed.token)) is not None


@pytest.mark.parametrize(
    "login", ["dora", "nobody", "nobody@example.com", "\0", "a\0@b.de", "x" * 999]
)
async def test_a_wrong_password_and_a_wrong_name_are_refused_in_the_same_words(
    cast: Cast, login: str
) -> None:
    await join("Dora")
    with pytest.raises(NotAllowed) as refusal:
        await come_in(login, "not the password")
    assert refusal.value.code == "invalid_credentials"
    assert refusal.value.sentence == "There is no account with this name and password."


@pytest.mark.parametrize(
    ("login", "password", "field"), [("", "x", "login"), ("dora", " ", "password")]
)
async def test_a_field_that_was_left_empty_is_named(
    cast: Cast, login: str, password: str, field: str
) -> None:
    with pytest.raises(Invalid) as refusal:
        await come_in(login, password)
    assert list(refusal.value.fields) == [field]


@pytest.mark.parametrize("login", ["dora", "nobody", "alice"])
async def test_every_attempt_costs_one_comparison(
    cast: Cast, login: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Alice has no password: she came by another way. Nobody can tell that from the outside."""
    await join("Dora")
    compared = []
    real = passwords._HASHER.verify_and_update

    def counted(password: str, known: str) -> tuple[bool, str | None]:
        compared.append(known)
        return real(password, known)

    monkeypatch.setattr(passwords._HASHER, "verify_and_update", counted)
    with pytest.raises(NotAllowed):
        await come_in(login, "not the password")
    assert len(compared) == 1
    assert compared[0].rpartition("$")[0].rpartition("$")[0] == "$argon2id$v=19$m=19456,t=2,p=1"


async def test_a_password_is_the_same_from_every_keyboard(cast: Cast) -> None:
    await join("Dora", password="cafe\u0301 au lait")
    assert await come_in("dora", "caf\u00e9 au lait")


async def test_the_database_does_not_have_the_secret_of_the_cookie(cast: Cast) -> None:
    await join("Dora")
    signed = await come_in("dora")
    async with reading() as session:
        row = (await session.scalars(select(Session))).one()
    assert signed.token not in str(row.model_dump())


async def test_signing_in_again_in_one_browser_ends_what_was_there(cast: Cast) -> None:
    await join("Dora")
    first = await come_in("dora")
    second = await come_in("dora", as_=first.actor)
    assert first.token != second.token
    assert await whose(first.token) is None
    assert await whose(second.token) is not None


async def test_signing_out_ends_the_sign_in_once(cast: Cast) -> None:
    await join("Dora")
    signed = await come_in("dora")
    async with unit_of_work() as session:
        assert await accounts.sign_out(session, signed.actor)
    async with unit_of_work() as session:
        assert not await accounts.sign_out(session, signed.actor)
    assert await whose(signed.token) is None


async def test_a_sign_in_lasts_thirty_days_from_its_last_use(cast: Cast) -> None:
    await join("Dora")
    signed = await come_in("dora")
    with clock.moved(timedelta(days=29)):
        actor = await whose(signed.token)
        assert actor is not None
        assert accounts.is_seen_due(actor)
        async with unit_of_work() as session:
            await accounts.note_seen(session, actor)
    with clock.moved(timedelta(days=58)):
        assert await whose(signed.token) is not None
    with clock.moved(timedelta(days=60)):
        assert await whose(signed.token) is None


async def test_being_here_is_noted_every_few_minutes_only(cast: Cast) -> None:
    await join("Dora")
    signed = await come_in("dora")
    assert not accounts.is_seen_due(signed.actor)
    with clock.moved(timedelta(minutes=1)):
        assert not accounts.is_seen_due(signed.actor)
    with clock.moved(policies.SEEN_EVERY):
        assert accounts.is_seen_due(signed.actor)


async def test_a_cookie_of_a_closed_account_opens_nothing(cast: Cast) -> None:
    dora = await join("Dora")
    signed = await come_in("dora")
    async with unit_of_work() as session:
        (await accounts.get_user(session, dora.id)).deleted_at = clock.now()
    assert await whose(signed.token) is None
    with pytest.raises(NotAllowed):
        await come_in("dora")


async def test_somebody_banned_comes_in_and_is_known_as_banned(cast: Cast) -> None:
    dora = await join("Dora")
    async with unit_of_work() as session:
        (await accounts.get_user(session, dora.id)).banned_at = clock.now()
    assert (await come_in("dora")).actor.banned_at is not None


async def test_a_password_that_changes_while_one_signs_in_opens_nothing(cast: Cast) -> None:
    await join("Dora")
    async with reading() as session:
        claim = await accounts.claim(session, login="dora")
    proof = await accounts.prove(claim, password=PASSWORD)
    async with unit_of_work() as session:
        user = (await session.scalars(select(User).where(col(User.slug) == "dora"))).one()
        user.password_hash = await accounts.hash_password("another harbour")
    with pytest.raises(NotAllowed):
        async with unit_of_work() as session:
            await accounts.accept(session, proof)


async def test_a_hash_of_older_parameters_is_renewed_in_passing(cast: Cast) -> None:
    dora = await join("Dora")
    old = PasswordHash((Argon2Hasher(time_cost=1, memory_cost=8 * 1024, parallelism=1),)).hash(
        PASSWORD
    )
    async with unit_of_work() as session:
        (await accounts.get_user(session, dora.id)).password_hash = old
    await come_in("dora")
    async with reading() as session:
        kept = (await accounts.get_user(session, dora.id)).password_hash
    assert kept is not None
    assert "m=19456" in kept
    await come_in("dora")
