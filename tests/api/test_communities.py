"""Tests of the communities API."""

import pytest
from httpx import AsyncClient

from community.core.db import pagination
from community.core.db.sessions import unit_of_work
from community.domain import communities
from tests import factories
from tests.api.credentials import bearer_headers, sign_in
from tests.cast import Cast

BREAD = {"slug": "bread", "name": "Bread", "rules": "Be *kind*."}


async def test_a_community_is_created(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    response = await client.post("/communities", json=BREAD)
    view = response.json()
    assert response.status_code == 201
    assert view["url"] == "/c/bread"
    assert (await client.get(response.headers["location"])).json() == view
    assert view["owner"]["slug"] == "alice"
    expected = (
        "id slug name description avatar header rules rules_html owner moderators members_count "
        "posts_count posting premoderates_comments is_member is_moderator is_subscribed can_post "
        "can_edit can_reopen created_at closed_at url"
    )
    assert set(view) == set(expected.split())


async def test_a_community_is_found_by_id_and_by_slug(client: AsyncClient, cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    for id_or_slug in (bread.id, "bread", "BREAD"):
        assert (await client.get(f"/communities/{id_or_slug}")).json()["id"] == bread.id


@pytest.mark.parametrize("id_or_slug", ["nobody", "a%00b", "0", "9" * 30, "%D0%BA", "x" * 300])
async def test_an_unknown_community_is_not_found(
    client: AsyncClient, cast: Cast, id_or_slug: str
) -> None:
    response = await client.get(f"/communities/{id_or_slug}")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


async def test_a_former_slug_redirects_to_the_current_slug(client: AsyncClient, cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    async with unit_of_work() as session:
        await communities.edit(session, cast.alice, community_id=bread.id, slug="loaf")
    response = await client.get("/communities/bread")
    assert (response.status_code, response.headers["location"]) == (301, "/communities/loaf")


async def test_a_taken_slug_returns_a_conflict_error_for_the_slug_field(
    client: AsyncClient, cast: Cast
) -> None:
    await factories.community(cast.alice)
    await sign_in(client, cast.bob)
    response = await client.post("/communities", json=BREAD)
    assert (response.status_code, list(response.json()["errors"])) == (409, ["slug"])
    response = await client.post("/communities", json={"slug": "?", "name": ""})
    assert (response.status_code, list(response.json()["errors"])) == (422, ["slug", "name"])


async def test_editing_a_community_changes_only_the_given_fields(
    client: AsyncClient, cast: Cast
) -> None:
    bread = await factories.community(cast.alice, description="Rise.")
    await sign_in(client, cast.alice)
    response = await client.patch(f"/communities/{bread.id}", json={"name": "Loaf"})
    assert (response.json()["name"], response.json()["description"]) == ("Loaf", "Rise.")
    program = await bearer_headers(cast.bob)
    client.cookies.clear()
    response = await client.patch("/communities/bread", json={"name": "Mine"}, headers=program)
    assert (response.status_code, response.json()["code"]) == (403, "forbidden")


async def test_joining_and_leaving_are_idempotent(client: AsyncClient, cast: Cast) -> None:
    await factories.community(cast.alice)
    assert (await client.post("/communities/bread/membership")).status_code == 401
    await sign_in(client, cast.bob)
    for _ in range(2):
        view = (await client.post("/communities/bread/membership")).json()
        assert (view["is_member"], view["members_count"]) == (True, 2)
    joined = (await client.get("/communities", params={"joined": True})).json()
    assert [item["slug"] for item in joined["items"]] == ["bread"]
    members = (await client.get("/communities/bread/members")).json()
    assert {member["slug"] for member in members["items"]} == {"alice", "bob"}
    for _ in range(2):
        assert (await client.delete("/communities/bread/membership")).status_code == 204
    assert (await client.get("/communities/bread")).json()["members_count"] == 1


async def test_the_owner_cannot_leave_the_community(client: AsyncClient, cast: Cast) -> None:
    await factories.community(cast.alice)
    await sign_in(client, cast.alice)
    assert (await client.delete("/communities/bread/membership")).status_code == 409


async def test_moderators_are_added_and_removed(client: AsyncClient, cast: Cast) -> None:
    await factories.community(cast.alice)
    await sign_in(client, cast.alice)
    url = "/communities/bread/moderators/bob"
    assert (await client.post(url)).status_code == 409
    async with unit_of_work() as session:
        bread = await communities.get_community(session, "bread")
        await communities.join(session, cast.bob, community_id=bread.id)
    view = (await client.post(url)).json()
    assert [moderator["slug"] for moderator in view["moderators"]] == ["alice", "bob"]
    assert (await client.delete(url)).status_code == 204
    assert len((await client.get("/communities/bread")).json()["moderators"]) == 1


async def test_a_community_is_closed_and_reopened(client: AsyncClient, cast: Cast) -> None:
    await factories.community(cast.alice)
    await sign_in(client, cast.alice)
    assert (await client.post("/communities/bread/close")).json()["closed_at"]
    assert (await client.get("/communities")).json()["items"] == []
    assert (await client.post("/communities/bread/reopen")).json()["closed_at"] is None


async def test_the_community_list_is_paginated_and_rejects_an_invalid_cursor(
    client: AsyncClient, cast: Cast
) -> None:
    for slug in ("bread", "oats", "rye"):
        await factories.community(cast.alice, slug)
    slugs, cursor = [], None
    for _ in range(3):
        query = {"limit": 1} | ({"cursor": cursor} if cursor else {})
        page = (
            await client.get("/communities", params=query, headers={"Accept": "application/json"})
        ).json()
        slugs += [item["slug"] for item in page["items"]]
        cursor = page["next_cursor"]
    assert (slugs, cursor) == (["rye", "oats", "bread"], None)
    impossible = pagination.encode_cursor(2**62, 2**62)
    response = await client.get(
        "/communities", params={"cursor": impossible}, headers={"Accept": "application/json"}
    )
    assert (response.status_code, [*response.json()["errors"]]) == (422, ["cursor"])


async def test_a_browser_that_requests_a_community_gets_html_instead_of_json(
    client: AsyncClient, cast: Cast
) -> None:
    page = await client.get("/communities", headers={"Accept": "text/html,*/*;q=0.8"})
    assert page.headers.get("content-type") != "application/json"
    response = await client.get("/communities", params={"limit": 1})
    assert response.json() == {"items": [], "next_cursor": None}


@pytest.mark.parametrize("slug", ["dark-ſkies", "mıne", "\u212aelvin"])
async def test_a_slug_with_letters_that_fold_to_ascii_is_refused(
    client: AsyncClient, cast: Cast, slug: str
) -> None:
    """Such slugs passed the check, and the community existed although the response was a 500."""
    await sign_in(client, cast.alice)
    response = await client.post("/communities", json={**BREAD, "slug": slug})
    assert (response.status_code, list(response.json()["errors"])) == (422, ["slug"])
    assert (await client.get("/communities")).json()["items"] == []


async def test_nothing_is_saved_if_the_response_cannot_be_created(
    client: AsyncClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A header must be encodable as Latin-1, so it is created before the transaction ends."""
    await sign_in(client, cast.alice)
    monkeypatch.setattr(communities.policies, "is_slug", lambda _: True)
    response = await client.post("/communities", json={**BREAD, "slug": "хлеб"})
    assert response.status_code == 500
    monkeypatch.undo()
    assert (await client.get("/communities")).json()["items"] == []
