"""Tests of the route that searches the site."""

from io import StringIO
from typing import Any

import pytest
from httpx import AsyncClient
from sqlmodel import SQLModel

from community.core.db.sessions import read_session
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.domain.actions import ignore, publish_post, reply


async def find(client: AsyncClient, **params: Any) -> dict[str, Any]:
    response = await client.get("/search", params=params)
    assert response.status_code == 200, response.text
    page: dict[str, Any] = response.json()
    return page


async def test_posts_and_comments_are_found(client: AsyncClient, cast: Cast) -> None:
    bread = await factories.community(cast.olga, "bread")
    post = await publish_post(cast.alice, "Ржаной хлеб", community_id=bread.id, tags=["рожь"])
    comment = await reply(cast.bob, post, "Хлеб <удался>")
    page = await find(client, q="хлебом")
    assert [item["type"] for item in page["items"]] == ["post", "comment"]
    found_post, found_comment = page["items"]
    assert found_post["target"]["url"] == (await client.get(f"/posts/{post.id}")).json()["url"]
    assert found_post["title_html"] == "Ржаной <mark>хлеб</mark>"
    assert found_comment["target"]["id"] == comment.id
    assert found_comment["excerpt_html"] == "<mark>Хлеб</mark> &lt;удался&gt;"
    assert found_comment["matches"] == 1
    assert (page["next_cursor"], page["did_you_mean"], page["total"]) == (None, None, 2)
    for params, types in (
        ({"type": "comment"}, ["comment"]),
        ({"author": "alice"}, ["post"]),
        ({"community": "bread"}, ["post", "comment"]),
        ({"tag": "рожь"}, ["post", "comment"]),
        ({"tag": ["рожь", "пшеница"]}, []),
        ({"from": "2020-01-01", "to": "2020-12-31"}, []),
        ({"from": "2020-01-01"}, ["post", "comment"]),
        ({"has_image": "true"}, []),
        ({"author": "unknown"}, []),
        ({"community": "unknown"}, []),
        ({"sort": "new"}, ["comment", "post"]),
    ):
        page = await find(client, q="хлебом", **params)
        assert [item["type"] for item in page["items"]] == types, params


async def test_pages_follow_each_other(client: AsyncClient, cast: Cast) -> None:
    for number in range(3):
        await publish_post(cast.alice, f"Хлеб {number}")
    first = await find(client, q="хлеб", limit=2)
    second = await find(client, q="хлеб", limit=2, cursor=first["next_cursor"])
    titles = [item["target"]["title"] for page in (first, second) for item in page["items"]]
    assert titles == ["Хлеб 2", "Хлеб 1", "Хлеб 0"]
    params = {"q": "хлеб", "cursor": first["next_cursor"], "sort": "new"}
    assert (await client.get("/search", params=params)).status_code == 422


async def test_ignored_users_are_not_found(client: AsyncClient, cast: Cast) -> None:
    await publish_post(cast.alice, "Хлеб")
    await ignore(cast.bob, cast.alice)
    await sign_in(client, cast.bob)
    page = await find(client, q="хлеб")
    assert (page["items"], page["total"]) == ([], 0)


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"q": ""},
        {"q": "a" * 201},
        {"q": "-хлеб"},
        {"q": '"" - * ('},
        {"q": "\x00"},
        {"q": "хлеб", "type": "planet"},
        {"q": "хлеб", "sort": "rank"},
        {"q": "хлеб", "from": "yesterday"},
        {"q": "хлеб", "to": "2026-13-01"},
        {"q": "хлеб", "from": "9" * 60},
        {"q": "хлеб", "cursor": "x"},
        {"q": "хлеб", "limit": 101},
    ],
)
async def test_invalid_requests_return_422(client: AsyncClient, params: dict[str, Any]) -> None:
    response = await client.get("/search", params=params)
    assert (response.status_code, response.json()["code"]) == (422, "validation")


async def test_an_address_that_is_too_long_returns_414(client: AsyncClient) -> None:
    assert (await client.get("/search", params={"q": "a" * 10_000})).status_code == 414


@pytest.mark.parametrize(
    "q",
    [
        "хлеб' OR '1'='1",
        'a"b"c" NEAR(a b) AND OR NOT',
        "a:* & !b | c <-> d \\",
        "%_%* хле*",
        "author:a author:b community:c tag:d " * 5,
        "слово " * 33,
        "ﷺ" * 200,
        "⑴½ŉ" * 50,
        "tag:" + "😀" * 100,
        "a\x00b",
        "from:9999-12-31 " + "é" * 100,
    ],
)
async def test_hostile_queries_find_nothing(client: AsyncClient, cast: Cast, q: str) -> None:
    await publish_post(cast.alice, "Хлеб")
    assert (await find(client, q=q))["items"] == []


async def test_times_at_the_ends_of_the_calendar_are_accepted(
    client: AsyncClient, cast: Cast
) -> None:
    await publish_post(cast.alice, "Хлеб")
    params = {"from": "0001-01-01", "to": "9999-12-31"}
    assert len((await find(client, q="хлеб", **params))["items"]) == 1
    params = {"from": "0001-01-01T00:00:00+14:00"}
    assert (await client.get("/search", params={"q": "хлеб", **params})).status_code == 422


async def test_what_people_search_for_is_neither_stored_nor_logged(
    client: AsyncClient, cast: Cast, log_output: StringIO
) -> None:
    word = "zzsecretword"
    await sign_in(client, cast.bob)
    for path in ("/search", "/users/suggest", "/search.atom"):
        for q in (word, f"{word} author:alice", f"-{word}"):
            await client.get(path, params={"q": q, "tag": word})
    async with read_session() as session:
        for table in SQLModel.metadata.sorted_tables:
            rows = (await session.execute(table.select())).all()
            assert word not in repr(rows), table.name
    assert word not in log_output.getvalue()
