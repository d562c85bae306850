import asyncio

import pytest
from httpx import ASGITransport, AsyncClient

from community.api.app import around, build
from community.core import metrics
from community.core.settings import settings


async def test_strangers_do_not_learn_that_there_are_numbers(client: AsyncClient) -> None:
    answer = await client.get("/metrics")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_the_holder_of_the_token_reads_them(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("METRICS_TOKEN", "s3cret")
    settings.cache_clear()
    wrong = await client.get("/metrics", headers={"authorization": "Bearer s3cret!"})
    assert wrong.status_code == 404
    right = await client.get("/metrics", headers={"authorization": "Bearer s3cret"})
    assert right.status_code == 200


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
async def test_this_machine_reads_them(db: None, host: str) -> None:
    transport = ASGITransport(around(build()), client=(host, 4000))
    async with AsyncClient(transport=transport, base_url="http://localhost") as client:
        assert (await client.get("/metrics")).headers["content-type"].startswith("text/plain")
        passed_on = await client.get("/metrics", headers={"x-forwarded-for": "203.0.113.7"})
        assert passed_on.status_code == 404


async def test_requests_are_counted_by_the_template_of_their_route(client: AsyncClient) -> None:
    counted = metrics.requests.labels("GET", "/notes/{number}", 404)
    before = counted._value.get()
    for number in range(3):
        await client.get(f"/notes/{number}")
    assert counted._value.get() - before == 3


async def test_a_loop_that_is_late_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "LOOP_SAMPLE_SECONDS", 0.0)
    metrics.loop_lag.set(-1)
    watch = asyncio.create_task(metrics.watch(lambda: 3))
    try:
        async with asyncio.timeout(5):
            while metrics.loop_lag._value.get() < 0:  # noqa: ASYNC110 - a gauge has no event
                await asyncio.sleep(0)
    finally:
        watch.cancel()
    assert metrics.sockets._value.get() == 3
