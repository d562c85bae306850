"""Tests of the limits of URLs and headers."""

import json
from io import StringIO

import pytest
from httpx import AsyncClient

from community.core.http.request_limits import MAX_HEADER_BYTES, MAX_HEADER_COUNT, MAX_URL_BYTES


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("url", ["/" + "a" * 20_000, "/health?" + "a" * 20_000])
async def test_a_long_url_is_rejected(
    client: AsyncClient, log_output: StringIO, method: str, url: str
) -> None:
    response = await client.request(method, url)
    assert (response.status_code, response.json()["code"]) == (414, "uri_too_long")
    assert "x-request-id" in response.headers
    assert all(len(line) < 3_000 for line in log_output.getvalue().splitlines())


async def test_the_longest_allowed_url_is_logged_in_part(
    client: AsyncClient, log_output: StringIO
) -> None:
    response = await client.post("/" + "a" * (MAX_URL_BYTES - 1))
    assert response.status_code == 405
    [line] = log_output.getvalue().splitlines()
    assert json.loads(line)["path"].endswith("characters cut]")


@pytest.mark.parametrize(
    "headers",
    [
        [("x-long", "a" * MAX_HEADER_BYTES)],
        [(f"x-{number}", "") for number in range(MAX_HEADER_COUNT)],
    ],
)
async def test_long_or_many_headers_are_rejected(
    client: AsyncClient, headers: list[tuple[str, str]]
) -> None:
    response = await client.get("/health", headers=headers)
    assert (response.status_code, response.json()["code"]) == (431, "headers_too_large")
