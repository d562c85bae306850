import pytest
from httpx import AsyncClient

from tests.api import notes
from tests.api.people import bearer, sign_in
from tests.cast import Cast

EVIL = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://localhost:3001"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        EVIL,
    ],
)
async def test_another_site_cannot_use_the_cookie(
    client: AsyncClient, cast: Cast, headers: dict[str, str]
) -> None:
    await sign_in(client, cast.alice)
    answer = await client.post("/notes", json={"text": "spam"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "cross_origin")
    assert notes.written == []


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://localhost:3000"},
        {"origin": "http://localhost:3000", "sec-fetch-site": "same-origin"},
        {"origin": "http://10.0.0.5:3000", "host": "10.0.0.5:3000"},
        {"origin": "null", "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {},
    ],
)
async def test_our_own_pages_and_programs_can(
    client: AsyncClient, cast: Cast, headers: dict[str, str]
) -> None:
    await sign_in(client, cast.alice)
    answer = await client.post("/notes", json={"text": "milk"}, headers=headers)
    assert answer.status_code == 201


async def test_another_site_cannot_sign_its_visitors_in_either(client: AsyncClient) -> None:
    answer = await client.post("/login-like", json={"text": "x"}, headers=EVIL)
    assert answer.status_code == 403


async def test_reading_is_open_to_links_from_everywhere(client: AsyncClient) -> None:
    assert (await client.get("/notes", headers=EVIL)).status_code == 200


async def test_a_token_is_proof_enough(client: AsyncClient, cast: Cast) -> None:
    headers = {**EVIL, **await bearer(cast.alice)}
    assert (await client.post("/notes", json={"text": "milk"}, headers=headers)).status_code == 201


async def test_webhooks_come_from_elsewhere(client: AsyncClient) -> None:
    answer = await client.post("/payments/stripe/result", headers=EVIL)
    assert answer.json()["code"] == "not_found"  # past the rule; no such route here
