"""Tests of request IDs, security headers and request logging."""

import logging

import pytest
from httpx import AsyncClient

from community.core.settings import settings


async def test_a_valid_request_id_is_returned_in_the_response(client: AsyncClient) -> None:
    response = await client.get("/notes", headers={"x-request-id": "trace:1.2-3_4"})
    assert response.headers["x-request-id"] == "trace:1.2-3_4"


@pytest.mark.parametrize("request_id", ["", "x" * 65, "a b", '"><script>', "a\tb"])
async def test_an_unsafe_request_id_is_replaced(client: AsyncClient, request_id: str) -> None:
    response = await client.get("/notes", headers={"x-request-id": request_id})
    assert len(response.headers["x-request-id"]) == 16


async def test_json_responses_have_security_headers(client: AsyncClient) -> None:
    for path in ("/notes", "/notes/1"):
        headers = (await client.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
        assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert headers["cache-control"] == "private, no-cache"
        assert "Cookie" in headers["vary"]
        assert "strict-transport-security" not in headers


async def test_https_responses_have_the_hsts_header(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://example.com")
    settings.cache_clear()
    assert "max-age" in (await client.get("/notes")).headers["strict-transport-security"]


async def test_unsafe_requests_are_logged_without_the_query_string(
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
