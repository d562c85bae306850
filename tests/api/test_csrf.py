import pytest
from httpx import AsyncClient

from tests.api import notes
from tests.api.credentials import bearer_headers, sign_in
from tests.cast import Cast

CROSS_SITE_HEADERS = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://localhost:3001"},
        {"origin": "https://localhost:3000"},
        {"origin": "http://example.org", "x-forwarded-proto": "https", "host": "example.org"},
        {"origin": "http://example.org:8080", "host": "example.org"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        CROSS_SITE_HEADERS,
    ],
)
async def test_a_cross_site_request_with_the_cookie_is_rejected(
    client: AsyncClient, cast: Cast, headers: dict[str, str]
) -> None:
    await sign_in(client, cast.alice)
    response = await client.post("/notes", json={"text": "spam"}, headers=headers)
    assert (response.status_code, response.json()["code"]) == (403, "cross_origin")
    assert notes.created_texts == []


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://localhost:3000"},
        {"origin": "http://localhost:3000", "sec-fetch-site": "same-origin"},
        {"origin": "http://10.0.0.5:3000", "host": "10.0.0.5:3000"},
        {"origin": "https://example.org", "host": "example.org", "x-forwarded-proto": "https"},
        {"origin": "null", "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {},
    ],
)
async def test_requests_from_the_same_origin_or_from_non_browser_clients_are_accepted(
    client: AsyncClient, cast: Cast, headers: dict[str, str]
) -> None:
    await sign_in(client, cast.alice)
    response = await client.post("/notes", json={"text": "milk"}, headers=headers)
    assert response.status_code == 201


async def test_a_cross_site_request_without_a_cookie_is_rejected(client: AsyncClient) -> None:
    response = await client.post("/login-like", json={"text": "x"}, headers=CROSS_SITE_HEADERS)
    assert response.status_code == 403


async def test_cross_site_requests_with_safe_methods_are_accepted(client: AsyncClient) -> None:
    assert (await client.get("/notes", headers=CROSS_SITE_HEADERS)).status_code == 200


async def test_requests_with_an_access_token_are_exempt_from_the_csrf_check(
    client: AsyncClient, cast: Cast
) -> None:
    headers = {**CROSS_SITE_HEADERS, **await bearer_headers(cast.alice)}
    assert (await client.post("/notes", json={"text": "milk"}, headers=headers)).status_code == 201


async def test_webhooks_are_exempt_from_the_csrf_check(client: AsyncClient) -> None:
    response = await client.post("/payments/stripe/result", headers=CROSS_SITE_HEADERS)
    assert response.json()["code"] == "not_found"  # The check passed; no route exists.
