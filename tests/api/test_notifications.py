"""Tests of the API for notifications and subscriptions."""

import asyncio

from httpx import AsyncClient

from community.domain.notifications import NotificationKind
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.domain.actions import follow, list_notification_kinds, publish_post, react, reply


async def test_the_inbox_url_serves_json_to_programs_and_html_to_browsers(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    await follow(cast.bob, cast.alice)
    response = await client.get("/notifications", headers={"Accept": "*/*"})
    assert response.status_code == 200
    body = response.json()
    assert (body["unread"], body["unseen"], body["next_cursor"]) == (1, 1, None)
    (row,) = body["items"]
    assert (row["kind"], row["text"], row["actors_count"]) == (
        "new_follower",
        "Bob followed you",
        1,
    )
    assert row["target"] == {"type": "user", "id": cast.bob.id, "title": "Bob", "url": "/bob"}
    assert row["created_at"].endswith("Z")
    page = await client.get("/notifications", headers={"Accept": "text/html"})
    assert page.headers["content-type"] != "application/json"


async def test_a_guest_cannot_read_an_inbox(client: AsyncClient) -> None:
    assert (await client.get("/notifications")).status_code == 401


async def test_the_inbox_is_paginated(client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    question = await reply(cast.bob, post)
    for _ in range(3):
        await reply(cast.alice, post, parent=question)
    await sign_in(client, cast.bob)
    first = (await client.get("/notifications?limit=2")).json()
    rest = (await client.get(f"/notifications?limit=2&cursor={first['next_cursor']}")).json()
    assert (len(first["items"]), len(rest["items"]), rest["next_cursor"]) == (2, 1, None)
    assert (await client.get("/notifications?cursor=nonsense")).status_code == 422


async def test_notifications_are_marked_as_seen_and_read(client: AsyncClient, cast: Cast) -> None:
    await react(cast.bob, await factories.post(cast.alice))
    await follow(cast.bob, cast.alice)
    await sign_in(client, cast.alice)
    rows = (await client.get("/notifications")).json()["items"]
    seen_all = await client.post("/notifications/sawAll")
    read_one = await client.post(f"/notifications/{rows[0]['id']}/read")
    read_all = await client.post("/notifications/readAll")
    assert [response.json() for response in (seen_all, read_one, read_all)] == [
        {"unread": 2, "unseen": 0},
        {"unread": 1, "unseen": 0},
        {"unread": 0, "unseen": 0},
    ]
    await sign_in(client, cast.bob)
    foreign = await client.post(f"/notifications/{rows[0]['id']}/read")
    assert foreign.status_code == 404


async def test_a_user_can_subscribe_to_an_author_and_to_a_community(
    client: AsyncClient, cast: Cast
) -> None:
    community = await factories.community(cast.alice)
    await sign_in(client, cast.bob)
    for body in ({"author": "alice"}, {"author": cast.alice.id}, {"community": community.slug}):
        response = await client.post("/notifications", json=body)
        assert (response.status_code, response.json()["is_subscribed"]) == (200, True)
    await publish_post(cast.alice)
    assert await list_notification_kinds(cast.bob) == ["new_post"]


async def test_the_target_of_an_unsubscribe_request_is_read_from_the_body_or_the_query(
    client: AsyncClient, cast: Cast
) -> None:
    community = await factories.community(cast.alice)
    await sign_in(client, cast.bob)
    await client.post("/notifications", json={"author": "alice"})
    await client.post("/notifications", json={"community": community.id})
    by_body = await client.request("DELETE", "/notifications", json={"author": cast.alice.id})
    by_query = await client.delete(f"/notifications?community={community.slug}")
    again = await client.delete("/notifications?author=alice")
    assert [response.status_code for response in (by_body, by_query, again)] == [204, 204, 204]
    await publish_post(cast.alice, community_id=community.id)
    assert await list_notification_kinds(cast.bob) == []


async def test_a_subscription_needs_exactly_one_target(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.bob)
    for names in ({"author": "alice", "community": "bread"}, {}):
        for response in (
            await client.post("/notifications", json=names),
            await client.request("DELETE", "/notifications", json=names),
            await client.delete("/notifications", params=names),
        ):
            assert response.status_code == 422
            assert response.json()["errors"] == {
                "author": ["Choose either an author or a community."]
            }
    assert (await client.post("/notifications", json={"author": "nobody"})).status_code == 404


async def test_kinds_of_notifications_can_be_disabled(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    body = {"email": True, "types": {"mention": False}}
    response = await client.post("/settings/notification", json=body)
    assert response.json() == {
        "email": True,
        "email_problem": "no_mail_server",
        "types": {kind: kind != "mention" for kind in NotificationKind},
    }
    partial = await client.post("/settings/notification", json={"types": {"new_post": False}})
    assert partial.json()["email"] is True
    assert not partial.json()["types"]["mention"]
    unknown = await client.post("/settings/notification", json={"types": {"gossip": False}})
    assert unknown.status_code == 422
    assert unknown.json()["errors"].keys() == {"types.gossip"}


async def test_an_invalid_author_id_returns_an_error_for_the_author_field(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.bob)
    for value in (0, "", "x" * 61, ["alice"]):
        response = await client.post("/notifications", json={"author": value})
        assert (response.status_code, response.json()["errors"].keys()) == (422, {"author"})
    zero = await client.post("/notifications", json={"author": 0})
    assert zero.json()["errors"] == {"author": ["This must be at least 1."]}


async def test_concurrent_changes_to_default_preferences_are_all_saved(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    kinds = list(NotificationKind)[:4]
    responses = await asyncio.gather(
        *(client.post("/settings/notification", json={"types": {kind: False}}) for kind in kinds)
    )
    assert {response.status_code for response in responses} == {200}
    last = (await client.post("/settings/notification", json={})).json()
    assert last["types"] == {kind: kind not in kinds for kind in NotificationKind}


async def test_a_user_who_watches_a_post_is_notified_of_its_comments(
    client: AsyncClient, cast: Cast
) -> None:
    post = await publish_post(cast.alice)
    await sign_in(client, cast.bob)
    for _ in range(2):
        response = await client.post(f"/posts/{post.id}/watch")
        assert response.json() == {"post_id": post.id, "is_watching": True}
    await reply(cast.charlie, post)
    assert await list_notification_kinds(cast.bob) == ["post_comment"]
    for _ in range(2):
        assert (await client.delete(f"/posts/{post.id}/watch")).status_code == 204
    assert (await client.post("/posts/999/watch")).status_code == 404
