"""Tests of the routes with which users set up the two-step sign-in."""

from httpx import AsyncClient

from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.domain.identity.actions import PASSWORD, register_user
from tests.domain.identity.second_factor import generate_code

URL = "/settings/one-time-codes"


async def test_a_user_sets_up_and_switches_off_one_time_codes(
    client: AsyncClient, db: None
) -> None:
    await register_user("Dora")
    await client.post("/login", json={"login": "dora", "password": PASSWORD})
    setup = await client.post(URL)
    assert setup.status_code == 201
    assert setup.json()["qr_code"].startswith("data:image/svg+xml")
    assert "secret=" + setup.json()["secret"] in setup.json()["url"]
    wrong = await client.post(f"{URL}/confirm", json={"code": "000000"})
    assert (wrong.status_code, list(wrong.json()["errors"])) == (422, ["code"])
    code = generate_code(setup.json()["secret"])
    codes = (await client.post(f"{URL}/confirm", json={"code": code})).json()["codes"]
    status = (await client.get(URL)).json()
    assert (status["enabled_at"] is not None, status["recovery_codes_left"]) == (True, 10)
    replaced = (await client.post(f"{URL}/recovery-codes")).json()["codes"]
    assert not set(codes) & set(replaced)
    assert (await client.delete(URL)).status_code == 204
    assert (await client.get(URL)).json()["enabled_at"] is None


async def test_the_setup_needs_a_confirmed_session(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    response = await client.post(URL)
    assert (response.status_code, response.json()["code"]) == (403, "confirmation_required")
