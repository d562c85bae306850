"""Tests of HEAD and OPTIONS requests for HTML pages and for JSON."""

from collections.abc import Callable

import pytest
from httpx import AsyncClient
from starlette.types import ASGIApp

from community.api.app import create_app
from tests import factories
from tests.cast import Cast

PAGE_PATHS = [
    "/",
    "/popular",
    "/alice",
    "/p/1",
    "/p/1/on-sourdough",
    "/write",
    "/communities",
    "/no-one",
]
JSON_PATHS = ["/posts", "/posts/1", "/feed", "/notifications", "/api/openapi.json", "/posts/99"]


@pytest.fixture
async def client(make_html_client: Callable[[ASGIApp], AsyncClient], cast: Cast) -> AsyncClient:
    await factories.post(cast.alice)
    return make_html_client(create_app())


@pytest.mark.parametrize("path", [*PAGE_PATHS, "/feed.xml", "/sitemap.xml"])
async def test_a_head_request_for_a_page_returns_the_status_and_content_type_of_a_get_request(
    client: AsyncClient, path: str
) -> None:
    get, head = await client.get(path), await client.head(path)
    assert head.status_code == get.status_code
    assert head.headers.get("content-type") == get.headers.get("content-type")


@pytest.mark.parametrize("path", PAGE_PATHS)
async def test_a_head_request_for_a_page_returns_no_body(client: AsyncClient, path: str) -> None:
    assert not (await client.head(path)).content


@pytest.mark.parametrize("path", JSON_PATHS)
async def test_a_head_request_for_json_returns_the_status_of_a_get_request(
    client: AsyncClient, path: str
) -> None:
    headers = {"Accept": "application/json"}
    get, head = (
        await client.get(path, headers=headers),
        await client.head(path, headers=headers),
    )
    assert head.status_code == get.status_code


@pytest.mark.parametrize("path", JSON_PATHS[:4])
async def test_an_options_request_returns_the_allowed_methods(
    client: AsyncClient, path: str
) -> None:
    response = await client.options(path)
    assert response.status_code == 204
    assert "GET" in response.headers["allow"]
    assert not response.content


@pytest.mark.parametrize("path", PAGE_PATHS)
async def test_an_options_request_for_a_page_causes_no_server_error(
    client: AsyncClient, path: str
) -> None:
    assert (await client.options(path)).status_code < 500
