"""What every answer carries, and what is written about it."""

import logging

import pytest
from httpx import AsyncClient

from community.core.settings import settings


async def test_a_request_keeps_its_id(client: AsyncClient) -> None:
    answer = await client.get("/notes", headers={"x-request-id": "trace:1.2-3_4"})
    assert answer.headers["x-request-id"] == "trace:1.2-3_4"


@pytest.mark.parametrize("given", ["", "x" * 65, "a b", '"><script>', "a\tb"])
async def test_an_id_that_could_harm_a_log_is_replaced(client: AsyncClient, given: str) -> None:
    answer = await client.get("/notes", headers={"x-request-id": given})
    assert len(answer.headers["x-request-id"]) == 16


async def test_data_is_never_run_framed_or_shared(client: AsyncClient) -> None:
    for path in ("/notes", "/notes/1"):
        headers = (await client.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
        assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert headers["cache-control"] == "private, no-cache"
        assert "Cookie" in headers["vary"]
        assert "strict-transport-security" not in headers


async def test_under_https_a_browser_stays_there(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://example.com")
    settings.cache_clear()
    assert "max-age" in (await client.get("/notes")).headers["strict-transport-security"]


async def test_a_change_is_written_down_without_its_query(
    client: AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        await client.post("/notes?token=SECRET", json={"text": "milk"})
        await client.get("/notes")
    lines = [record.getMessage() for record in caplog.records if "request" in record.getMessage()]
    assert len(lines) == 1
    assert "/notes" in lines[0]
    assert "201" in lines[0]
    assert "SECRET" not in lines[0]
