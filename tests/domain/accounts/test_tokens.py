from datetime import datetime, timedelta

import pytest
from sqlmodel import select

from community.core import clock
from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.core.errors import Conflict, Invalid, NotAllowed, NotFound
from community.domain import accounts
from community.domain.accounts import policies
from community.models import AccessToken
from tests.cast import Cast
from tests.domain.accounts.people import come_in, join


async def make(
    actor: Actor,
    name: str = "Backup",
    scopes: tuple[str, ...] = ("read",),
    until: datetime | None = None,
) -> accounts.Token:
    async with unit_of_work() as session:
        return await accounts.create_token(
            session, actor, name=name, scopes=scopes, expires_at=until
        )


async def whose(secret: str) -> Actor | None:
    async with reading() as session:
        return await accounts.actor_of_token(session, secret, address="192.0.2.1")


@pytest.fixture
async def dora(cast: Cast) -> Actor:
    await join("Dora")
    return (await come_in("dora")).actor


async def test_a_token_acts_for_its_owner_within_its_scopes(dora: Actor) -> None:
    token = await make(dora, scopes=("read",))
    assert token.secret is not None
    assert token.secret.startswith("cmt_")
    actor = await whose(token.secret)
    assert actor is not None
    assert (actor.user_id, actor.scopes) == (dora.user_id, frozenset({"read"}))
    assert actor.session_id is None


async def test_the_secret_is_shown_once_and_not_kept(dora: Actor) -> None:
    token = await make(dora)
    async with reading() as session:
        [listed] = await accounts.list_tokens(session, dora)
        row = (await session.scalars(select(AccessToken))).one()
        kept = str(row.model_dump())
    assert listed.secret is None
    assert token.secret is not None
    assert token.secret not in kept


async def test_a_token_ends_at_its_time(dora: Actor) -> None:
    token = await make(dora, until=clock.now() + timedelta(days=7))
    assert token.secret is not None
    with clock.moved(timedelta(days=6)):
        assert await whose(token.secret) is not None
    with clock.moved(timedelta(days=8)):
        assert await whose(token.secret) is None
        async with reading() as session:
            assert await accounts.list_tokens(session, dora) == []


async def test_a_revoked_token_opens_nothing(dora: Actor) -> None:
    token = await make(dora)
    assert token.secret is not None
    async with unit_of_work() as session:
        await accounts.revoke_token(session, dora, token_id=token.id)
    assert await whose(token.secret) is None
    with pytest.raises(NotFound):
        async with unit_of_work() as session:
            await accounts.revoke_token(session, dora, token_id=token.id)


async def test_a_stranger_neither_sees_nor_revokes_it(dora: Actor) -> None:
    token = await make(dora)
    await join("Emil")
    emil = (await come_in("emil")).actor
    async with reading() as session:
        assert await accounts.list_tokens(session, emil) == []
        with pytest.raises(NotFound):
            await accounts.get_token(session, emil, token_id=token.id)
    with pytest.raises(NotFound):
        async with unit_of_work() as session:
            await accounts.revoke_token(session, emil, token_id=token.id)
    assert token.secret is not None
    assert await whose(token.secret) is not None


async def test_a_token_cannot_make_another(dora: Actor) -> None:
    token = await make(dora, scopes=("read", "write"))
    assert token.secret is not None
    program = await whose(token.secret)
    assert program is not None
    with pytest.raises(NotAllowed):
        await make(program)


async def test_its_use_is_noted_every_few_minutes(dora: Actor) -> None:
    token = await make(dora)
    assert token.secret is not None
    program = await whose(token.secret)
    assert program is not None
    assert accounts.is_seen_due(program)
    async with unit_of_work() as session:
        await accounts.note_seen(session, program)
    again = await whose(token.secret)
    assert again is not None
    assert not accounts.is_seen_due(again)
    async with reading() as session:
        assert (await accounts.get_token(session, dora, token_id=token.id)).last_used_at is not None


@pytest.mark.parametrize(
    ("name", "scopes", "minutes"),
    [
        (" ", ("read",), 5),
        ("x" * 61, ("read",), 5),
        ("x", (), 5),
        ("x", ("read", "root"), 5),
        ("x", ("read",), -5),
    ],
)
async def test_what_a_token_cannot_be(
    dora: Actor, name: str, scopes: tuple[str, ...], minutes: int
) -> None:
    with pytest.raises(Invalid):
        await make(dora, name, scopes, clock.now() + timedelta(minutes=minutes))


async def test_there_are_not_too_many(dora: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "MAX_TOKENS", 2)
    await make(dora)
    await make(dora)
    with pytest.raises(Conflict):
        await make(dora)


@pytest.mark.parametrize("secret", ["", "cmt_", "cmt_nothing", "nothing", "cmt_\0"])
async def test_what_is_no_token_opens_nothing(cast: Cast, secret: str) -> None:
    assert await whose(secret) is None
