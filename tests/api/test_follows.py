"""Follows, ignore lists and lists of followers."""

from httpx import AsyncClient

from tests.api.people import sign_in
from tests.cast import Cast

JSON = {"Accept": "application/json"}


async def test_following_by_slug_or_id_answers_the_same_again(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.bob)
    for user in ("alice", cast.alice.id):
        answer = await client.post(f"/follows/{user}")
        assert answer.status_code == 200
        assert answer.json() == {
            "user_id": cast.alice.id,
            "is_following": True,
            "is_ignored": False,
            "followers_count": 1,
        }


async def test_somebody_is_found_by_the_slug_they_had_before(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    await client.post("/settings/profile", json={"slug": "alicia"})
    await sign_in(client, cast.bob)
    assert (await client.post("/follows/alice")).json()["user_id"] == cast.alice.id
    followers = await client.get("/profile/alice/followers", headers=JSON)
    assert [each["slug"] for each in followers.json()["items"]] == ["bob"]
    assert (await client.get("/posts", params={"author": "alice"})).status_code == 200
    assert (await client.get("/alice", headers=JSON)).status_code == 301


async def test_unfollowing_is_empty_and_can_be_repeated(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.bob)
    await client.post("/follows/alice")
    for _ in range(2):
        answer = await client.delete("/follows/alice")
        assert (answer.status_code, answer.content) == (204, b"")
    followers = await client.get("/profile/alice/followers", headers=JSON)
    assert followers.json() == {"items": [], "next_cursor": None}


async def test_refusals_have_their_statuses(client: AsyncClient, cast: Cast) -> None:
    assert (await client.post("/follows/alice")).status_code == 401
    await sign_in(client, cast.alice)
    assert (await client.post("/follows/alice")).status_code == 422
    assert (await client.post("/follows/nobody-here")).status_code == 404
    assert (await client.post("/ignore/bob")).status_code == 200
    await sign_in(client, cast.bob)
    refused = await client.post("/follows/alice")
    assert (refused.status_code, refused.json()["code"]) == (403, "ignored")


async def test_ignoring_and_no_longer_ignoring(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.bob)
    await client.post("/follows/alice")
    answer = await client.post("/ignore/alice")
    assert (answer.json()["is_following"], answer.json()["is_ignored"]) == (False, True)
    for _ in range(2):
        assert (await client.delete("/ignore/alice")).status_code == 204
    assert not (await client.post("/follows/alice")).json()["is_ignored"]


async def test_one_reads_whom_one_ignores_and_nobody_else_does(
    client: AsyncClient, cast: Cast
) -> None:
    assert (await client.get("/ignore")).status_code == 401
    await sign_in(client, cast.bob)
    for user in ("alice", "charlie"):
        await client.post(f"/ignore/{user}")
    first = (await client.get("/ignore", params={"limit": 1})).json()
    rest = (await client.get("/ignore", params={"cursor": first["next_cursor"]})).json()
    slugs = [each["slug"] for each in [*first["items"], *rest["items"]]]
    assert (slugs, rest["next_cursor"]) == (["charlie", "alice"], None)
    await sign_in(client, cast.alice)
    assert (await client.get("/ignore")).json() == {"items": [], "next_cursor": None}


async def test_anybody_can_read_who_follows_whom(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.bob)
    await client.post("/follows/alice")
    client.cookies.clear()
    followers = await client.get("/profile/alice/followers", headers=JSON)
    following = await client.get(f"/profile/{cast.bob.id}/following", headers=JSON)
    assert [each["slug"] for each in followers.json()["items"]] == ["bob"]
    assert [each["slug"] for each in following.json()["items"]] == ["alice"]


async def test_a_browser_gets_the_page_of_followers(client: AsyncClient, cast: Cast) -> None:
    answer = await client.get("/profile/alice/followers", headers={"Accept": "text/html"})
    assert answer.headers["content-type"] != "application/json"
