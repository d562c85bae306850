from datetime import timedelta

from httpx import AsyncClient
from sqlmodel import select

from community import authentication
from community.core import clock
from community.core.database import read_session
from community.models import AccessToken, User, UserSession
from tests.api.credentials import bearer_headers, sign_in
from tests.cast import Cast
from tests.query_capture import capture_queries

JSON = {"Accept": "application/json"}
LATER = timedelta(minutes=10)


async def test_activity_updates_last_seen_and_extends_the_session(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    with clock.travel(LATER):
        assert (await client.get("/settings", headers=JSON)).status_code == 200
        async with read_session() as session:
            row = (await session.scalars(select(UserSession))).one()
            user = await session.get(User, cast.alice.id)
            assert row.expires_at > clock.now() + timedelta(days=29, hours=23)
            assert row.address == "203.0.113.7"
            assert user is not None
            assert user.last_seen_at == row.last_seen_at


async def test_a_second_request_within_the_update_interval_does_not_write_to_the_database(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    with clock.travel(LATER):
        await client.get("/settings", headers=JSON)
        authentication.clear_cache()
        with capture_queries() as statements:
            await client.get("/settings", headers=JSON)
    assert not [sql for sql in statements if sql.startswith(("UPDATE", "INSERT"))]


async def test_using_an_access_token_updates_its_last_used_time(
    client: AsyncClient, cast: Cast
) -> None:
    await client.get("/settings", headers=JSON | await bearer_headers(cast.alice))
    async with read_session() as session:
        assert (await session.scalars(select(AccessToken))).one().last_used_at is not None
