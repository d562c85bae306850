"""Discussions over HTTP."""

from io import BytesIO

import pytest
from httpx import AsyncClient, Response
from PIL import Image

from community.models import Post
from tests import factories
from tests.api.people import bearer, sign_in
from tests.cast import Cast
from tests.domain.stories import reply

TEXT = {"text": "Well said, *Alice*."}


async def test_a_reply_is_created_with_its_location(client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await sign_in(client, cast.bob)
    answer = await client.post("/comments", json={"post_id": post.id, **TEXT})
    body = answer.json()
    assert answer.status_code == 201
    assert body["url"] == f"/p/{post.id}/on-sourdough?comment={body['id']}#comment-{body['id']}"
    assert (await client.get(answer.headers["location"])).json()["id"] == body["id"]
    assert body["branch_id"] == body["id"]
    assert body["html"] == "<p>Well said, <em>Alice</em>.</p>\n"
    assert body["can"] == {
        "edit": True,
        "delete": True,
        "pin": False,
        "report": False,
        "moderate": False,
    }


async def test_nothing_is_offered_that_there_is_no_way_to_do(
    client: AsyncClient, cast: Cast
) -> None:
    comment = await reply(cast.bob, await factories.post(cast.alice))
    seen = await client.get(f"/comments/{comment.id}", headers=await bearer(cast.charlie))
    assert seen.json()["can"] == dict.fromkeys(
        ("edit", "delete", "pin", "report", "moderate"), False
    )


async def test_an_answer_carries_the_reference_of_its_parent(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    program = await bearer(cast.bob)
    root = (
        await client.post("/comments", json={"post_id": post.id, **TEXT}, headers=program)
    ).json()
    answer = await client.post(
        "/comments", json={"post_id": post.id, "parent_id": root["id"], **TEXT}, headers=program
    )
    assert (answer.json()["parent_id"], answer.json()["branch_id"]) == (root["id"], root["id"])


async def test_a_guest_is_refused_with_401(client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    answer = await client.post("/comments", json={"post_id": post.id, **TEXT})
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")


async def test_an_empty_comment_names_its_field(client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await sign_in(client, cast.bob)
    answer = await client.post("/comments", json={"post_id": post.id, "text": "  "})
    assert answer.status_code == 422
    assert answer.json()["errors"]["text"] == ["Write something, or add an image."]


async def test_the_thirty_first_comment_in_a_minute_is_one_too_many(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    await sign_in(client, cast.bob)
    for _ in range(30):
        assert (
            await client.post("/comments", json={"post_id": post.id, **TEXT})
        ).status_code == 201
    answer = await client.post("/comments", json={"post_id": post.id, **TEXT})
    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
    assert answer.headers["x-ratelimit-limit"] == "30"


@pytest.mark.parametrize("part", ["media", "files"])
async def test_pictures_can_come_with_the_comment(
    client: AsyncClient, cast: Cast, part: str
) -> None:
    post = await factories.post(cast.alice)
    await sign_in(client, cast.bob)
    picture = BytesIO()
    Image.new("RGB", (40, 30), "tomato").save(picture, "PNG")
    answer = await client.post(
        "/comments",
        data={"post_id": str(post.id)},
        files=[(part, ("a.png", picture.getvalue(), "image/png"))],
    )
    assert answer.status_code == 201
    assert [(each["width"], each["height"]) for each in answer.json()["media"]] == [(40, 30)]


async def with_pictures(client: AsyncClient, post: Post, count: int) -> Response:
    picture = BytesIO()
    Image.new("RGB", (4, 3), "tomato").save(picture, "PNG")
    files = [("files", ("a.png", picture.getvalue(), "image/png"))] * count
    return await client.post("/comments", data={"post_id": str(post.id)}, files=files)


async def test_five_pictures_are_one_too_many_however_they_come(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    await sign_in(client, cast.bob)
    ids = [str((await factories.upload(cast.bob)).id) for _ in range(5)]
    for answer in (
        await with_pictures(client, post, 5),
        await client.post("/comments", json={"post_id": post.id, "media": ids}),
    ):
        assert answer.status_code == 422
        assert answer.json()["errors"] == {"media": ["A comment can have 4 images."]}


async def test_pictures_of_comments_count_as_media(client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await sign_in(client, cast.bob)
    for left in (16, 12, 8, 4, 0):
        answer = await with_pictures(client, post, 4)
        assert (answer.status_code, answer.headers["x-ratelimit-remaining"]) == (201, str(left))
    refused = await with_pictures(client, post, 1)
    assert (refused.status_code, refused.json()["details"]["group"]) == (429, "media")
    assert (await client.post("/comments", json={"post_id": post.id, **TEXT})).status_code == 201


async def test_somebody_elses_comment_cannot_be_changed(client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    comment = (
        await client.post(
            "/comments", json={"post_id": post.id, **TEXT}, headers=await bearer(cast.bob)
        )
    ).json()
    stranger = await bearer(cast.charlie)
    changed = await client.patch(
        f"/comments/{comment['id']}", json={"text": "Ha."}, headers=stranger
    )
    deleted = await client.delete(f"/comments/{comment['id']}", headers=stranger)
    destroyed = await client.delete(f"/comments/{comment['id']}/branch/destroy", headers=stranger)
    assert {changed.status_code, deleted.status_code, destroyed.status_code} == {403}


async def test_a_moderator_destroys_a_thread_and_hears_how_much_went(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    bob = await bearer(cast.bob)
    root = (await client.post("/comments", json={"post_id": post.id, **TEXT}, headers=bob)).json()
    for _ in range(2):
        await client.post(
            "/comments", json={"post_id": post.id, "parent_id": root["id"], **TEXT}, headers=bob
        )
    answer = await client.delete(
        f"/comments/{root['id']}/branch/destroy", headers=await bearer(cast.olga)
    )
    assert (answer.status_code, answer.json()) == (200, {"deleted": 3})
    listed = await client.get(f"/posts/{post.id}/comments")
    assert listed.json()["items"] == []


async def test_a_deleted_comment_with_answers_leaves_a_stub(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    bob = await bearer(cast.bob)
    root = (await client.post("/comments", json={"post_id": post.id, **TEXT}, headers=bob)).json()
    await client.post(
        "/comments",
        json={"post_id": post.id, "parent_id": root["id"], **TEXT},
        headers=await bearer(cast.alice),
    )
    assert (await client.delete(f"/comments/{root['id']}", headers=bob)).status_code == 204
    stub = (await client.get(f"/posts/{post.id}/comments")).json()["items"][0]
    assert (stub["moderation_status"], stub["author"], stub["text"]) == ("deleted", None, "")


async def test_only_one_comment_is_pinned_and_it_comes_first(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    bob, alice = await bearer(cast.bob), await bearer(cast.alice)
    first, second = [
        (await client.post("/comments", json={"post_id": post.id, **TEXT}, headers=bob)).json()[
            "id"
        ]
        for _ in range(2)
    ]
    for comment in (first, second):
        assert (await client.post(f"/comments/{comment}/pin", headers=alice)).status_code == 200
    items = (await client.get(f"/posts/{post.id}/comments?sort=old")).json()["items"]
    assert [(each["id"], each["is_pinned"]) for each in items] == [(second, True), (first, False)]
    assert (await client.post(f"/comments/{first}/pin", headers=bob)).status_code == 403


async def test_a_page_of_roots_leads_to_the_next(client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    bob = await bearer(cast.bob)
    for number in range(25):
        await client.post(
            "/comments", json={"post_id": post.id, "text": f"No. {number}"}, headers=bob
        )
    first = (await client.get(f"/posts/{post.id}/comments?sort=old")).json()
    rest = (
        await client.get(f"/posts/{post.id}/comments?sort=old&cursor={first['next_cursor']}")
    ).json()
    assert [len(first["items"]), len(rest["items"]), rest["next_cursor"]] == [20, 5, None]
    assert [each["text"] for each in rest["items"]] == [f"No. {number}" for number in range(20, 25)]


@pytest.mark.parametrize("sort", ["best", "new", "old", "controversial"])
@pytest.mark.parametrize("limit", [1, 2])
async def test_a_page_has_no_more_roots_than_asked_for_the_pinned_one_included(
    client: AsyncClient, cast: Cast, sort: str, limit: int
) -> None:
    post = await factories.post(cast.alice)
    roots = [(await reply(cast.bob, post)).id for _ in range(4)]
    await client.post(f"/comments/{roots[2]}/pin", headers=await bearer(cast.alice))
    found: list[int] = []
    cursor: str | None = ""
    while cursor is not None:
        query: dict[str, str | int] = {"sort": sort, "limit": limit, "cursor": cursor}
        page = (await client.get(f"/posts/{post.id}/comments", params=query)).json()
        assert len(page["items"]) == min(limit, 4 - len(found))
        found += [each["id"] for each in page["items"]]
        cursor = page["next_cursor"]
    assert (found[0], sorted(found)) == (roots[2], roots)


async def test_of_replies_there_are_as_many_as_are_asked_for(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    root = await reply(cast.alice, post)
    for _ in range(3):
        await reply(cast.bob, post, to=root)
    page = (await client.get(f"/comments/{root.id}/replies", params={"limit": 2})).json()
    assert len(page["items"]) == 2
    query = {"cursor": page["next_cursor"]}
    rest = (await client.get(f"/comments/{root.id}/replies", params=query)).json()
    assert (len(rest["items"]), rest["next_cursor"]) == (1, None)
    for limit in (0, 101):
        answer = await client.get(f"/comments/{root.id}/replies", params={"limit": limit})
        assert answer.status_code == 422


async def test_the_history_of_a_comment_has_pages(client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    comment = await reply(cast.bob, post, "0")
    bob = await bearer(cast.bob)
    for number in range(1, 4):
        changed = {"text": str(number)}
        await client.patch(f"/comments/{comment.id}", json=changed, headers=bob)
    address, said = f"/comments/{comment.id}/history", []
    cursor: str | None = ""
    while cursor is not None:
        query: dict[str, str | int] = {"limit": 2, "cursor": cursor}
        page = (await client.get(address, params=query, headers=bob)).json()
        said.append([each["text"] for each in page["items"]])
        cursor = page["next_cursor"]
    assert said == [["2", "1"], ["0"]]


async def test_a_broken_cursor_is_a_sentence_and_not_a_fault(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    answer = await client.get(f"/posts/{post.id}/comments?cursor=nonsense")
    assert (answer.status_code, answer.json()["code"]) == (422, "validation")
