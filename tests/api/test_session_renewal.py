import asyncio
from datetime import timedelta

from httpx import AsyncClient
from sqlmodel import select, update

from community import authentication
from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.jobs.process_tasks import run_process_tasks
from community.models import AccessToken, User, UserSession
from tests.api.credentials import bearer_headers, sign_in
from tests.cast import Cast
from tests.query_capture import capture_queries

JSON = {"Accept": "application/json"}
LATER = timedelta(minutes=10)
# Less than the time for which a transaction waits for the write lock of SQLite.
TIMEOUT_SECONDS = 9.0


async def test_activity_updates_last_seen_and_extends_the_session(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    with clock.travel(LATER):
        async with run_process_tasks():
            assert (await client.get("/settings", headers=JSON)).status_code == 200
        async with read_session() as session:
            row = (await session.scalars(select(UserSession))).one()
            user = await session.get(User, cast.alice.id)
            assert row.expires_at > clock.now() + timedelta(days=29, hours=23)
            assert row.address == "203.0.113.7"
            assert user is not None
            assert user.last_seen_at == row.last_seen_at


async def test_a_request_does_not_wait_for_the_update_of_the_last_seen_time(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    with clock.travel(LATER):
        async with unit_of_work() as session:
            # The row of the user, and with SQLite the whole database, stays locked in this block.
            await session.execute(update(User).values(bio="Busy"))
            request = client.get("/settings", headers=JSON)
            response = await asyncio.wait_for(request, TIMEOUT_SECONDS)
    assert response.status_code == 200


async def test_a_second_request_within_the_update_interval_does_not_write_to_the_database(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    with clock.travel(LATER):
        async with run_process_tasks():
            await client.get("/settings", headers=JSON)
        authentication.clear_cache()
        with capture_queries() as statements:
            async with run_process_tasks():
                await client.get("/settings", headers=JSON)
    assert not [sql for sql in statements if sql.startswith(("UPDATE", "INSERT"))]


async def test_using_an_access_token_updates_its_last_used_time(
    client: AsyncClient, cast: Cast
) -> None:
    async with run_process_tasks():
        await client.get("/settings", headers=JSON | await bearer_headers(cast.alice))
    async with read_session() as session:
        assert (await session.scalars(select(AccessToken))).one().last_used_at is not None
