"""Tests of the API for follows, ignore lists and follower lists."""

from httpx import AsyncClient

from tests.api.credentials import sign_in
from tests.cast import Cast

JSON = {"Accept": "application/json"}


async def test_following_by_slug_or_id_is_idempotent(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.bob)
    for user in ("alice", cast.alice.id):
        response = await client.post(f"/follows/{user}")
        assert response.status_code == 200
        assert response.json() == {
            "user_id": cast.alice.id,
            "is_following": True,
            "is_ignored": False,
            "ignored_until": None,
            "followers_count": 1,
        }


async def test_a_user_is_found_by_a_former_slug(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    await client.post("/settings/profile", json={"slug": "alicia"})
    await sign_in(client, cast.bob)
    assert (await client.post("/follows/alice")).json()["user_id"] == cast.alice.id
    followers = await client.get("/profile/alice/followers", headers=JSON)
    assert [item["slug"] for item in followers.json()["items"]] == ["bob"]
    assert (await client.get("/posts", params={"author": "alice"})).status_code == 200
    assert (await client.get("/alice", headers=JSON)).status_code == 301


async def test_unfollowing_returns_204_and_is_idempotent(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.bob)
    await client.post("/follows/alice")
    for _ in range(2):
        response = await client.delete("/follows/alice")
        assert (response.status_code, response.content) == (204, b"")
    followers = await client.get("/profile/alice/followers", headers=JSON)
    assert followers.json() == {"items": [], "next_cursor": None}


async def test_invalid_follow_requests_return_the_documented_status_codes(
    client: AsyncClient, cast: Cast
) -> None:
    assert (await client.post("/follows/alice")).status_code == 401
    await sign_in(client, cast.alice)
    assert (await client.post("/follows/alice")).status_code == 422
    assert (await client.post("/follows/nobody-here")).status_code == 404
    assert (await client.post("/ignore/bob")).status_code == 200
    await sign_in(client, cast.bob)
    response = await client.post("/follows/alice")
    assert (response.status_code, response.json()["code"]) == (403, "ignored")


async def test_ignoring_and_unignoring_are_idempotent(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.bob)
    await client.post("/follows/alice")
    response = await client.post("/ignore/alice")
    assert (response.json()["is_following"], response.json()["is_ignored"]) == (False, True)
    for _ in range(2):
        assert (await client.delete("/ignore/alice")).status_code == 204
    assert not (await client.post("/follows/alice")).json()["is_ignored"]


async def test_the_ignore_list_is_visible_only_to_its_owner(
    client: AsyncClient, cast: Cast
) -> None:
    assert (await client.get("/ignore")).status_code == 401
    await sign_in(client, cast.bob)
    for user in ("alice", "charlie"):
        await client.post(f"/ignore/{user}")
    first = (await client.get("/ignore", params={"limit": 1})).json()
    rest = (await client.get("/ignore", params={"cursor": first["next_cursor"]})).json()
    slugs = [item["slug"] for item in [*first["items"], *rest["items"]]]
    assert (slugs, rest["next_cursor"]) == (["charlie", "alice"], None)
    await sign_in(client, cast.alice)
    assert (await client.get("/ignore")).json() == {"items": [], "next_cursor": None}


async def test_follower_lists_are_public(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.bob)
    await client.post("/follows/alice")
    client.cookies.clear()
    followers = await client.get("/profile/alice/followers", headers=JSON)
    following = await client.get(f"/profile/{cast.bob.id}/following", headers=JSON)
    assert [item["slug"] for item in followers.json()["items"]] == ["bob"]
    assert [item["slug"] for item in following.json()["items"]] == ["alice"]


async def test_a_browser_that_requests_followers_gets_html_instead_of_json(
    client: AsyncClient, cast: Cast
) -> None:
    response = await client.get("/profile/alice/followers", headers={"Accept": "text/html"})
    assert response.headers["content-type"] != "application/json"


async def test_a_user_can_be_ignored_for_a_term(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.bob)
    assert (await client.post("/ignore/alice")).json()["ignored_until"] is None
    for term in ("month", "day"):
        response = await client.post("/ignore/alice", json={"term": term})
        assert response.json()["ignored_until"]
    [row] = (await client.get("/ignore")).json()["items"]
    assert row["ignored_until"] == response.json()["ignored_until"]
    assert (await client.post("/ignore/alice", json={"term": "year"})).status_code == 422
