import asyncio

import pytest
from httpx import ASGITransport, AsyncClient

from community.api.app import create_app, wrap_in_outer_middleware
from community.core.processes import metrics
from community.core.settings import settings


async def test_a_metrics_request_without_a_token_returns_404(client: AsyncClient) -> None:
    response = await client.get("/metrics")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


async def test_metrics_are_served_to_a_request_with_the_metrics_token(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("METRICS_TOKEN", "s3cret")
    settings.cache_clear()
    response = await client.get("/metrics", headers={"authorization": "Bearer s3cret!"})
    assert response.status_code == 404
    response = await client.get("/metrics", headers={"authorization": "Bearer s3cret"})
    assert response.status_code == 200


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
async def test_metrics_are_served_to_requests_from_localhost(db: None, host: str) -> None:
    transport = ASGITransport(wrap_in_outer_middleware(create_app()), client=(host, 4000))
    async with AsyncClient(transport=transport, base_url="http://localhost") as client:
        assert (await client.get("/metrics")).headers["content-type"].startswith("text/plain")
        proxied = await client.get("/metrics", headers={"x-forwarded-for": "203.0.113.7"})
        assert proxied.status_code == 404


async def test_metrics_count_requests_per_route_template(client: AsyncClient) -> None:
    counter = metrics.requests.labels("GET", "/notes/{number}", 404)
    before = counter._value.get()
    for number in range(3):
        await client.get(f"/notes/{number}")
    assert counter._value.get() - before == 3


async def test_event_loop_lag_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "LOOP_SAMPLE_SECONDS", 0.0)
    metrics.loop_lag.set(-1)
    sampling = asyncio.create_task(metrics.sample_process_metrics(lambda: 3))
    try:
        async with asyncio.timeout(30):
            while metrics.loop_lag._value.get() < 0:  # noqa: ASYNC110 - a gauge has no event
                await asyncio.sleep(0)
    finally:
        sampling.cancel()
    assert metrics.sockets._value.get() == 3
