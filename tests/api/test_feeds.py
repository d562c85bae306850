"""Tests of the feeds API."""

from datetime import timedelta
from typing import Any

import pytest
from httpx import AsyncClient

from community.core import clock
from community.core.db.sessions import unit_of_work
from community.jobs.runner import run_scheduled_job
from community.models import Follow, User
from tests import factories
from tests.api.credentials import bearer_headers, sign_in
from tests.cast import Cast

PREFER_JSON = {"Accept": "application/json"}


async def list_feed_titles(client: AsyncClient, **query: str | int) -> list[str]:
    response = await client.get("/feed", params=query)
    assert response.status_code == 200, response.text
    return [item["title"] for item in response.json()["items"]]


async def test_a_feed_is_paginated_by_cursor(client: AsyncClient, cast: Cast) -> None:
    for number in range(3):
        await factories.post(cast.alice, f"Post {number}")
    first = (await client.get("/feed", params={"name": "new", "limit": 2})).json()
    assert [item["title"] for item in first["items"]] == ["Post 2", "Post 1"]
    assert "text" not in first["items"][0]
    rest = await list_feed_titles(client, name="new", limit=2, cursor=first["next_cursor"])
    assert rest == ["Post 0"]


async def test_without_a_feed_parameter_the_default_feed_of_the_user_is_returned(
    client: AsyncClient, cast: Cast
) -> None:
    await factories.post(cast.alice, "Followed")
    await factories.post(cast.charlie, "Stranger")
    async with unit_of_work() as session:
        session.add(Follow(follower_id=cast.bob.id, followed_id=cast.alice.id))
        (await session.get_one(User, cast.bob.id)).default_feed = "personal"
    assert len(await list_feed_titles(client)) == 2
    await sign_in(client, cast.bob)
    assert await list_feed_titles(client) == ["Followed"]
    assert len(await list_feed_titles(client, name="popular")) == 2


async def test_guests_have_no_personal_feed(client: AsyncClient, cast: Cast) -> None:
    response = await client.get("/feed", params={"name": "personal"})
    assert (response.status_code, response.json()["code"]) == (401, "unauthenticated")


async def test_feeds_can_be_filtered_by_community_or_tag(client: AsyncClient, cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    await factories.post(cast.alice, "Inside", community_id=bread.id)
    await factories.post(cast.alice, "Outside")
    assert await list_feed_titles(client, community="bread") == ["Inside"]
    assert await list_feed_titles(client, tag="a\x00b") == []
    assert (await client.get("/feed", params={"community": "nowhere"})).status_code == 404


async def list_all_titles(client: AsyncClient, url: str, **query: str | int) -> list[str]:
    """Request all pages of the list at `url`, two items per page, and return the titles."""
    titles: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        params = {**query, "limit": 2, "cursor": cursor}
        page = (await client.get(url, params=params)).json()
        assert len(page["items"]) <= 2
        titles += [item["title"] for item in page["items"]]
        cursor = page["next_cursor"]
    return titles


@pytest.mark.parametrize("query", [{"author": "alice"}, {"community": "bread"}])
async def test_a_pinned_post_appears_only_once_in_a_paginated_list(
    client: AsyncClient, cast: Cast, query: dict[str, str | int]
) -> None:
    bread = await factories.community(cast.alice)
    community_id = bread.id if "community" in query else None
    old = await factories.post(cast.alice, "old", community_id=community_id)
    for title in ("middle", "new"):
        await factories.post(cast.alice, title, community_id=community_id)
    await client.post(f"/posts/{old.id}/pin", headers=await bearer_headers(cast.alice))
    assert await list_all_titles(client, "/posts", **query) == ["new", "middle", "old"]
    [pinned] = [
        item
        for item in (await client.get("/posts", params=query)).json()["items"]
        if item["is_pinned"]
    ]
    assert pinned["id"] == old.id
    if "community" in query:
        for name in ("new", "popular"):
            titles = await list_all_titles(client, "/feed", name=name, **query)
            assert sorted(titles) == ["middle", "new", "old"]


@pytest.mark.parametrize(
    "query", [{"name": "best"}, {"cursor": "nonsense"}, {"limit": 0}, {"limit": 101}]
)
async def test_invalid_query_parameters_are_rejected(
    client: AsyncClient, cast: Cast, query: dict[str, str | int]
) -> None:
    assert (await client.get("/feed", params=query)).status_code == 422


async def test_top_authors_and_active_discussions_are_empty_pages_on_a_new_site(
    client: AsyncClient, cast: Cast
) -> None:
    empty_page: dict[str, Any] = {"items": [], "next_cursor": None}
    assert (await client.get("/top-authors", headers=PREFER_JSON)).json() == empty_page
    assert (await client.get("/feed/discussions", params={"limit": 3})).json() == empty_page


async def test_top_authors_of_a_period_are_listed_page_by_page(
    client: AsyncClient, cast: Cast
) -> None:
    async with unit_of_work() as session:
        for days, author in ((2, cast.alice), (2, cast.bob), (20, cast.charlie)):
            created_at = clock.now() - timedelta(days=days)
            session.add(
                Follow(follower_id=cast.olga.id, followed_id=author.id, created_at=created_at)
            )
    await run_scheduled_job("update_top_authors")
    query: dict[str, Any] = {"period": "week", "limit": 1}
    first = (await client.get("/top-authors", params=query, headers=PREFER_JSON)).json()
    query["cursor"] = first["next_cursor"]
    second = (await client.get("/top-authors", params=query, headers=PREFER_JSON)).json()
    assert [page["items"][0]["slug"] for page in (first, second)] == ["alice", "bob"]
    assert second["next_cursor"] is None
    for invalid in ({"period": "decade"}, {"cursor": "x"}, {"limit": 0}):
        response = await client.get("/top-authors", params=invalid, headers=PREFER_JSON)
        assert response.status_code == 422
