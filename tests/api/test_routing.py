from collections.abc import AsyncIterator

import pytest
from httpx import ASGITransport, AsyncClient
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from community.api.app import create_app, wrap_in_outer_middleware
from tests.api import notes


async def serve_page(request: Request) -> PlainTextResponse:
    return PlainTextResponse(f"page {request.url.path}")


@pytest.fixture
async def client_with_pages(db: None) -> AsyncIterator[AsyncClient]:
    """Yield an HTTP client for an app with API routes and pages.

    As in a Reflex app, the pages receive all requests that match no API route.
    """
    app = create_app(notes.router)
    app.mount("", Starlette(routes=[Route("/{path:path}", serve_page)]))
    async with AsyncClient(
        transport=ASGITransport(wrap_in_outer_middleware(app)), base_url="http://localhost"
    ) as client:
        yield client


async def test_urls_unknown_to_the_api_are_passed_to_the_pages(
    client_with_pages: AsyncClient,
) -> None:
    assert (await client_with_pages.get("/p/1/on-sourdough")).text == "page /p/1/on-sourdough"


async def test_a_browser_gets_a_page_if_the_api_route_does_not_accept_get(
    client_with_pages: AsyncClient,
) -> None:
    assert (await client_with_pages.get("/sign")).text == "page /sign"


async def test_an_unsupported_method_returns_405_with_the_allow_header(
    client_with_pages: AsyncClient,
) -> None:
    response = await client_with_pages.get("/sign", headers={"accept": "application/json"})
    assert (response.status_code, response.json()["code"]) == (405, "method_not_allowed")
    assert response.headers["allow"] == "POST"
    response = await client_with_pages.put("/notes/5")
    assert response.status_code == 405
    assert response.headers["allow"] == "DELETE, GET"


async def test_an_unknown_url_returns_404_to_api_clients(client_with_pages: AsyncClient) -> None:
    response = await client_with_pages.get("/no/where", headers={"accept": "application/json"})
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


async def test_an_options_request_returns_the_allowed_methods(
    client_with_pages: AsyncClient,
) -> None:
    response = await client_with_pages.options("/notes")
    assert (response.status_code, response.headers["allow"]) == (204, "GET, POST")


@pytest.mark.parametrize("path", ["/", "/p/1/on-sourdough", "/notes"])
async def test_pages_accept_options_requests_and_reject_trace_requests(
    client_with_pages: AsyncClient, path: str
) -> None:
    response = await client_with_pages.options(path)
    assert (response.status_code, response.headers["allow"].split(", ")[0]) == (204, "GET")
    for method in ("TRACE", "PROPFIND"):
        response = await client_with_pages.request(method, path)
        assert response.status_code in {404, 405}
        assert response.headers["content-type"] == "application/problem+json"


async def test_put_to_a_read_only_url_returns_405(client_with_pages: AsyncClient) -> None:
    assert (await client_with_pages.put("/paper")).status_code == 405


@pytest.mark.parametrize("path", ["/no/where", "/notes/", "/"])
async def test_an_unsafe_method_on_an_unknown_url_returns_404(
    client_with_pages: AsyncClient, path: str
) -> None:
    response = await client_with_pages.post(path)
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


async def test_unknown_urls_below_api_return_404_as_json(client_with_pages: AsyncClient) -> None:
    response = await client_with_pages.get("/api/nowhere", headers={"accept": "application/json"})
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


async def test_reflex_urls_are_passed_to_reflex(client_with_pages: AsyncClient) -> None:
    assert (
        await client_with_pages.post("/_rx/ping")
    ).status_code == 405  # returned by the application behind the API


async def test_a_head_request_returns_the_status_of_a_get_request(
    client_with_pages: AsyncClient,
) -> None:
    assert (await client_with_pages.head("/notes")).status_code == 200


async def test_malformed_paths_cause_no_server_error(client_with_pages: AsyncClient) -> None:
    for path in ("/%00", "/%ff%fe", "//notes", "/notes/%2e%2e", "/" + "a" * 5000):
        assert (await client_with_pages.get(path)).status_code < 500
