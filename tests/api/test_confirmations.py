"""Tests of the routes that confirm the identity of the caller."""

from datetime import timedelta

from httpx import AsyncClient
from sqlalchemy import update

from community import authentication
from community.core import clock
from community.core.db.sessions import unit_of_work
from community.models import UserSession
from tests.api.credentials import sign_in
from tests.api.test_passkeys import add_passkey
from tests.cast import Cast
from tests.domain.identity.actions import PASSWORD, register_user
from tests.domain.identity.second_factor import generate_code
from tests.domain.identity.software_authenticator import SoftwareAuthenticator

URL = "/settings/confirmation"
CODES_URL = "/settings/one-time-codes"


async def expire_confirmations() -> None:
    async with unit_of_work() as session:
        earlier = clock.now() - timedelta(minutes=16)
        await session.execute(update(UserSession).values(confirmed_at=earlier))
    authentication.clear_cache()


async def test_a_password_or_a_one_time_code_confirms_the_session(
    client: AsyncClient, db: None
) -> None:
    await register_user("Dora")
    await client.post("/login", json={"login": "dora", "password": PASSWORD})
    await expire_confirmations()
    assert (await client.get(URL)).json() == {"methods": ["password"]}
    assert (await client.post(CODES_URL)).json()["code"] == "confirmation_required"
    assert (await client.post(URL, json={"password": "wrong"})).status_code == 422
    assert (await client.post(URL, json={"password": PASSWORD})).status_code == 204
    secret = (await client.post(CODES_URL)).json()["secret"]
    code = generate_code(secret, steps=-1)
    assert (await client.post(f"{CODES_URL}/confirm", json={"code": code})).is_success
    await expire_confirmations()
    assert (await client.get(URL)).json() == {"methods": ["password", "code"]}
    assert (await client.post(URL, json={"code": code})).status_code == 422
    assert (await client.post(URL, json={"code": generate_code(secret)})).status_code == 204
    assert (await client.delete(CODES_URL)).status_code == 204


async def test_a_code_by_mail_is_for_callers_without_other_ways(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    assert (await client.get(URL)).json() == {"methods": ["mail"]}
    assert (await client.post(f"{URL}/mail")).status_code == 202
    wrong = await client.post(URL, json={"mail_code": "not a code"})
    assert (wrong.status_code, list(wrong.json()["errors"])) == (422, ["mail_code"])


async def test_a_passkey_confirms_the_session(client: AsyncClient, db: None) -> None:
    device = SoftwareAuthenticator()
    await add_passkey(client, device)
    await expire_confirmations()
    assert (await client.get(URL)).json() == {"methods": ["password", "passkey"]}
    options = (await client.post(f"{URL}/passkey")).json()["options"]
    body = {"credential": device.sign(options).to_json()}
    assert (await client.post(CODES_URL)).json()["code"] == "confirmation_required"
    assert (await client.post(URL, json=body)).status_code == 204
    assert (await client.post(CODES_URL)).is_success
    assert (await client.post(URL, json=body)).status_code == 422


async def test_wrong_passkeys_are_limited_like_wrong_passwords(
    client: AsyncClient, db: None
) -> None:
    await add_passkey(client, SoftwareAuthenticator())
    statuses = []
    for _attempt in range(6):
        options = (await client.post(f"{URL}/passkey")).json()["options"]
        body = {"credential": SoftwareAuthenticator().sign(options).to_json()}
        statuses.append((await client.post(URL, json=body)).status_code)
    assert statuses == [422] * 5 + [429]
