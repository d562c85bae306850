"""Feeds over HTTP."""

from typing import Any

import pytest
from httpx import AsyncClient

from community.core.database import unit_of_work
from community.models import Follow, User
from tests import factories
from tests.api.people import bearer, sign_in
from tests.cast import Cast


async def titles(client: AsyncClient, **query: str | int) -> list[str]:
    answer = await client.get("/feed", params=query)
    assert answer.status_code == 200, answer.text
    return [each["title"] for each in answer.json()["items"]]


async def test_a_feed_is_walked_by_its_cursor(client: AsyncClient, cast: Cast) -> None:
    for number in range(3):
        await factories.post(cast.alice, f"Post {number}")
    first = (await client.get("/feed", params={"name": "new", "limit": 2})).json()
    assert [each["title"] for each in first["items"]] == ["Post 2", "Post 1"]
    assert "text" not in first["items"][0]
    rest = await titles(client, name="new", limit=2, cursor=first["next_cursor"])
    assert rest == ["Post 0"]


async def test_a_person_begins_with_the_feed_they_chose(client: AsyncClient, cast: Cast) -> None:
    await factories.post(cast.alice, "Followed")
    await factories.post(cast.charlie, "Stranger")
    async with unit_of_work() as session:
        session.add(Follow(follower_id=cast.bob.id, followed_id=cast.alice.id))
        (await session.get_one(User, cast.bob.id)).default_feed = "personal"
    assert len(await titles(client)) == 2
    await sign_in(client, cast.bob)
    assert await titles(client) == ["Followed"]
    assert len(await titles(client, name="popular")) == 2


async def test_guests_have_no_personal_feed(client: AsyncClient, cast: Cast) -> None:
    answer = await client.get("/feed", params={"name": "personal"})
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")


async def test_a_feed_of_a_community_and_of_a_tag(client: AsyncClient, cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    await factories.post(cast.alice, "Inside", community_id=bread.id)
    await factories.post(cast.alice, "Outside")
    assert await titles(client, community="bread") == ["Inside"]
    assert await titles(client, tag="a\x00b") == []
    assert (await client.get("/feed", params={"community": "nowhere"})).status_code == 404


async def every_title(client: AsyncClient, address: str, **query: str | int) -> list[str]:
    """All pages of a list, two at a time."""
    found: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        params = {**query, "limit": 2, "cursor": cursor}
        page = (await client.get(address, params=params)).json()
        assert len(page["items"]) <= 2
        found += [each["title"] for each in page["items"]]
        cursor = page["next_cursor"]
    return found


@pytest.mark.parametrize("query", [{"author": "alice"}, {"community": "bread"}])
async def test_a_pinned_post_is_in_the_list_once(
    client: AsyncClient, cast: Cast, query: dict[str, str | int]
) -> None:
    bread = await factories.community(cast.alice)
    place = bread.id if "community" in query else None
    old = await factories.post(cast.alice, "old", community_id=place)
    for title in ("middle", "new"):
        await factories.post(cast.alice, title, community_id=place)
    await client.post(f"/posts/{old.id}/pin", headers=await bearer(cast.alice))
    assert await every_title(client, "/posts", **query) == ["new", "middle", "old"]
    [pinned] = [
        each
        for each in (await client.get("/posts", params=query)).json()["items"]
        if each["is_pinned"]
    ]
    assert pinned["id"] == old.id
    if "community" in query:
        for name in ("new", "popular"):
            found = await every_title(client, "/feed", name=name, **query)
            assert sorted(found) == ["middle", "new", "old"]


@pytest.mark.parametrize(
    "query", [{"name": "best"}, {"cursor": "nonsense"}, {"limit": 0}, {"limit": 101}]
)
async def test_what_there_is_not_is_refused(
    client: AsyncClient, cast: Cast, query: dict[str, str | int]
) -> None:
    assert (await client.get("/feed", params=query)).status_code == 422


async def test_what_stands_beside_a_feed(client: AsyncClient, cast: Cast) -> None:
    nothing: dict[str, Any] = {"items": [], "next_cursor": None}
    assert (await client.get("/feed/authors")).json() == nothing
    assert (await client.get("/feed/discussions", params={"limit": 3})).json() == nothing
