"""Rate limits over HTTP. The windows themselves have their stories in tests/throttle."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from httpx import ASGITransport, AsyncClient

from community.api.app import around, build
from community.api.limits import limited
from community.core import clock, redis
from community.core.settings import settings
from community.throttle import windows
from community.throttle.windows import RedisWindow
from tests.api import notes
from tests.api.people import bearer, sign_in
from tests.cast import Cast
from tests.redis_server import empty_database


async def login(client: AsyncClient, text: str = "x") -> int:
    return (await client.post("/login-like", json={"text": text})).status_code


async def test_an_allowed_answer_says_what_is_left(client: AsyncClient) -> None:
    answer = await client.post("/comments-like")
    assert answer.headers["x-ratelimit-limit"] == "30"
    assert answer.headers["x-ratelimit-remaining"] == "29"
    assert "x-ratelimit-reset" not in answer.headers


async def test_one_too_many_is_told_when_to_come_back(client: AsyncClient) -> None:
    for _ in range(5):
        assert await login(client) == 200
    answer = await client.post("/login-like", json={"text": "x"})
    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
    wait = int(answer.headers["retry-after"])
    assert answer.json()["details"] == {"group": "login", "retry_after": wait}
    assert 1 <= wait <= 60
    assert answer.headers["x-ratelimit-limit"] == "5"
    assert answer.headers["x-ratelimit-remaining"] == "0"
    assert abs(int(answer.headers["x-ratelimit-reset"]) - clock.now().timestamp() - wait) < 2
    with clock.moved(timedelta(seconds=wait)):
        assert await login(client) == 200


async def test_what_is_refused_for_another_reason_counts_and_says_so(client: AsyncClient) -> None:
    answer = await client.post("/login-like", json={"text": ""})
    assert answer.status_code == 422
    assert answer.headers["x-ratelimit-remaining"] == "4"


async def test_a_fault_of_ours_gives_the_hit_back(client: AsyncClient) -> None:
    for _ in range(7):
        assert await login(client, "break") == 500
    assert [await login(client) for _ in range(6)] == [200] * 5 + [429]


async def test_people_behind_one_address_do_not_use_up_each_others_limit(
    client: AsyncClient, cast: Cast
) -> None:
    alice, bob = await bearer(cast.alice), await bearer(cast.bob)
    for _ in range(30):
        assert (await client.post("/comments-like", headers=alice)).status_code == 200
    assert (await client.post("/comments-like", headers=alice)).status_code == 429
    assert (await client.post("/comments-like", headers=bob)).status_code == 200
    assert (await client.post("/comments-like")).status_code == 200


async def test_a_cookie_and_a_token_of_one_account_count_together(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    await client.post("/comments-like")
    answer = await client.post("/comments-like", headers=await bearer(cast.alice))
    assert answer.headers["x-ratelimit-remaining"] == "28"


async def test_guests_of_one_network_are_one_visitor(db: None) -> None:
    app, left = build(notes.router), []
    for host in ("2001:db8::1", "2001:db8::2"):
        transport = ASGITransport(around(app), client=(host, 4000))
        async with AsyncClient(transport=transport, base_url="http://localhost:3000") as guest:
            answer = await guest.post("/comments-like")
            left.append(answer.headers["x-ratelimit-remaining"])
    assert left == ["29", "28"]


async def test_a_route_without_a_limit_says_nothing_of_it(client: AsyncClient) -> None:
    answer = await client.get("/notes")
    assert not [name for name in answer.headers if name.startswith("x-ratelimit")]


def test_a_limit_that_does_not_exist_stops_the_start() -> None:
    with pytest.raises(ValueError, match="cafe"):
        limited("cafe")


@pytest.fixture
async def with_redis(db: None, worker: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    monkeypatch.setenv("REDIS_URL", empty_database(worker))
    settings.cache_clear()
    redis.connection.cache_clear()
    windows.window.cache_clear()
    yield
    await redis.close()


async def test_processes_with_one_redis_are_exact_together(
    with_redis: None, client: AsyncClient
) -> None:
    assert isinstance(windows.window(), RedisWindow)
    answers = await asyncio.gather(
        *(client.post("/login-like", json={"text": "x"}) for _ in range(20))
    )
    assert sorted(answer.status_code for answer in answers) == [200] * 5 + [429] * 15


def test_every_change_is_limited_but_leaving() -> None:
    unlimited = {
        route.path
        for route in build().state.interface.routes
        if not route.methods <= {"GET"}
        and not any(hasattr(needed.call, "group") for needed in route.dependant.dependencies)
    }
    assert unlimited == {"/logout"}
