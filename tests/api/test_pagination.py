import pytest
from httpx import AsyncClient


async def test_the_default_page_size_is_twenty(client: AsyncClient) -> None:
    assert (await client.get("/notes")).json() == {"cursor": None, "limit": 20}
    response = await client.get("/notes", params={"cursor": "abc", "limit": 100})
    assert response.json() == {"cursor": "abc", "limit": 100}


@pytest.mark.parametrize("limit", ["0", "101", "-1", "many", "1e3"])
async def test_the_page_size_must_be_between_1_and_100(client: AsyncClient, limit: str) -> None:
    response = await client.get("/notes", params={"limit": limit})
    assert response.status_code == 422
    assert list(response.json()["errors"]) == ["limit"]


async def test_a_too_long_cursor_is_rejected(client: AsyncClient) -> None:
    assert (await client.get("/notes", params={"cursor": "x" * 501})).status_code == 422
