from datetime import timedelta

import pytest
from httpx import AsyncClient
from sqlalchemy import update
from sqlmodel import col
from starlette.responses import Response

from community import recognition
from community.api.identity import drop_session_cookie, set_session_cookie
from community.core import clock
from community.core.database import unit_of_work
from community.core.settings import settings
from community.models import Session
from tests.api.people import bearer, sign_in
from tests.cast import Cast


async def test_the_cookie_says_who_is_asking(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    assert (await client.get("/me")).json()["user_id"] == cast.alice.id


async def test_without_a_cookie_it_is_a_guest(client: AsyncClient) -> None:
    assert (await client.get("/me")).json() == {"user_id": None, "address": "203.0.113.7"}


@pytest.mark.parametrize("cookie", ["session=made-up", "session=", "session", "a=\x01; session=x"])
async def test_a_cookie_that_means_nothing_is_a_guest(client: AsyncClient, cookie: str) -> None:
    answer = await client.get("/me", headers={"cookie": cookie})
    assert answer.json()["user_id"] is None


async def test_a_sign_in_that_has_ended_is_a_guest(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    with clock.moved(timedelta(days=31)):
        assert (await client.get("/me")).json()["user_id"] is None


async def test_a_revoked_sign_in_is_over_at_once(client: AsyncClient, cast: Cast) -> None:
    session_id = await sign_in(client, cast.alice)
    assert (await client.get("/me")).json()["user_id"] == cast.alice.id
    async with unit_of_work() as session:
        await session.execute(
            update(Session).where(col(Session.id) == session_id).values(revoked_at=clock.now())
        )
    recognition.forget(cast.alice.id)
    assert (await client.get("/me")).json()["user_id"] is None


async def test_an_account_is_needed_where_the_route_says_so(client: AsyncClient) -> None:
    answer = await client.delete("/notes/1")
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
    assert answer.headers["www-authenticate"].startswith("Bearer")


async def test_a_token_says_who_is_asking(client: AsyncClient, cast: Cast) -> None:
    headers = await bearer(cast.bob)
    assert (await client.get("/me", headers=headers)).json()["user_id"] == cast.bob.id


async def test_a_token_counts_before_a_cookie(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    headers = await bearer(cast.bob)
    assert (await client.get("/me", headers=headers)).json()["user_id"] == cast.bob.id


async def test_a_token_that_is_not_valid_is_told_so(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    answer = await client.get("/me", headers={"authorization": "Bearer made-up"})
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")


async def test_a_token_for_reading_does_not_write(client: AsyncClient, cast: Cast) -> None:
    headers = await bearer(cast.bob, "read")
    assert (await client.get("/me", headers=headers)).status_code == 200
    answer = await client.post("/notes", json={"text": "milk"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert answer.json()["details"] == {"scope": "write"}


async def test_a_token_for_writing_does_not_read(client: AsyncClient, cast: Cast) -> None:
    headers = await bearer(cast.bob, "write")
    assert (await client.get("/me", headers=headers)).status_code == 403
    assert (await client.post("/notes", json={"text": "milk"}, headers=headers)).status_code == 201


async def test_the_address_comes_from_the_proxies_that_are_trusted(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = {"x-forwarded-for": "198.51.100.1, 198.51.100.2"}
    assert (await client.get("/me", headers=headers)).json()["address"] == "203.0.113.7"
    monkeypatch.setenv("TRUSTED_PROXIES", "1")
    settings.cache_clear()
    assert (await client.get("/me", headers=headers)).json()["address"] == "198.51.100.2"


def test_the_cookie_is_for_our_pages_only(site: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://example.com")
    settings.cache_clear()
    set_session_cookie(answer := Response(), "secret")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-session=secret;")
    assert {"HttpOnly", "SameSite=lax", "Secure", "Path=/"} <= set(cookie.split("; "))
    assert "Domain" not in cookie


def test_signing_out_drops_the_same_cookie(site: object) -> None:
    drop_session_cookie(answer := Response())
    assert answer.headers["set-cookie"].startswith('session="";')
    assert "Max-Age=0" in answer.headers["set-cookie"]
