"""What is asked with another verb than GET at the addresses of pages and of data."""

from collections.abc import Callable

import pytest
from httpx import AsyncClient
from starlette.types import ASGIApp

from community.api.app import build
from tests import factories
from tests.cast import Cast

PAGES = [
    "/",
    "/popular",
    "/alice",
    "/p/1",
    "/p/1/on-sourdough",
    "/write",
    "/communities",
    "/no-one",
]
DATA = ["/posts", "/posts/1", "/feed", "/notifications", "/api/openapi.json", "/posts/99"]


@pytest.fixture
async def site(behind: Callable[[ASGIApp], AsyncClient], cast: Cast) -> AsyncClient:
    await factories.post(cast.alice)
    return behind(build())


@pytest.mark.parametrize("path", [*PAGES, "/feed.xml", "/sitemap.xml"])
async def test_a_page_is_announced_as_it_would_be_answered(site: AsyncClient, path: str) -> None:
    whole, announced = await site.get(path), await site.head(path)
    assert announced.status_code == whole.status_code
    assert announced.headers.get("content-type") == whole.headers.get("content-type")


@pytest.mark.parametrize("path", PAGES)
async def test_the_announcement_of_a_page_has_no_body(site: AsyncClient, path: str) -> None:
    assert not (await site.head(path)).content


@pytest.mark.parametrize("path", DATA)
async def test_data_is_announced_too(site: AsyncClient, path: str) -> None:
    program = {"Accept": "application/json"}
    whole, announced = await site.get(path, headers=program), await site.head(path, headers=program)
    assert announced.status_code == whole.status_code


@pytest.mark.parametrize("path", DATA[:4])
async def test_what_can_be_done_at_an_address_is_told(site: AsyncClient, path: str) -> None:
    told = await site.options(path)
    assert told.status_code == 204
    assert "GET" in told.headers["allow"]
    assert not told.content


@pytest.mark.parametrize("path", PAGES)
async def test_asking_what_can_be_done_with_a_page_is_no_fault(
    site: AsyncClient, path: str
) -> None:
    assert (await site.options(path)).status_code < 500
