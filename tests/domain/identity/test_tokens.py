from datetime import datetime, timedelta

import pytest
from sqlmodel import select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.domain import identity
from community.domain.identity import policies
from community.models import AccessToken
from tests.cast import Cast
from tests.domain.identity.actions import register_user, sign_in


async def create_token(
    actor: Actor,
    name: str = "Backup",
    scopes: tuple[str, ...] = ("read",),
    expires_at: datetime | None = None,
) -> identity.Token:
    async with unit_of_work() as session:
        return await identity.create_token(
            session, actor, name=name, scopes=scopes, expires_at=expires_at
        )


async def find_actor_by_token(secret: str) -> Actor | None:
    async with read_session() as session:
        return await identity.authenticate_token(session, secret)


@pytest.fixture
async def dora(cast: Cast) -> Actor:
    """Register Dora, sign her in with her password, and return her as an actor."""
    await register_user("Dora")
    return (await sign_in("dora")).actor


async def test_an_access_token_authenticates_its_owner_with_its_scopes(dora: Actor) -> None:
    token = await create_token(dora, scopes=("read",))
    assert token.secret is not None
    assert token.secret.startswith("cmt_")
    actor = await find_actor_by_token(token.secret)
    assert actor is not None
    assert (actor.user_id, actor.scopes) == (dora.user_id, frozenset({"read"}))
    assert actor.session_id is None


async def test_the_secret_of_a_token_is_shown_once_and_not_stored(dora: Actor) -> None:
    token = await create_token(dora)
    async with read_session() as session:
        [listed] = await identity.list_tokens(session, dora)
        row = (await session.scalars(select(AccessToken))).one()
        stored = str(row.model_dump())
    assert listed.secret is None
    assert token.secret is not None
    assert token.secret not in stored


async def test_an_expired_token_is_invalid(dora: Actor) -> None:
    token = await create_token(dora, expires_at=clock.now() + timedelta(days=7))
    assert token.secret is not None
    with clock.travel(timedelta(days=6)):
        assert await find_actor_by_token(token.secret) is not None
    with clock.travel(timedelta(days=8)):
        assert await find_actor_by_token(token.secret) is None
        async with read_session() as session:
            assert await identity.list_tokens(session, dora) == []


async def test_a_revoked_token_is_invalid(dora: Actor) -> None:
    token = await create_token(dora)
    assert token.secret is not None
    async with unit_of_work() as session:
        await identity.revoke_token(session, dora, token_id=token.id)
    assert await find_actor_by_token(token.secret) is None
    with pytest.raises(NotFound):
        async with unit_of_work() as session:
            await identity.revoke_token(session, dora, token_id=token.id)


async def test_another_user_cannot_see_or_revoke_a_token(dora: Actor) -> None:
    token = await create_token(dora)
    await register_user("Emil")
    emil = (await sign_in("emil")).actor
    async with read_session() as session:
        assert await identity.list_tokens(session, emil) == []
        with pytest.raises(NotFound):
            await identity.get_token(session, emil, token_id=token.id)
    with pytest.raises(NotFound):
        async with unit_of_work() as session:
            await identity.revoke_token(session, emil, token_id=token.id)
    assert token.secret is not None
    assert await find_actor_by_token(token.secret) is not None


async def test_an_access_token_cannot_create_another_token(dora: Actor) -> None:
    token = await create_token(dora, scopes=("read", "write"))
    assert token.secret is not None
    program = await find_actor_by_token(token.secret)
    assert program is not None
    with pytest.raises(PermissionDenied):
        await create_token(program)


async def test_the_last_used_time_of_a_token_is_updated_only_every_few_minutes(dora: Actor) -> None:
    token = await create_token(dora)
    assert token.secret is not None
    program = await find_actor_by_token(token.secret)
    assert program is not None
    assert identity.is_last_seen_update_due(program)
    identity.record_last_seen(program)
    async with unit_of_work() as session:
        await identity.flush_last_seen(session)
    again = await find_actor_by_token(token.secret)
    assert again is not None
    assert not identity.is_last_seen_update_due(again)
    async with read_session() as session:
        assert (await identity.get_token(session, dora, token_id=token.id)).last_used_at is not None


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
async def test_invalid_token_values_are_rejected(
    dora: Actor, name: str, scopes: tuple[str, ...], minutes: int
) -> None:
    with pytest.raises(Invalid):
        await create_token(dora, name, scopes, clock.now() + timedelta(minutes=minutes))


async def test_the_number_of_tokens_is_limited(
    dora: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policies, "MAX_TOKENS", 2)
    await create_token(dora)
    await create_token(dora)
    with pytest.raises(Conflict):
        await create_token(dora)


@pytest.mark.parametrize("secret", ["", "cmt_", "cmt_nothing", "nothing", "cmt_\0"])
async def test_an_unknown_secret_is_invalid(cast: Cast, secret: str) -> None:
    assert await find_actor_by_token(secret) is None
