import pytest
from httpx import AsyncClient

from community import urls
from community.api.app import ROUTERS
from community.api.http.responses import JsonDefaultRoute
from community.core.http.content_negotiation import accepts_gzip, get_quality

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"


async def test_a_route_with_html_as_default_serves_json_to_clients_that_accept_only_json(
    client: AsyncClient,
) -> None:
    response = await client.get("/paper", headers={"accept": "application/json"})
    assert response.json() == {"paper": "json"}
    assert "accept" in response.headers["vary"].lower()


@pytest.mark.parametrize("accept", [BROWSER, "*/*", "text/html, application/json;q=0.5", ""])
async def test_a_route_with_html_as_default_serves_html_unless_the_client_prefers_json(
    client: AsyncClient, accept: str
) -> None:
    assert (await client.get("/paper", headers={"accept": accept})).status_code == 404


@pytest.mark.parametrize("accept", ["*/*", "", "application/json", "application/json, text/html"])
async def test_a_route_with_json_as_default_serves_json_unless_the_client_prefers_html(
    client: AsyncClient, accept: str
) -> None:
    response = await client.get("/inbox", headers={"accept": accept})
    assert response.json() == {"inbox": "json"}


async def test_a_route_with_json_as_default_serves_html_to_a_browser(client: AsyncClient) -> None:
    assert (await client.get("/inbox", headers={"accept": BROWSER})).status_code == 404


def test_the_urls_module_lists_every_route_with_json_as_default() -> None:
    routes = [route for router in ROUTERS for route in router.routes]
    paths = {route.path for route in routes if isinstance(route, JsonDefaultRoute)}
    assert paths == urls.JSON_BY_DEFAULT


@pytest.mark.parametrize(
    ("accept", "quality"),
    [
        ("application/json", 1.0),
        ("application/*;q=0.4", 0.4),
        ("application/*;q=0.4, application/json;q=0", 0.0),
        ("APPLICATION/JSON ; q=0.3", 0.3),
        ("application/json;q=nonsense", 0.0),
        ("*/*", 0.0),
        ("", 0.0),
    ],
)
def test_the_quality_of_a_media_type_is_read_from_the_accept_header(
    accept: str, quality: float
) -> None:
    assert get_quality(accept, "application/json") == quality


@pytest.mark.parametrize(
    ("accept_encoding", "is_compressed"),
    [
        ("", False),
        ("gzip", True),
        ("GZIP", True),
        ("br, gzip;q=0.8", True),
        ("x-gzip", True),
        ("*", True),
        ("gzip;q=0", False),
        ("gzip ; Q=0.000", False),
        ("gzip;q=0, *", False),
        ("gzip;q=0.5, identity;q=0.9", False),
        ("gzip;q=0.5, identity;q=0.1", True),
        ("*;q=0", False),
        ("gzip, *;q=0", True),
        ("identity;q=0", True),
        ("identity, *;q=0", False),
        ("deflate, gzipped", False),
        ("gzip;q=nonsense", False),
        ("gzip;q=nan", False),
    ],
)
def test_the_response_is_compressed_only_for_clients_that_accept_it(
    accept_encoding: str, is_compressed: bool
) -> None:
    assert accepts_gzip(accept_encoding) is is_compressed


@pytest.mark.parametrize(("accept_encoding", "encoding"), [("gzip", "gzip"), ("gzip;q=0", None)])
async def test_documents_respect_the_accept_encoding_header(
    client: AsyncClient, accept_encoding: str, encoding: str | None
) -> None:
    response = await client.get(
        "/api/docs/swagger-ui.css", headers={"accept-encoding": accept_encoding}
    )
    assert response.headers.get("content-encoding") == encoding
