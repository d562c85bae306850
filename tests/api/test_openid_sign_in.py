"""Tests of the sign-in with an OpenID Connect provider, against `oidc-provider-mock`."""

import asyncio
from collections.abc import AsyncIterator
from urllib.parse import quote

import oidc_provider_mock
import pytest
import pytest_asyncio
from httpx import AsyncClient, Response

from community.gateways.identity import discovery
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.gateways.identity.sign_ins import change_settings, get_path

USER = "auth0|dora"


@pytest_asyncio.fixture
async def issuer(cast: Cast) -> AsyncIterator[str]:
    discovery.clear_caches()
    with oidc_provider_mock.run_server_in_thread() as server:
        url = f"http://localhost:{server.server_port}"
        await change_settings(
            cast.olga,
            {
                "openid_enabled": True,
                "openid_label": "Acme",
                "openid_issuer": url,
                "openid_client_id": "site",
                "openid_client_secret": "secret",
            },
        )
        yield url


async def visit_provider(client: AsyncClient, issuer: str, **claims: object) -> Response:
    """Sign in at the provider, and return the response of the callback."""
    async with AsyncClient() as browser:
        await browser.put(f"{issuer}/users/{quote(USER)}", json=claims)
        response = await client.get("/auth/openid/redirect", params={"next": "/new"})
        answer = await browser.post(response.headers["Location"], data={"sub": USER})
    assert answer.is_redirect, answer.text
    return await client.get(get_path(answer))


async def test_a_new_person_registers_and_signs_in_again(client: AsyncClient, issuer: str) -> None:
    claims = {"email": "dora@example.com", "email_verified": True, "name": "Dora Maar"}
    response = await visit_provider(client, issuer, **claims)
    assert response.headers["Location"] == "/auth/finish"
    registration = {"name": "Dora Maar", "email": "dora@example.com"}
    response = await client.post("/auth/finish", json=registration)
    assert (response.status_code, response.json()["user"]["slug"]) == (201, "dora-maar")
    assert response.json()["user"]["email_verified_at"]
    client.cookies.clear()
    response = await visit_provider(client, issuer, **claims)
    assert response.headers["Location"] == "/new"


async def test_a_provider_without_an_email_is_connected_by_a_user(
    client: AsyncClient, cast: Cast, issuer: str
) -> None:
    await sign_in(client, cast.alice, is_confirmed=True)
    response = await visit_provider(client, issuer)
    assert response.headers["Location"] == "/auth/finish"
    assert (await client.post("/auth/connect", json={})).status_code == 204
    connections = (await client.get("/settings/identities")).json()
    assert [(item["name"], item["is_connected"]) for item in connections] == [("Acme", True)]


@pytest.mark.parametrize("path", ["", "/other"])
async def test_a_provider_that_does_not_publish_its_addresses_is_an_error_with_a_message(
    client: AsyncClient, cast: Cast, issuer: str, path: str
) -> None:
    # The first address has no server, and the second one has no configuration.
    address = f"{issuer}{path}" if path else "http://127.0.0.1:9"
    await change_settings(cast.olga, {"openid_issuer": address})
    response = await client.get("/auth/openid/redirect", params={"next": "/new"})
    assert response.headers["Location"] == ("/new?modal=auth&problem=provider_failed&next=%2Fnew")


async def test_the_configuration_is_loaded_once(client: AsyncClient, issuer: str) -> None:
    configurations = await asyncio.gather(*(discovery.get_configuration(issuer) for _ in range(3)))
    assert configurations[0] is configurations[1] is configurations[2]
