from datetime import timedelta

from httpx import AsyncClient
from sqlmodel import select

from community import recognition
from community.core import clock
from community.core.database import reading
from community.models import AccessToken, Session, User
from tests.api.people import bearer, sign_in
from tests.cast import Cast
from tests.queries import counted

JSON = {"Accept": "application/json"}
LATER = timedelta(minutes=10)


async def test_somebody_who_stays_is_noted_and_their_sign_in_lasts(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    with clock.moved(LATER):
        assert (await client.get("/settings", headers=JSON)).status_code == 200
        async with reading() as session:
            row = (await session.scalars(select(Session))).one()
            user = await session.get(User, cast.alice.id)
            assert row.expires_at > clock.now() + timedelta(days=29, hours=23)
            assert row.address == "203.0.113.7"
            assert user is not None
            assert user.last_seen_at == row.last_seen_at


async def test_looking_again_costs_no_write(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    with clock.moved(LATER):
        await client.get("/settings", headers=JSON)
        recognition.forget_all()
        with counted() as statements:
            await client.get("/settings", headers=JSON)
    assert not [each for each in statements if each.startswith(("UPDATE", "INSERT"))]


async def test_the_use_of_a_token_is_noted(client: AsyncClient, cast: Cast) -> None:
    await client.get("/settings", headers=JSON | await bearer(cast.alice))
    async with reading() as session:
        assert (await session.scalars(select(AccessToken))).one().last_used_at is not None
