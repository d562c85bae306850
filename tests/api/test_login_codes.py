"""Tests of the routes with which users set up one-time codes, and sign in with them."""

import pytest
from httpx import AsyncClient

from community.core.http import form_flash
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.domain.identity.actions import PASSWORD, register_user
from tests.domain.identity.second_factor import generate_code, register_and_sign_in, set_up

LOGIN = {"login": "dora", "password": PASSWORD}
URL = "/settings/one-time-codes"


@pytest.fixture
async def secret(db: None) -> str:
    """Return the secret for the one-time codes of Dora."""
    _user, actor = await register_and_sign_in()
    return (await set_up(actor))[0]


async def is_signed_in(client: AsyncClient) -> bool:
    headers = {"Accept": "application/json"}
    return (await client.get("/settings", headers=headers)).status_code == 200


async def test_a_login_continues_with_a_code(client: AsyncClient, secret: str) -> None:
    first = await client.post("/login", json=LOGIN | {"next": "/new"})
    assert (first.status_code, first.headers["location"]) == (202, "/login/code?next=%2Fnew")
    assert not await is_signed_in(client)
    second = await client.post("/login/code", json={"code": generate_code(secret)})
    assert second.status_code == 200
    assert second.json()["user"]["slug"] == "dora"
    assert await is_signed_in(client)
    assert "pending_sign_in" not in client.cookies


async def test_native_forms_continue_with_a_code(client: AsyncClient, secret: str) -> None:
    first = await client.post("/login", data=LOGIN | {"next": "/new"})
    assert (first.status_code, first.headers["location"]) == (303, "/login/code?next=%2Fnew")
    wrong = await client.post("/login/code", data={"code": "000000", "next": "/new"})
    assert wrong.headers["location"] == "/login/code?next=%2Fnew"
    flash = form_flash.from_cookie_value(wrong.cookies["form_flash"])
    assert flash is not None
    assert (flash.form, list(flash.errors)) == ("code", ["code"])
    wrong = await client.post("/login/code", data={"recovery_code": "x", "next": "/new"})
    assert wrong.headers["location"] == "/login/code?recovery=1&next=%2Fnew"
    done = await client.post("/login/code", data={"code": generate_code(secret), "next": "/new"})
    assert (done.status_code, done.headers["location"]) == (303, "/new")


async def test_a_code_without_the_cookie_of_the_first_step_is_refused(
    client: AsyncClient, secret: str
) -> None:
    response = await client.post("/login/code", json={"code": generate_code(secret)})
    assert (response.status_code, response.json()["code"]) == (401, "sign_in_expired")
    await client.post("/login", json=LOGIN)
    client.cookies.delete("pending_sign_in")
    response = await client.post("/login/code", json={"code": generate_code(secret)})
    assert response.status_code == 401


async def test_a_wrong_password_does_not_reveal_the_second_step(
    client: AsyncClient, secret: str
) -> None:
    response = await client.post("/login", json=LOGIN | {"password": "not the password"})
    assert response.status_code == 401
    assert "set-cookie" not in response.headers


async def test_wrong_codes_are_limited(client: AsyncClient, secret: str) -> None:
    await client.post("/login", json=LOGIN)
    statuses = [
        (await client.post("/login/code", json={"code": "000000"})).status_code for _ in range(5)
    ]
    assert statuses == [422, 422, 422, 422, 429]


async def test_the_first_step_makes_no_known_device(client: AsyncClient, secret: str) -> None:
    response = await client.post("/login", json=LOGIN)
    assert "device=" not in response.headers["set-cookie"]
    response = await client.post("/login/code", json={"code": generate_code(secret)})
    assert "device" in client.cookies
    assert response.is_success


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
