"""Tests of the route that resets a password with a link."""

from httpx import AsyncClient

from community.core.db.sessions import unit_of_work
from community.domain import accounts, moderation
from tests.cast import Cast


async def test_the_link_of_an_administrator_sets_a_new_password_once(
    client: AsyncClient, cast: Cast
) -> None:
    async with unit_of_work() as session:
        reset = await moderation.start_password_reset(
            session, accounts.OPERATOR, user_id=cast.bob.id
        )
    body = {"token": reset.token, "password": "a loud harbour"}
    assert (await client.post("/password/reset", json=body)).status_code == 204
    login = {"login": "bob", "password": "a loud harbour"}
    assert (await client.post("/login", json=login)).status_code == 200
    again = await client.post("/password/reset", json=body)
    assert (again.status_code, list(again.json()["errors"])) == (422, ["token"])
