"""Writing, publishing and reading over HTTP."""

from typing import Any

import pytest
from httpx import AsyncClient

from community.core.database import unit_of_work
from community.domain import posts
from tests import factories
from tests.api.people import bearer, sign_in
from tests.cast import Cast

WRITTEN = {"title": "On rye", "text": "Flour, *water*.", "tags": ["#Rye"]}


async def written(client: AsyncClient, **more: Any) -> dict[str, Any]:
    answer = await client.post("/posts", json={**WRITTEN, "status": "published", **more})
    assert answer.status_code == 201, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def test_a_draft_is_created_and_published(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    answer = await client.post("/posts", json=WRITTEN)
    draft = answer.json()
    assert answer.status_code == 201
    assert draft["url"] == f"/p/{draft['id']}/on-rye"
    assert (await client.get(answer.headers["location"])).json()["id"] == draft["id"]
    assert (draft["status"], draft["published_at"]) == ("draft", None)
    program = await bearer(cast.bob)
    client.cookies.clear()
    assert (await client.get(f"/posts/{draft['id']}", headers=program)).status_code == 404
    await sign_in(client, cast.alice)
    published = await client.post(f"/posts/{draft['id']}/publish", json={"version": 1})
    assert published.status_code == 200
    client.cookies.clear()
    post = (await client.get(f"/posts/{draft['id']}")).json()
    assert post["html"] == "<p>Flour, <em>water</em>.</p>\n"
    assert (post["tags"], post["status"], post["reading_time"]) == (["rye"], "published", 1)
    assert post["author"] == {
        "id": cast.alice.id,
        "slug": "alice",
        "name": "Alice",
        "avatar": None,
    }
    assert post["can"] == dict.fromkeys(("edit", "delete", "publish", "comment", "moderate"), False)
    assert post["published_at"].endswith("Z")


async def test_a_post_has_the_fields_of_the_interface(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    expected = (
        "id slug title intro text html cover author community tags status comments_enabled "
        "is_pinned summary reading_time views_count comments_count reactions my_reaction "
        "is_favorite is_watching published_at edited_at created_at url version can"
    )
    assert set(await written(client)) == set(expected.split())


async def test_publishing_needs_no_body_and_may_be_repeated(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    draft = (await client.post("/posts", json=WRITTEN)).json()
    for _ in range(2):
        assert (await client.post(f"/posts/{draft['id']}/publish")).status_code == 200


async def test_what_is_missing_is_named(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    answer = await client.post("/posts", json={"status": "published"})
    assert answer.status_code == 422
    assert set(answer.json()["errors"]) == {"title", "text"}
    answer = await client.post("/posts", json={**WRITTEN, "community": "nowhere"})
    assert (answer.status_code, set(answer.json()["errors"])) == (422, {"community"})


async def test_guests_and_banned_people_write_nothing(client: AsyncClient, cast: Cast) -> None:
    answer = await client.post("/posts", json=WRITTEN)
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
    await sign_in(client, cast.mallory)
    answer = await client.post("/posts", json=WRITTEN)
    assert (answer.status_code, answer.json()["code"]) == (403, "banned")


async def test_only_what_is_given_changes(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    post = await written(client, intro="Short.")
    answer = await client.patch(f"/posts/{post['id']}", json={"title": "On wheat", "version": 1})
    changed = answer.json()
    assert answer.status_code == 200
    assert (changed["title"], changed["intro"], changed["version"]) == ("On wheat", "Short.", 2)
    assert changed["edited_at"]
    answer = await client.patch(f"/posts/{post['id']}", json={"title": "On oats", "version": 1})
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (409, "conflict")
    assert problem["details"] == {"version": 2}


async def test_strangers_change_nothing(client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await sign_in(client, cast.bob)
    address = f"/posts/{post.id}"
    answers = [
        await client.patch(address, json={"title": "Mine"}),
        await client.delete(address),
        await client.post(f"{address}/unpublish"),
        await client.post(f"{address}/pin"),
        await client.get(f"{address}/draft"),
        await client.patch(f"{address}/draft", json={"text": "Mine"}),
    ]
    assert {answer.status_code for answer in answers} == {403}


async def test_a_draft_of_a_published_post_is_kept_apart(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    post = await written(client)
    address = f"/posts/{post['id']}"
    draft = (await client.patch(f"{address}/draft", json={"text": "More.", "version": 1})).json()
    assert (draft["text"], draft["has_unpublished_changes"], draft["version"]) == ("More.", True, 2)
    assert (await client.get(f"{address}/draft")).json() == draft
    assert (await client.get(address)).json()["text"] == "Flour, *water*."
    listed = (await client.get("/drafts")).json()
    assert [each["id"] for each in listed["items"]] == [post["id"]]
    assert (await client.delete(f"{address}/draft")).status_code == 204
    assert (await client.get("/drafts")).json()["items"] == []


async def test_a_post_is_unpublished_deleted_and_restored(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    post = await written(client)
    address = f"/posts/{post['id']}"
    for _ in range(2):
        answer = await client.post(f"{address}/unpublish")
        assert answer.json() == {"id": post["id"], "status": "unpublished"}
    for _ in range(2):
        assert (await client.delete(address)).status_code == 204
    assert (await client.get(address)).status_code == 404
    restored = await client.post(f"{address}/restore")
    assert (restored.status_code, restored.json()["status"]) == (200, "unpublished")


async def test_one_post_is_pinned(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    post = await written(client)
    assert (await client.post(f"/posts/{post['id']}/pin")).json()["is_pinned"] is True
    assert (await client.delete(f"/posts/{post['id']}/pin")).status_code == 204
    assert (await client.get(f"/posts/{post['id']}")).json()["is_pinned"] is False


async def test_posts_are_listed_by_author_community_and_tag(
    client: AsyncClient, cast: Cast
) -> None:
    await factories.community(cast.alice, "bread")
    await sign_in(client, cast.alice)
    inside = await written(client, community="bread")
    outside = await written(client, tags=["wheat"])
    await factories.post(cast.bob)

    async def listed(**query: str) -> list[int]:
        answer = await client.get("/posts", params=query)
        assert answer.status_code == 200, answer.text
        return [each["id"] for each in answer.json()["items"]]

    assert await listed(author="Alice") == [outside["id"], inside["id"]]
    assert await listed(community="BREAD") == [inside["id"]]
    assert await listed(tag="Wheat") == [outside["id"]]
    assert len(await listed()) == 3
    assert (await client.get("/posts", params={"author": "nobody"})).status_code == 404


async def test_reading_is_counted(client: AsyncClient, cast: Cast) -> None:
    async with unit_of_work() as session:
        await posts.flush_views(session)  # what other stories of this process looked at
    post = await factories.post(cast.alice)
    await client.get(f"/posts/{post.id}")
    async with unit_of_work() as session:
        await posts.flush_views(session)
    assert (await client.get(f"/posts/{post.id}")).json()["views_count"] == 1


@pytest.mark.parametrize("path", ["/posts/0", "/posts/99999999999999999999", "/posts/abc"])
async def test_an_id_is_a_number(client: AsyncClient, path: str) -> None:
    assert (await client.get(path)).status_code == 422
