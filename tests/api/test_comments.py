"""Tests of the comments API."""

from io import BytesIO

import pytest
from httpx import AsyncClient, Response
from PIL import Image

from community.core import rate_limits
from community.core.rate_limits import Limit
from community.models import Post
from tests import factories
from tests.api.credentials import bearer_headers, sign_in
from tests.cast import Cast
from tests.domain.actions import reply

TEXT = {"text": "Well said, *Alice*."}


async def test_creating_a_reply_returns_the_reply_and_a_location_header(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    await sign_in(client, cast.bob)
    response = await client.post("/comments", json={"post_id": post.id, **TEXT})
    body = response.json()
    assert response.status_code == 201
    assert body["url"] == f"/p/{post.id}/on-sourdough?comment={body['id']}#comment-{body['id']}"
    assert (await client.get(response.headers["location"])).json()["id"] == body["id"]
    assert body["branch_id"] == body["id"]
    assert body["html"] == '<p dir="auto">Well said, <em>Alice</em>.</p>\n'
    assert body["can"] == {
        "edit": True,
        "delete": True,
        "pin": False,
        "react": False,
        "report": False,
        "moderate": False,
    }


async def test_another_user_may_only_react_to_a_comment(client: AsyncClient, cast: Cast) -> None:
    comment = await reply(cast.bob, await factories.post(cast.alice))
    response = await client.get(
        f"/comments/{comment.id}", headers=await bearer_headers(cast.charlie)
    )
    can = response.json()["can"]
    assert set(can) == {"edit", "delete", "pin", "react", "report", "moderate"}
    assert [action for action, is_allowed in can.items() if is_allowed] == ["react", "report"]


async def test_a_reply_contains_the_ids_of_its_parent_and_root_comment(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    program = await bearer_headers(cast.bob)
    root = (
        await client.post("/comments", json={"post_id": post.id, **TEXT}, headers=program)
    ).json()
    response = await client.post(
        "/comments", json={"post_id": post.id, "parent_id": root["id"], **TEXT}, headers=program
    )
    assert (response.json()["parent_id"], response.json()["branch_id"]) == (root["id"], root["id"])


async def test_a_guest_who_comments_gets_401(client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    response = await client.post("/comments", json={"post_id": post.id, **TEXT})
    assert (response.status_code, response.json()["code"]) == (401, "unauthenticated")


async def test_an_empty_comment_returns_an_error_for_the_text_field(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    await sign_in(client, cast.bob)
    response = await client.post("/comments", json={"post_id": post.id, "text": "  "})
    assert response.status_code == 422
    assert response.json()["errors"]["text"] == ["Write something or add an image."]


async def test_the_thirty_first_comment_in_a_minute_is_rate_limited(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    await sign_in(client, cast.bob)
    for _ in range(30):
        assert (
            await client.post("/comments", json={"post_id": post.id, **TEXT})
        ).status_code == 201
    response = await client.post("/comments", json={"post_id": post.id, **TEXT})
    assert (response.status_code, response.json()["code"]) == (429, "rate_limited")
    assert response.headers["x-ratelimit-limit"] == "30"


@pytest.mark.parametrize("form_field", ["media", "files"])
async def test_images_can_be_uploaded_together_with_a_comment(
    client: AsyncClient, cast: Cast, form_field: str
) -> None:
    post = await factories.post(cast.alice)
    await sign_in(client, cast.bob)
    image = BytesIO()
    Image.new("RGB", (40, 30), "tomato").save(image, "PNG")
    response = await client.post(
        "/comments",
        data={"post_id": str(post.id)},
        files=[(form_field, ("a.png", image.getvalue(), "image/png"))],
    )
    assert response.status_code == 201
    assert [(image["width"], image["height"]) for image in response.json()["media"]] == [(40, 30)]


async def post_reply_with_images(client: AsyncClient, post: Post, image_count: int) -> Response:
    image = BytesIO()
    Image.new("RGB", (4, 3), "tomato").save(image, "PNG")
    files = [("files", ("a.png", image.getvalue(), "image/png"))] * image_count
    return await client.post("/comments", data={"post_id": str(post.id)}, files=files)


async def test_a_fifth_image_is_rejected_both_as_a_file_and_as_an_upload_id(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    await sign_in(client, cast.bob)
    ids = [str((await factories.upload(cast.bob)).id) for _ in range(5)]
    for response in (
        await post_reply_with_images(client, post, 5),
        await client.post("/comments", json={"post_id": post.id, "media": ids}),
    ):
        assert response.status_code == 422
        assert response.json()["errors"] == {"media": ["Add at most 4 images."]}


async def test_images_in_comments_count_against_the_media_rate_limit(
    client: AsyncClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rate_limits.LIMITS, "media", Limit("media", 8))
    post = await factories.post(cast.alice)
    await sign_in(client, cast.bob)
    for remaining in (4, 0):
        response = await post_reply_with_images(client, post, 4)
        assert (response.status_code, response.headers["x-ratelimit-remaining"]) == (
            201,
            str(remaining),
        )
    response = await post_reply_with_images(client, post, 1)
    assert (response.status_code, response.json()["details"]["group"]) == (429, "media")
    assert (await client.post("/comments", json={"post_id": post.id, **TEXT})).status_code == 201


async def test_other_users_cannot_edit_or_delete_a_comment(client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    comment = (
        await client.post(
            "/comments", json={"post_id": post.id, **TEXT}, headers=await bearer_headers(cast.bob)
        )
    ).json()
    other_user = await bearer_headers(cast.charlie)
    changed = await client.patch(
        f"/comments/{comment['id']}", json={"text": "Ha."}, headers=other_user
    )
    deleted = await client.delete(f"/comments/{comment['id']}", headers=other_user)
    destroyed = await client.delete(f"/comments/{comment['id']}/branch/destroy", headers=other_user)
    assert {changed.status_code, deleted.status_code, destroyed.status_code} == {403}


async def test_permanently_deleting_a_branch_returns_the_number_of_deleted_comments(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    bob = await bearer_headers(cast.bob)
    root = (await client.post("/comments", json={"post_id": post.id, **TEXT}, headers=bob)).json()
    for _ in range(2):
        await client.post(
            "/comments", json={"post_id": post.id, "parent_id": root["id"], **TEXT}, headers=bob
        )
    response = await client.delete(
        f"/comments/{root['id']}/branch/destroy", headers=await bearer_headers(cast.olga)
    )
    assert (response.status_code, response.json()) == (200, {"deleted": 3})
    listed = await client.get(f"/posts/{post.id}/comments")
    assert listed.json()["items"] == []


async def test_a_deleted_comment_with_replies_is_replaced_by_a_placeholder(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    bob = await bearer_headers(cast.bob)
    root = (await client.post("/comments", json={"post_id": post.id, **TEXT}, headers=bob)).json()
    await client.post(
        "/comments",
        json={"post_id": post.id, "parent_id": root["id"], **TEXT},
        headers=await bearer_headers(cast.alice),
    )
    assert (await client.delete(f"/comments/{root['id']}", headers=bob)).status_code == 204
    stub = (await client.get(f"/posts/{post.id}/comments")).json()["items"][0]
    assert (stub["moderation_status"], stub["author"], stub["text"]) == ("deleted", None, "")


async def test_only_one_comment_is_pinned_and_the_pinned_comment_is_listed_first(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    bob, alice = await bearer_headers(cast.bob), await bearer_headers(cast.alice)
    first, second = [
        (await client.post("/comments", json={"post_id": post.id, **TEXT}, headers=bob)).json()[
            "id"
        ]
        for _ in range(2)
    ]
    for comment in (first, second):
        assert (await client.post(f"/comments/{comment}/pin", headers=alice)).status_code == 200
    items = (await client.get(f"/posts/{post.id}/comments?sort=old")).json()["items"]
    assert [(item["id"], item["is_pinned"]) for item in items] == [(second, True), (first, False)]
    assert (await client.post(f"/comments/{first}/pin", headers=bob)).status_code == 403


async def test_root_comments_are_paginated(client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    bob = await bearer_headers(cast.bob)
    for number in range(25):
        await client.post(
            "/comments", json={"post_id": post.id, "text": f"No. {number}"}, headers=bob
        )
    first = (await client.get(f"/posts/{post.id}/comments?sort=old")).json()
    rest = (
        await client.get(f"/posts/{post.id}/comments?sort=old&cursor={first['next_cursor']}")
    ).json()
    assert [len(first["items"]), len(rest["items"]), rest["next_cursor"]] == [20, 5, None]
    assert [item["text"] for item in rest["items"]] == [f"No. {number}" for number in range(20, 25)]


async def test_the_limit_parameter_sets_the_page_size_of_replies(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    root = await reply(cast.alice, post)
    for _ in range(3):
        await reply(cast.bob, post, parent=root)
    page = (await client.get(f"/comments/{root.id}/replies", params={"limit": 2})).json()
    assert len(page["items"]) == 2
    query = {"cursor": page["next_cursor"]}
    rest = (await client.get(f"/comments/{root.id}/replies", params=query)).json()
    assert (len(rest["items"]), rest["next_cursor"]) == (1, None)
    for limit in (0, 101):
        response = await client.get(f"/comments/{root.id}/replies", params={"limit": limit})
        assert response.status_code == 422


async def test_the_edit_history_is_paginated(client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    comment = await reply(cast.bob, post, "0")
    bob = await bearer_headers(cast.bob)
    for number in range(1, 4):
        changed = {"text": str(number)}
        await client.patch(f"/comments/{comment.id}", json=changed, headers=bob)
    url, pages = f"/comments/{comment.id}/history", []
    cursor: str | None = ""
    while cursor is not None:
        query: dict[str, str | int] = {"limit": 2, "cursor": cursor}
        page = (await client.get(url, params=query, headers=bob)).json()
        pages.append([item["text"] for item in page["items"]])
        cursor = page["next_cursor"]
    assert pages == [["2", "1"], ["0"]]


async def test_an_invalid_cursor_is_a_validation_error(client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    response = await client.get(f"/posts/{post.id}/comments?cursor=nonsense")
    assert (response.status_code, response.json()["code"]) == (422, "validation")
