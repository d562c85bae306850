"""Tests of the API for posts and drafts."""

from typing import Any

import pytest
from httpx import AsyncClient

from community.core.db.sessions import unit_of_work
from community.core.processes.workers import WorkerPool
from community.core.text import text_workers
from community.domain import posts
from tests import factories
from tests.api.credentials import bearer_headers, sign_in
from tests.cast import Cast

POST_BODY = {"title": "On rye", "text": "Flour, *water*.", "tags": ["#Rye"]}


async def create_published_post(client: AsyncClient, **fields: Any) -> dict[str, Any]:
    response = await client.post("/posts", json={**POST_BODY, "status": "published", **fields})
    assert response.status_code == 201, response.text
    body: dict[str, Any] = response.json()
    return body


async def test_a_draft_is_created_and_published(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    response = await client.post("/posts", json=POST_BODY)
    draft = response.json()
    assert response.status_code == 201
    assert draft["url"] == f"/p/{draft['id']}/on-rye"
    assert (await client.get(response.headers["location"])).json()["id"] == draft["id"]
    assert (draft["status"], draft["published_at"]) == ("draft", None)
    program = await bearer_headers(cast.bob)
    client.cookies.clear()
    assert (await client.get(f"/posts/{draft['id']}", headers=program)).status_code == 404
    await sign_in(client, cast.alice)
    published = await client.post(f"/posts/{draft['id']}/publish", json={"version": 1})
    assert published.status_code == 200
    client.cookies.clear()
    post = (await client.get(f"/posts/{draft['id']}")).json()
    assert post["html"] == '<p dir="auto">Flour, <em>water</em>.</p>\n'
    assert (post["tags"], post["status"], post["reading_time"]) == (["rye"], "published", 1)
    assert post["author"] == {
        "id": cast.alice.id,
        "slug": "alice",
        "name": "Alice",
        "avatar": None,
        "is_deleted": False,
        "badge": None,
        "name_style": None,
        "is_bot": False,
    }
    actions = ("edit", "delete", "publish", "pin", "comment", "report", "moderate")
    denied = dict.fromkeys(actions, False)
    assert post["can"] == denied | {"comment_restriction": "Sign in to comment."}
    assert post["published_at"].endswith("Z")


async def test_a_post_has_the_documented_fields(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    expected = (
        "id slug title intro excerpt text html cover author community tags status comments_enabled "
        "is_pinned summary reading_time views_count comments_count reactions my_reaction "
        "can_react is_favorite is_watching published_at edited_at created_at url version can"
    )
    assert set(await create_published_post(client)) == set(expected.split())


async def test_publishing_needs_no_request_body_and_is_idempotent(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    draft = (await client.post("/posts", json=POST_BODY)).json()
    for _ in range(2):
        assert (await client.post(f"/posts/{draft['id']}/publish")).status_code == 200


async def test_missing_fields_and_an_unknown_community_are_validation_errors(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    response = await client.post("/posts", json={"status": "published"})
    assert response.status_code == 422
    assert set(response.json()["errors"]) == {"title", "text"}
    response = await client.post("/posts", json={**POST_BODY, "community": "nowhere"})
    assert (response.status_code, set(response.json()["errors"])) == (422, {"community"})


async def test_guests_and_banned_users_cannot_create_posts(client: AsyncClient, cast: Cast) -> None:
    response = await client.post("/posts", json=POST_BODY)
    assert (response.status_code, response.json()["code"]) == (401, "unauthenticated")
    await sign_in(client, cast.mallory)
    response = await client.post("/posts", json=POST_BODY)
    assert (response.status_code, response.json()["code"]) == (403, "banned")


async def test_editing_a_post_changes_only_the_given_fields(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    post = await create_published_post(client, intro="Short.")
    response = await client.patch(f"/posts/{post['id']}", json={"title": "On wheat", "version": 1})
    changed = response.json()
    assert response.status_code == 200
    assert (changed["title"], changed["intro"], changed["version"]) == ("On wheat", "Short.", 2)
    assert changed["edited_at"]
    response = await client.patch(f"/posts/{post['id']}", json={"title": "On oats", "version": 1})
    problem = response.json()
    assert (response.status_code, problem["code"]) == (409, "conflict")
    assert problem["details"] == {"version": 2}


async def test_other_users_cannot_change_a_post(client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await sign_in(client, cast.bob)
    url = f"/posts/{post.id}"
    responses = [
        await client.patch(url, json={"title": "Mine"}),
        await client.delete(url),
        await client.post(f"{url}/unpublish"),
        await client.post(f"{url}/pin"),
        await client.get(f"{url}/draft"),
        await client.patch(f"{url}/draft", json={"text": "Mine"}),
    ]
    assert {response.status_code for response in responses} == {403}


async def test_draft_changes_do_not_change_the_text_of_the_published_post(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    post = await create_published_post(client)
    url = f"/posts/{post['id']}"
    draft = (await client.patch(f"{url}/draft", json={"text": "More.", "version": 1})).json()
    assert (draft["text"], draft["has_unpublished_changes"], draft["version"]) == ("More.", True, 2)
    assert (await client.get(f"{url}/draft")).json() == draft
    assert (await client.get(url)).json()["text"] == "Flour, *water*."
    listed = (await client.get("/drafts")).json()
    assert [item["id"] for item in listed["items"]] == [post["id"]]
    assert (await client.delete(f"{url}/draft")).status_code == 204
    assert (await client.get("/drafts")).json()["items"] == []


async def test_a_post_is_unpublished_deleted_and_restored(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    post = await create_published_post(client)
    url = f"/posts/{post['id']}"
    for _ in range(2):
        response = await client.post(f"{url}/unpublish")
        assert response.json() == {"id": post["id"], "status": "unpublished"}
    for _ in range(2):
        assert (await client.delete(url)).status_code == 204
    assert (await client.get(url)).status_code == 404
    restored = await client.post(f"{url}/restore")
    assert (restored.status_code, restored.json()["status"]) == (200, "unpublished")
    await client.post(f"{url}/publish")
    await client.delete(url)
    assert (await client.post(f"{url}/restore")).json()["status"] == "published"


async def test_a_post_is_pinned_and_unpinned(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    post = await create_published_post(client)
    assert (await client.post(f"/posts/{post['id']}/pin")).json()["is_pinned"] is True
    assert (await client.delete(f"/posts/{post['id']}/pin")).status_code == 204
    assert (await client.get(f"/posts/{post['id']}")).json()["is_pinned"] is False


async def test_posts_are_listed_by_author_community_and_tag(
    client: AsyncClient, cast: Cast
) -> None:
    await factories.community(cast.alice, "bread")
    await sign_in(client, cast.alice)
    inside = await create_published_post(client, community="bread")
    outside = await create_published_post(client, tags=["wheat"])
    await factories.post(cast.bob)

    async def list_post_ids(**query: str) -> list[int]:
        response = await client.get("/posts", params=query)
        assert response.status_code == 200, response.text
        return [item["id"] for item in response.json()["items"]]

    assert await list_post_ids(author="Alice") == [outside["id"], inside["id"]]
    assert await list_post_ids(community="BREAD") == [inside["id"]]
    assert await list_post_ids(tag="Wheat") == [outside["id"]]
    assert len(await list_post_ids()) == 3
    assert (await client.get("/posts", params={"author": "nobody"})).status_code == 404


async def test_post_views_are_counted(client: AsyncClient, cast: Cast) -> None:
    async with unit_of_work() as session:
        # Remove the views that earlier tests in this process recorded.
        await posts.flush_views(session)
    post = await factories.post(cast.alice)
    await client.get(f"/posts/{post.id}")
    async with unit_of_work() as session:
        await posts.flush_views(session)
    assert (await client.get(f"/posts/{post.id}")).json()["views_count"] == 1


@pytest.mark.parametrize("path", ["/posts/0", "/posts/99999999999999999999", "/posts/abc"])
async def test_an_invalid_post_id_is_a_validation_error(client: AsyncClient, path: str) -> None:
    assert (await client.get(path)).status_code == 422


# 65,000 cells in 1,446 characters.
TABLE_BOMB = "|a" * 181 + "\n" + "|-" * 181 + "\n" + "|\n" * 360


@pytest.mark.parametrize("count", [1, 7, 69])
async def test_a_post_with_too_many_table_cells_is_refused(
    client: AsyncClient, cast: Cast, count: int
) -> None:
    await sign_in(client, cast.alice)
    text = "\n".join([TABLE_BOMB] * count)
    response = await client.post("/posts", json={"title": "Tables", "text": text})
    assert response.status_code == 422
    assert response.json()["errors"] == {
        "text": ["Tables can have up to 2,000 cells in total. Remove some rows."]
    }
    assert (await client.get("/drafts")).json()["items"] == []


async def test_the_same_tables_in_a_comment_are_text(client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await sign_in(client, cast.bob)
    text = "@alice\n\n" + "\n".join([TABLE_BOMB] * 6)
    response = await client.post("/comments", json={"post_id": post.id, "text": text})
    assert response.status_code == 201
    assert 'href="/alice"' in response.json()["html"]
    assert len(response.content) < 50_000


async def test_a_long_text_gets_503_while_too_many_are_waiting(
    client: AsyncClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sign_in(client, cast.alice)
    busy = WorkerPool(
        "community.core.text.worker_tasks",
        processes=1,
        max_waiting=0,
        wait_seconds=60,
        cpu_seconds=1,
        memory_bytes=text_workers.MEMORY_BYTES,
    )
    monkeypatch.setattr(text_workers, "get_pool", lambda: busy)
    async with busy._slots.acquire(1):
        response = await client.post("/posts", json={"title": "Rye", "text": "Flour. " * 1_000})
    assert (response.status_code, response.json()["code"]) == (503, "unavailable")
    assert response.headers["retry-after"] == "5"
    assert (await client.post("/posts", json={"title": "Rye", "text": "Flour."})).is_success
