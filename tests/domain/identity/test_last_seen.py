"""Tests of the times at which sessions were last used, which are written in batches."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlmodel import col, update

from community import authentication
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import engine, read_session, unit_of_work
from community.domain import identity
from community.domain.identity import last_seen
from community.models import User, UserSession
from tests.cast import Cast
from tests.query_capture import capture_queries


@pytest.fixture(autouse=True)
def no_pending_times() -> Iterator[None]:
    """Remove the times that other tests in this process have recorded."""
    last_seen._pending.clear()
    yield
    last_seen._pending.clear()


async def sign_in(actor: Actor) -> Actor:
    async with unit_of_work() as session:
        user = await session.get_one(User, actor.id)
        return (await identity.sign_in(session, actor, user=user, user_agent="Firefox")).actor


async def flush() -> int:
    """Write all recorded times, and return the number of transactions."""
    transactions, has_more = 0, True
    while has_more:
        async with unit_of_work() as session:
            has_more = await identity.flush_last_seen(session)
            transactions += 1
    return transactions


async def get_session_row(actor: Actor) -> UserSession:
    async with read_session() as session:
        return await session.get_one(UserSession, actor.session_id)


async def test_repeated_uses_by_many_users_are_written_with_few_statements(cast: Cast) -> None:
    actors = [await sign_in(actor) for actor in (cast.alice, cast.bob, cast.charlie)]
    with clock.travel(timedelta(hours=1)):
        for actor in actors * 3:
            identity.record_last_seen(actor)
        with capture_queries() as statements:
            assert await flush() == 1
        expected = clock.now()
    assert len([sql for sql in statements if sql.startswith("UPDATE")]) == 2
    for actor in actors:
        row = await get_session_row(actor)
        assert expected - row.last_seen_at < timedelta(minutes=1)
        assert row.expires_at == row.last_seen_at + identity.SESSION_LIFETIME


async def test_the_latest_use_is_stored_for_a_user_with_two_sessions(cast: Cast) -> None:
    phone, computer = await sign_in(cast.alice), await sign_in(cast.alice)
    with clock.travel(timedelta(hours=2)):
        identity.record_last_seen(replace(phone, ip_address="203.0.113.9"))
    with clock.travel(timedelta(hours=1)):
        identity.record_last_seen(computer)
    await flush()
    phone_row, computer_row = await get_session_row(phone), await get_session_row(computer)
    assert (phone_row.address, computer_row.address) == ("203.0.113.9", "")
    assert phone_row.last_seen_at > computer_row.last_seen_at
    async with read_session() as session:
        user = await session.get_one(User, cast.alice.id)
        assert user.last_seen_at == phone_row.last_seen_at


async def test_a_revoked_session_is_not_extended(cast: Cast) -> None:
    actor = await sign_in(cast.alice)
    async with unit_of_work() as session:
        await identity.sign_out(session, actor)
    before = await get_session_row(actor)
    with clock.travel(timedelta(hours=1)):
        identity.record_last_seen(actor)
        await flush()
    assert (await get_session_row(actor)).expires_at == before.expires_at


async def test_times_are_written_in_batches(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(last_seen, "FLUSH_BATCH_SIZE", 2)
    for actor in (cast.alice, cast.bob, cast.charlie):
        identity.record_last_seen(await sign_in(actor))
    assert await flush() == 2


async def test_the_number_of_recorded_times_is_limited(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(last_seen, "MAX_PENDING", 1)
    alice, bob = await sign_in(cast.alice), await sign_in(cast.bob)
    with clock.travel(timedelta(hours=1)):
        for actor in (alice, bob, alice):
            identity.record_last_seen(actor)
        await flush()
    times = [(await get_session_row(actor)).last_seen_at for actor in (alice, bob)]
    assert times[0] > times[1] + timedelta(minutes=30)


async def test_locked_rows_are_skipped_instead_of_waited_for(cast: Cast) -> None:
    if engine().dialect.name == "sqlite":
        pytest.skip("SQLite has no row locks.")
    alice, bob = await sign_in(cast.alice), await sign_in(cast.bob)
    with clock.travel(timedelta(hours=1)):
        identity.record_last_seen(alice)
        identity.record_last_seen(bob)
        async with unit_of_work() as session:
            await session.execute(update(User).where(col(User.id) == alice.id).values(bio="Busy"))
            await flush()
    async with read_session() as session:
        rows = [await session.get_one(User, actor.id) for actor in (alice, bob)]
    alice_seen_at, bob_seen_at = [row.last_seen_at for row in rows]
    assert bob_seen_at == (await get_session_row(bob)).last_seen_at
    assert alice_seen_at != (await get_session_row(alice)).last_seen_at


async def test_a_check_without_a_request_of_the_user_is_not_recorded(cast: Cast) -> None:
    async with unit_of_work() as session:
        user = await session.get_one(User, cast.alice.id)
        token = (await identity.sign_in(session, cast.alice, user=user, user_agent="")).token
    with clock.travel(timedelta(hours=1)):
        authentication.clear_cache()
        await authentication.authenticate_session(token, "")
        assert not last_seen._pending
        authentication.clear_cache()
        await authentication.authenticate_session(token, "203.0.113.9")
        assert last_seen._pending
