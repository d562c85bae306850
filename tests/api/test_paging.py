import pytest
from httpx import AsyncClient


async def test_a_page_has_twenty_items_unless_asked_otherwise(client: AsyncClient) -> None:
    assert (await client.get("/notes")).json() == {"cursor": None, "limit": 20}
    answer = await client.get("/notes", params={"cursor": "abc", "limit": 100})
    assert answer.json() == {"cursor": "abc", "limit": 100}


@pytest.mark.parametrize("limit", ["0", "101", "-1", "many", "1e3"])
async def test_a_page_has_one_to_a_hundred_items(client: AsyncClient, limit: str) -> None:
    answer = await client.get("/notes", params={"limit": limit})
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == ["limit"]


async def test_an_endless_cursor_is_refused(client: AsyncClient) -> None:
    assert (await client.get("/notes", params={"cursor": "x" * 501})).status_code == 422
