import pytest
from httpx import AsyncClient

from community import urls
from community.api.app import SUBJECTS
from community.api.negotiation import JsonUnlessPage
from community.core.accept import named

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"


async def test_a_page_with_data_gives_data_to_who_asks_for_it(client: AsyncClient) -> None:
    answer = await client.get("/paper", headers={"accept": "application/json"})
    assert answer.json() == {"paper": "json"}
    assert "accept" in answer.headers["vary"].lower()


@pytest.mark.parametrize("accept", [BROWSER, "*/*", "text/html, application/json;q=0.5", ""])
async def test_a_page_with_data_is_a_page_to_everybody_else(
    client: AsyncClient, accept: str
) -> None:
    assert (await client.get("/paper", headers={"accept": accept})).status_code == 404


@pytest.mark.parametrize("accept", ["*/*", "", "application/json", "application/json, text/html"])
async def test_data_with_a_page_is_data_by_default(client: AsyncClient, accept: str) -> None:
    answer = await client.get("/inbox", headers={"accept": accept})
    assert answer.json() == {"inbox": "json"}


async def test_data_with_a_page_is_a_page_in_a_browser(client: AsyncClient) -> None:
    assert (await client.get("/inbox", headers={"accept": BROWSER})).status_code == 404


def test_pages_know_which_addresses_are_data_first() -> None:
    routes = [route for router in SUBJECTS for route in router.routes]
    found = {route.path for route in routes if isinstance(route, JsonUnlessPage)}
    assert found == urls.DATA_FIRST


@pytest.mark.parametrize(
    ("accept", "wanted"),
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
def test_only_what_is_named_is_wanted(accept: str, wanted: float) -> None:
    assert named(accept, "application/json") == wanted
