"""Tests of the HTTP API with which administrators manage advertisements."""

from typing import Any

from httpx import AsyncClient

from community.core import clock
from community.core.db.sessions import unit_of_work
from community.domain import advertising
from community.domain.advertising import Batch, CountKey, Slot
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.domain.advertising import rows
from tests.domain.advertising.rows import TEXT

API = "/admin-panel/api/advertisements"


async def create(client: AsyncClient, **values: Any) -> dict[str, Any]:
    response = await client.post(API, json={**TEXT, **values})
    assert response.status_code == 201, response.text
    created: dict[str, Any] = response.json()
    assert response.headers["location"] == f"{API}/{created['id']}"
    return created


async def test_advertisements_are_created_changed_and_deleted(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.olga)
    created = await create(client, audience={"tags": ["rye"]})
    path = f"{API}/{created['id']}"
    assert (created["status"], created["weight"]) == ("running", 10)
    second = await create(client, kind="feed", place="comments")
    response = await client.patch(path, json={"audience": {"readers": "guests"}, "weight": 20})
    changed = response.json()
    assert (changed["weight"], changed["title"]) == (20, TEXT["title"])
    assert changed["audience"]["readers"] == "guests"
    assert changed["audience"]["tags"] == ["rye"]
    response = await client.patch(path, json={"link": "javascript:alert(1)"})
    assert (response.status_code, list(response.json()["errors"])) == (422, ["link"])
    response = await client.put(f"{API}/order", json={"ids": [second["id"], created["id"]]})
    assert [item["id"] for item in response.json()["items"]] == [second["id"], created["id"]]
    assert (await client.get(path)).json()["weight"] == 20
    assert (await client.delete(path)).status_code == 204
    assert (await client.get(path)).status_code == 404
    assert len((await client.get(API)).json()["items"]) == 1


async def test_times_at_the_edges_of_the_calendar_are_invalid(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.olga)
    path = f"{API}/{(await create(client))['id']}"
    for field, time in (
        ("starts_at", "0001-01-01T00:00:00+14:00"),
        ("ends_at", "9999-12-31T23:59:59-12:00"),
        ("ends_at", "9999-12-31T00:00:00Z"),
    ):
        response = await client.patch(path, json={field: time})
        assert (response.status_code, list(response.json()["errors"])) == (422, [field])


async def test_only_another_administrator_can_approve(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.olga)
    created = await create(client)
    response = await client.post(f"{API}/{created['id']}/approve")
    assert (response.status_code, response.json()["code"]) == (403, "forbidden")


async def test_statistics_are_also_a_csv_file(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.olga)
    created = await create(client)
    today = clock.now().date()
    slot = Slot(created["id"], today, "sidebar", 0)
    async with unit_of_work() as session:
        batch = Batch({CountKey(slot, "shown"): 3, CountKey(slot, "impressions"): 2})
        await advertising.store_batch(session, batch)
    path = f"{API}/{created['id']}/statistics"
    expected = {"key": str(today), "shown": 3, "impressions": 2, "clicks": 0}
    assert (await client.get(path)).json() == {"items": [expected]}
    response = await client.get(f"{path}.csv?by=community")
    assert response.text.splitlines() == ["\ufeffcommunity,shown,impressions,clicks", "0,3,2,0"]
    assert (await client.get(f"{path}?by=person")).status_code == 422


async def test_data_contains_no_advertisements(client: AsyncClient, cast: Cast) -> None:
    """Programs and people who pay get posts and comments without any trace of them."""
    post, *_ = [await factories.post(cast.alice) for _ in range(4)]
    for place in advertising.PLACES:
        kind = "feed" if place in advertising.PLACES_BY_KIND["feed"] else "banner"
        await rows.create(cast.olga, place=place, kind=kind, every_nth=3)
    for path in ("/posts", "/feed", f"/posts/{post.id}", f"/posts/{post.id}/comments"):
        response = await client.get(path)
        assert response.status_code == 200, path
        assert post.title in response.text or "comments" in path
        assert "/ad/" not in response.text
        assert TEXT["title"] not in response.text
