from collections.abc import AsyncIterator

import pytest
from httpx import ASGITransport, AsyncClient
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from community.api.app import around, build
from tests.api import notes


async def page(request: Request) -> PlainTextResponse:
    return PlainTextResponse(f"page {request.url.path}")


@pytest.fixture
async def site_client(db: None) -> AsyncIterator[AsyncClient]:
    """The interface with pages behind it, as Reflex mounts them."""
    app = build(notes.router)
    app.mount("", Starlette(routes=[Route("/{path:path}", page)]))
    async with AsyncClient(
        transport=ASGITransport(around(app)), base_url="http://localhost"
    ) as client:
        yield client


async def test_what_the_interface_does_not_know_is_a_page(site_client: AsyncClient) -> None:
    assert (await site_client.get("/p/1/on-sourdough")).text == "page /p/1/on-sourdough"


async def test_an_address_of_the_interface_opened_in_a_browser_is_a_page(
    site_client: AsyncClient,
) -> None:
    assert (await site_client.get("/sign")).text == "page /sign"


async def test_a_program_is_told_which_methods_an_address_has(site_client: AsyncClient) -> None:
    answer = await site_client.get("/sign", headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert answer.headers["allow"] == "POST"
    answer = await site_client.put("/notes/5")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "DELETE, GET"


async def test_a_program_is_told_that_there_is_nothing(site_client: AsyncClient) -> None:
    answer = await site_client.get("/no/where", headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_an_address_tells_what_can_be_done_there(site_client: AsyncClient) -> None:
    answer = await site_client.options("/notes")
    assert (answer.status_code, answer.headers["allow"]) == (204, "GET, POST")


@pytest.mark.parametrize("path", ["/", "/p/1/on-sourdough", "/notes"])
async def test_a_page_tells_it_too_and_is_not_traced(site_client: AsyncClient, path: str) -> None:
    told = await site_client.options(path)
    assert (told.status_code, told.headers["allow"].split(", ")[0]) == (204, "GET")
    for method in ("TRACE", "PROPFIND"):
        traced = await site_client.request(method, path)
        assert traced.status_code in {404, 405}
        assert traced.headers["content-type"] == "application/problem+json"


async def test_a_page_with_data_cannot_be_changed(site_client: AsyncClient) -> None:
    assert (await site_client.put("/paper")).status_code == 405


@pytest.mark.parametrize("path", ["/no/where", "/notes/", "/"])
async def test_changing_what_is_not_there_is_404(site_client: AsyncClient, path: str) -> None:
    answer = await site_client.post(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_nothing_below_api_is_a_page(site_client: AsyncClient) -> None:
    answer = await site_client.get("/api/nowhere", headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_reflex_keeps_its_own_addresses(site_client: AsyncClient) -> None:
    assert (await site_client.post("/_rx/ping")).status_code == 405  # of the app behind


async def test_head_is_answered_like_get_without_its_body(site_client: AsyncClient) -> None:
    assert (await site_client.head("/notes")).status_code == 200


async def test_percent_signs_and_odd_paths_do_no_harm(site_client: AsyncClient) -> None:
    for path in ("/%00", "/%ff%fe", "//notes", "/notes/%2e%2e", "/" + "a" * 5000):
        assert (await site_client.get(path)).status_code < 500
