"""Tests of rate limits over HTTP. `tests/core/rate_limits` tests the counting."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from httpx import ASGITransport, AsyncClient

from community.admin.tables import csv_router
from community.api.app import create_app, wrap_in_outer_middleware
from community.api.http.rate_limits import rate_limit
from community.core import clock, rate_limits, redis
from community.core.rate_limits import Limit, RedisWindow
from community.core.settings import settings
from tests.api import notes
from tests.api.credentials import bearer_headers, sign_in
from tests.cast import Cast
from tests.redis_server import flush_redis_and_get_url


async def post_rate_limited_note_and_get_status(client: AsyncClient, note_text: str = "x") -> int:
    return (await client.post("/login-like", json={"text": note_text})).status_code


async def test_a_rate_limited_route_returns_the_number_of_remaining_requests(
    client: AsyncClient,
) -> None:
    response = await client.post("/comments-like")
    assert response.headers["x-ratelimit-limit"] == "30"
    assert response.headers["x-ratelimit-remaining"] == "29"
    assert "x-ratelimit-reset" not in response.headers


async def test_a_rate_limited_request_gets_retry_after(client: AsyncClient) -> None:
    for _ in range(5):
        assert await post_rate_limited_note_and_get_status(client) == 200
    response = await client.post("/login-like", json={"text": "x"})
    assert (response.status_code, response.json()["code"]) == (429, "rate_limited")
    wait = int(response.headers["retry-after"])
    assert response.json()["details"] == {"group": "login", "retry_after": wait}
    assert 1 <= wait <= 60
    assert response.headers["x-ratelimit-limit"] == "5"
    assert response.headers["x-ratelimit-remaining"] == "0"
    assert abs(int(response.headers["x-ratelimit-reset"]) - clock.now().timestamp() - wait) < 2
    with clock.travel(timedelta(seconds=wait)):
        assert await post_rate_limited_note_and_get_status(client) == 200


async def test_an_invalid_request_counts_against_the_limit(client: AsyncClient) -> None:
    response = await client.post("/login-like", json={"text": ""})
    assert response.status_code == 422
    assert response.headers["x-ratelimit-remaining"] == "4"


@pytest.mark.parametrize(("note_text", "status"), [("break", 500), ("work", 503)])
async def test_a_request_that_fails_after_work_has_begun_counts_against_the_limit(
    client: AsyncClient, note_text: str, status: int
) -> None:
    statuses = [await post_rate_limited_note_and_get_status(client, note_text) for _ in range(6)]
    assert statuses == [status] * 5 + [429]


async def test_a_request_that_fails_before_any_work_does_not_count_against_the_limit(
    client: AsyncClient,
) -> None:
    for _ in range(7):
        response = await client.post("/login-like", json={"text": "busy"})
        assert (response.status_code, response.headers["retry-after"]) == (503, "7")
        assert response.json()["code"] == "unavailable"
        assert (await client.post("/away")).status_code == 503
    assert [await post_rate_limited_note_and_get_status(client) for _ in range(6)] == [200] * 5 + [
        429
    ]


async def test_an_unexpected_error_reports_the_remaining_requests(client: AsyncClient) -> None:
    response = await client.post("/login-like", json={"text": "break"})
    assert response.headers["x-ratelimit-remaining"] == "4"


async def test_all_writes_of_the_guests_of_a_network_share_a_limit(
    client: AsyncClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rate_limits.LIMITS, "guest_writes", Limit("guest_writes", 3))
    await sign_in(client, cast.alice)
    assert (await client.post("/comments-like")).status_code == 200
    client.cookies.clear()
    assert (await client.get("/notes")).status_code == 200
    for path in ("/comments-like", "/login-like", "/logout"):
        assert (await client.post(path, json={"text": "x"})).status_code < 300
    response = await client.post("/comments-like")
    assert (response.status_code, response.headers["x-ratelimit-limit"]) == (429, "3")
    assert response.json()["details"]["group"] == "guest_writes"


async def test_users_behind_one_ip_address_have_separate_limits(
    client: AsyncClient, cast: Cast
) -> None:
    alice, bob = await bearer_headers(cast.alice), await bearer_headers(cast.bob)
    for _ in range(30):
        assert (await client.post("/comments-like", headers=alice)).status_code == 200
    assert (await client.post("/comments-like", headers=alice)).status_code == 429
    assert (await client.post("/comments-like", headers=bob)).status_code == 200
    assert (await client.post("/comments-like")).status_code == 200


async def test_requests_of_one_account_by_cookie_and_by_token_share_a_limit(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    await client.post("/comments-like")
    response = await client.post("/comments-like", headers=await bearer_headers(cast.alice))
    assert response.headers["x-ratelimit-remaining"] == "28"


async def test_guests_in_the_same_ipv6_network_share_a_limit(db: None) -> None:
    app, remaining = create_app(notes.router), []
    for host in ("2001:db8::1", "2001:db8::2"):
        transport = ASGITransport(wrap_in_outer_middleware(app), client=(host, 4000))
        async with AsyncClient(transport=transport, base_url="http://localhost:3000") as guest:
            response = await guest.post("/comments-like")
            remaining.append(response.headers["x-ratelimit-remaining"])
    assert remaining == ["29", "28"]


async def test_a_route_without_a_rate_limit_sends_no_rate_limit_headers(
    client: AsyncClient,
) -> None:
    response = await client.get("/notes")
    assert not [name for name in response.headers if name.startswith("x-ratelimit")]


def test_an_unknown_rate_limit_group_raises_an_error_at_startup() -> None:
    with pytest.raises(ValueError, match="cafe"):
        rate_limit("cafe")


@pytest.fixture
async def rate_limits_in_redis(
    db: None, xdist_worker: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[None]:
    """Store the rate limits in an empty Redis database during a test."""
    monkeypatch.setenv("REDIS_URL", flush_redis_and_get_url(xdist_worker))
    settings.cache_clear()
    redis.get_client.cache_clear()
    rate_limits.get_window.cache_clear()
    yield
    await redis.close()


async def test_the_limit_in_redis_is_exact_under_concurrency(
    rate_limits_in_redis: None, client: AsyncClient
) -> None:
    assert isinstance(rate_limits.get_window(), RedisWindow)
    responses = await asyncio.gather(
        *(client.post("/login-like", json={"text": "x"}) for _ in range(20))
    )
    assert sorted(response.status_code for response in responses) == [200] * 5 + [429] * 15


def test_every_unsafe_route_is_rate_limited() -> None:
    unlimited = {
        route.path
        for route in create_app(csv_router).state.prefix_router.routes
        if not route.methods <= {"GET"}
        and not any(
            hasattr(dependency.call, "rate_limit_group")
            for dependency in route.dependant.dependencies
        )
    }
    assert unlimited == set()
