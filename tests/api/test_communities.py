"""Communities over HTTP."""

import pytest
from httpx import AsyncClient

from community.core import pagination
from community.core.database import unit_of_work
from community.domain import communities
from tests import factories
from tests.api.people import bearer, sign_in
from tests.cast import Cast

BREAD = {"slug": "bread", "name": "Bread", "rules": "Be *kind*."}


async def test_a_community_is_opened(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    answer = await client.post("/communities", json=BREAD)
    view = answer.json()
    assert answer.status_code == 201
    assert view["url"] == "/c/bread"
    assert (await client.get(answer.headers["location"])).json() == view
    assert view["owner"]["slug"] == "alice"
    expected = (
        "id slug name description avatar header rules rules_html owner moderators members_count "
        "posts_count posting is_member is_moderator is_subscribed can_post can_edit created_at "
        "closed_at url"
    )
    assert set(view) == set(expected.split())


async def test_it_is_found_by_id_and_by_slug(client: AsyncClient, cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    for which in (bread.id, "bread", "BREAD"):
        assert (await client.get(f"/communities/{which}")).json()["id"] == bread.id


@pytest.mark.parametrize("which", ["nobody", "a%00b", "0", "9" * 30, "%D0%BA", "x" * 300])
async def test_what_there_is_not_is_not_found(client: AsyncClient, cast: Cast, which: str) -> None:
    answer = await client.get(f"/communities/{which}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_a_former_address_leads_on(client: AsyncClient, cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    async with unit_of_work() as session:
        await communities.edit(session, cast.alice, community_id=bread.id, slug="loaf")
    answer = await client.get("/communities/bread")
    assert (answer.status_code, answer.headers["location"]) == (301, "/communities/loaf")


async def test_a_taken_address_is_a_conflict_of_its_field(client: AsyncClient, cast: Cast) -> None:
    await factories.community(cast.alice)
    await sign_in(client, cast.bob)
    answer = await client.post("/communities", json=BREAD)
    assert (answer.status_code, list(answer.json()["errors"])) == (409, ["slug"])
    answer = await client.post("/communities", json={"slug": "?", "name": ""})
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["slug", "name"])


async def test_only_what_is_given_changes(client: AsyncClient, cast: Cast) -> None:
    bread = await factories.community(cast.alice, description="Rise.")
    await sign_in(client, cast.alice)
    answer = await client.patch(f"/communities/{bread.id}", json={"name": "Loaf"})
    assert (answer.json()["name"], answer.json()["description"]) == ("Loaf", "Rise.")
    program = await bearer(cast.bob)
    client.cookies.clear()
    answer = await client.patch("/communities/bread", json={"name": "Mine"}, headers=program)
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


async def test_joining_and_leaving_twice_is_the_same(client: AsyncClient, cast: Cast) -> None:
    await factories.community(cast.alice)
    assert (await client.post("/communities/bread/membership")).status_code == 401
    await sign_in(client, cast.bob)
    for _ in range(2):
        view = (await client.post("/communities/bread/membership")).json()
        assert (view["is_member"], view["members_count"]) == (True, 2)
    joined = (await client.get("/communities", params={"joined": True})).json()
    assert [each["slug"] for each in joined["items"]] == ["bread"]
    people = (await client.get("/communities/bread/members")).json()
    assert {each["slug"] for each in people["items"]} == {"alice", "bob"}
    for _ in range(2):
        assert (await client.delete("/communities/bread/membership")).status_code == 204
    assert (await client.get("/communities/bread")).json()["members_count"] == 1


async def test_the_owner_cannot_leave(client: AsyncClient, cast: Cast) -> None:
    await factories.community(cast.alice)
    await sign_in(client, cast.alice)
    assert (await client.delete("/communities/bread/membership")).status_code == 409


async def test_moderators_come_and_go(client: AsyncClient, cast: Cast) -> None:
    await factories.community(cast.alice)
    await sign_in(client, cast.alice)
    address = "/communities/bread/moderators/bob"
    assert (await client.post(address)).status_code == 409
    async with unit_of_work() as session:
        bread = await communities.get_community(session, "bread")
        await communities.join(session, cast.bob, community_id=bread.id)
    view = (await client.post(address)).json()
    assert [each["slug"] for each in view["moderators"]] == ["alice", "bob"]
    assert (await client.delete(address)).status_code == 204
    assert len((await client.get("/communities/bread")).json()["moderators"]) == 1


async def test_a_community_is_closed_and_opened_again(client: AsyncClient, cast: Cast) -> None:
    await factories.community(cast.alice)
    await sign_in(client, cast.alice)
    assert (await client.post("/communities/bread/close")).json()["closed_at"]
    assert (await client.get("/communities")).json()["items"] == []
    assert (await client.post("/communities/bread/reopen")).json()["closed_at"] is None


async def test_pages_of_the_list_follow_each_other_and_an_impossible_one_is_refused(
    client: AsyncClient, cast: Cast
) -> None:
    for slug in ("bread", "oats", "rye"):
        await factories.community(cast.alice, slug)
    slugs, cursor = [], None
    for _ in range(3):
        asked = {"limit": 1} | ({"cursor": cursor} if cursor else {})
        page = (
            await client.get("/communities", params=asked, headers={"Accept": "application/json"})
        ).json()
        slugs += [each["slug"] for each in page["items"]]
        cursor = page["next_cursor"]
    assert (slugs, cursor) == (["rye", "oats", "bread"], None)
    impossible = pagination.encode(2**62, 2**62)
    refused = await client.get(
        "/communities", params={"cursor": impossible}, headers={"Accept": "application/json"}
    )
    assert (refused.status_code, [*refused.json()["errors"]]) == (422, ["cursor"])


async def test_a_browser_gets_the_page_of_the_list(client: AsyncClient, cast: Cast) -> None:
    page = await client.get("/communities", headers={"Accept": "text/html,*/*;q=0.8"})
    assert page.headers.get("content-type") != "application/json"
    answer = await client.get("/communities", params={"limit": 1})
    assert answer.json() == {"items": [], "next_cursor": None}
