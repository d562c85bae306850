"""Tests of the routes of passkeys."""

from httpx import AsyncClient

from community import authentication, urls
from tests.domain.identity.actions import PASSWORD, register_user
from tests.domain.identity.software_authenticator import SoftwareAuthenticator

URL = "/settings/passkeys"


async def add_passkey(client: AsyncClient, device: SoftwareAuthenticator) -> int:
    await register_user("Dora")
    await client.post("/login", json={"login": "dora", "password": PASSWORD})
    options = (await client.post(f"{URL}/options")).json()["options"]
    body = {"credential": device.create(options).to_json(), "name": "Phone"}
    created = await client.post(URL, json=body)
    assert created.status_code == 201
    passkey_id: int = created.json()["id"]
    return passkey_id


async def test_a_user_adds_a_passkey_and_logs_in_with_it(client: AsyncClient, db: None) -> None:
    device = SoftwareAuthenticator()
    passkey_id = await add_passkey(client, device)
    renamed = await client.patch(f"{URL}/{passkey_id}", json={"name": "Laptop"})
    assert renamed.json()["name"] == "Laptop"
    client.cookies.clear()
    options = (await client.post("/login/passkey/options")).json()["options"]
    body = {"credential": device.sign(options).to_json()}
    response = await client.post("/login/passkey", json=body)
    assert (response.status_code, response.json()["user"]["slug"]) == (200, "dora")
    assert [item["name"] for item in (await client.get(URL)).json()["items"]] == ["Laptop"]
    assert (await client.delete(f"{URL}/{passkey_id}")).status_code == 204
    assert (await client.get(URL)).json()["items"] == []


async def test_a_signed_challenge_works_only_with_its_cookie(client: AsyncClient, db: None) -> None:
    device = SoftwareAuthenticator()
    await add_passkey(client, device)
    client.cookies.clear()
    options = (await client.post("/login/passkey/options")).json()["options"]
    body = {"credential": device.sign(options).to_json()}
    client.cookies.clear()
    assert (await client.post("/login/passkey", json=body)).status_code == 422


async def test_a_passkey_of_a_deleted_account_leads_to_the_page_that_restores(
    client: AsyncClient, db: None
) -> None:
    device = SoftwareAuthenticator()
    await register_user("Olga")  # The last administrator could not delete their account.
    await add_passkey(client, device)
    assert (await client.post("/account/delete", json={"content": "keep"})).is_success
    options = (await client.post("/login/passkey/options")).json()["options"]
    body = {"credential": device.sign(options).to_json()}
    response = await client.post("/login/passkey", json=body)
    assert response.status_code == 202
    path, token = response.headers["location"].split("?token=")
    assert path == urls.RESTORE_ACCOUNT
    assert authentication.get_session_cookie_name() not in response.cookies
    assert (await client.post(urls.RESTORE_ACCOUNT, json={"token": token})).status_code == 204
    options = (await client.post("/login/passkey/options")).json()["options"]
    body = {"credential": device.sign(options).to_json()}
    assert (await client.post("/login/passkey", json=body)).status_code == 200
