from datetime import timedelta

import pytest
from httpx import AsyncClient
from sqlalchemy import ColumnElement, Dialect, String, TypeDecorator, literal, update
from sqlalchemy.orm import Mapped
from sqlmodel import col
from starlette.responses import Response

from community import authentication
from community.api.http.callers import delete_session_cookie, set_session_cookie
from community.core import clock
from community.core.db.sessions import unit_of_work
from community.core.settings import settings
from community.domain import follows
from community.models import UserSession
from tests.api.credentials import bearer_headers, sign_in
from tests.cast import Cast
from tests.query_capture import capture_queries


async def test_the_session_cookie_identifies_the_user(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    assert (await client.get("/me")).json()["user_id"] == cast.alice.id


async def test_a_request_without_a_cookie_is_a_guest(client: AsyncClient) -> None:
    assert (await client.get("/me")).json() == {"user_id": None, "address": "203.0.113.7"}


@pytest.mark.parametrize("cookie", ["session=made-up", "session=", "session", "a=\x01; session=x"])
async def test_a_request_with_an_invalid_cookie_is_a_guest(
    client: AsyncClient, cookie: str
) -> None:
    response = await client.get("/me", headers={"cookie": cookie})
    assert response.json()["user_id"] is None


async def test_a_request_with_an_expired_session_is_a_guest(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    with clock.travel(timedelta(days=31)):
        assert (await client.get("/me")).json()["user_id"] is None


async def test_a_revoked_session_ends_immediately(client: AsyncClient, cast: Cast) -> None:
    session_id = await sign_in(client, cast.alice)
    assert (await client.get("/me")).json()["user_id"] == cast.alice.id
    async with unit_of_work() as session:
        await session.execute(
            update(UserSession)
            .where(col(UserSession.id) == session_id)
            .values(revoked_at=clock.now())
        )
    authentication.invalidate_cached_user(cast.alice.id)
    assert (await client.get("/me")).json()["user_id"] is None


class Names(TypeDecorator[frozenset[str]]):
    """A text with names that are separated by commas."""

    impl = String
    cache_ok = True

    def process_result_value(self, value: str | None, dialect: Dialect) -> frozenset[str]:
        return frozenset(value.split(",")) if value else frozenset()


def list_feature_names(user_id: Mapped[int]) -> ColumnElement[frozenset[str]]:
    return literal("badges,no_ads", Names())


async def test_one_query_reads_the_fields_of_all_subjects(
    client: AsyncClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(authentication.OTHER_FIELDS, "features", list_feature_names)
    async with unit_of_work() as session:
        await follows.ignore(session, cast.alice, user_id=cast.bob.id)
    await sign_in(client, cast.alice)
    with capture_queries() as queries:
        actor = await authentication.authenticate_session(client.cookies["session"], "")
    assert len(queries) == 1
    assert (actor.user_id, actor.has_filters) == (cast.alice.id, True)
    assert actor.features == {"badges", "no_ads"}


async def test_a_route_for_signed_in_users_rejects_guests(client: AsyncClient) -> None:
    response = await client.delete("/notes/1")
    assert (response.status_code, response.json()["code"]) == (401, "unauthenticated")
    assert response.headers["www-authenticate"].startswith("Bearer")


async def test_an_access_token_identifies_the_user(client: AsyncClient, cast: Cast) -> None:
    headers = await bearer_headers(cast.bob)
    assert (await client.get("/me", headers=headers)).json()["user_id"] == cast.bob.id


async def test_an_access_token_takes_precedence_over_a_cookie(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    headers = await bearer_headers(cast.bob)
    assert (await client.get("/me", headers=headers)).json()["user_id"] == cast.bob.id


async def test_an_invalid_access_token_returns_401(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    response = await client.get("/me", headers={"authorization": "Bearer made-up"})
    assert (response.status_code, response.json()["code"]) == (401, "unauthenticated")


async def test_an_access_token_with_only_the_read_scope_cannot_write(
    client: AsyncClient, cast: Cast
) -> None:
    headers = await bearer_headers(cast.bob, "read")
    assert (await client.get("/me", headers=headers)).status_code == 200
    response = await client.post("/notes", json={"text": "milk"}, headers=headers)
    assert (response.status_code, response.json()["code"]) == (403, "forbidden")
    assert response.json()["details"] == {"scope": "write"}


async def test_an_access_token_with_only_the_write_scope_cannot_read(
    client: AsyncClient, cast: Cast
) -> None:
    headers = await bearer_headers(cast.bob, "write")
    assert (await client.get("/me", headers=headers)).status_code == 403
    assert (await client.post("/notes", json={"text": "milk"}, headers=headers)).status_code == 201


async def test_the_client_ip_is_read_from_the_header_of_trusted_proxies(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = {"x-forwarded-for": "198.51.100.1, 198.51.100.2"}
    assert (await client.get("/me", headers=headers)).json()["address"] == "203.0.113.7"
    monkeypatch.setenv("TRUSTED_PROXIES", "1")
    settings.cache_clear()
    assert (await client.get("/me", headers=headers)).json()["address"] == "198.51.100.2"


def test_the_session_cookie_is_secure_and_same_site(
    site: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://example.com")
    settings.cache_clear()
    set_session_cookie(response := Response(), "secret")
    cookie = response.headers["set-cookie"]
    assert cookie.startswith("__Host-session=secret;")
    assert {"HttpOnly", "SameSite=lax", "Secure", "Path=/"} <= set(cookie.split("; "))
    assert "Domain" not in cookie


def test_signing_out_deletes_the_session_cookie(site: object) -> None:
    delete_session_cookie(response := Response())
    assert response.headers["set-cookie"].startswith('session="";')
    assert "Max-Age=0" in response.headers["set-cookie"]
