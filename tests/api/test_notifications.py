"""The inbox over HTTP."""

import asyncio

from httpx import AsyncClient

from community.domain.notifications import Kind
from tests import factories
from tests.api.people import sign_in
from tests.cast import Cast
from tests.domain.stories import follow, publish, react, reply, told


async def test_an_inbox_is_json_unless_a_browser_opens_it(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    await follow(cast.bob, cast.alice)
    answer = await client.get("/notifications", headers={"Accept": "*/*"})
    assert answer.status_code == 200
    body = answer.json()
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


async def test_a_guest_has_no_inbox(client: AsyncClient) -> None:
    assert (await client.get("/notifications")).status_code == 401


async def test_an_inbox_is_paged(client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    question = await reply(cast.bob, post)
    for _ in range(3):
        await reply(cast.alice, post, to=question)
    await sign_in(client, cast.bob)
    first = (await client.get("/notifications?limit=2")).json()
    rest = (await client.get(f"/notifications?limit=2&cursor={first['next_cursor']}")).json()
    assert (len(first["items"]), len(rest["items"]), rest["next_cursor"]) == (2, 1, None)
    assert (await client.get("/notifications?cursor=nonsense")).status_code == 422


async def test_seeing_and_reading(client: AsyncClient, cast: Cast) -> None:
    await react(cast.bob, await factories.post(cast.alice))
    await follow(cast.bob, cast.alice)
    await sign_in(client, cast.alice)
    rows = (await client.get("/notifications")).json()["items"]
    saw = await client.post("/notifications/sawAll")
    one = await client.post(f"/notifications/{rows[0]['id']}/read")
    everything = await client.post("/notifications/readAll")
    assert [answer.json() for answer in (saw, one, everything)] == [
        {"unread": 2, "unseen": 0},
        {"unread": 1, "unseen": 0},
        {"unread": 0, "unseen": 0},
    ]
    await sign_in(client, cast.bob)
    foreign = await client.post(f"/notifications/{rows[0]['id']}/read")
    assert foreign.status_code == 404


async def test_subscribing_to_an_author_and_a_community(client: AsyncClient, cast: Cast) -> None:
    place = await factories.community(cast.alice)
    await sign_in(client, cast.bob)
    for body in ({"author": "alice"}, {"author": cast.alice.id}, {"community": place.slug}):
        answer = await client.post("/notifications", json=body)
        assert (answer.status_code, answer.json()["is_subscribed"]) == (200, True)
    await publish(cast.alice)
    assert await told(cast.bob) == ["new_post"]


async def test_unsubscribing_by_body_or_query(client: AsyncClient, cast: Cast) -> None:
    place = await factories.community(cast.alice)
    await sign_in(client, cast.bob)
    await client.post("/notifications", json={"author": "alice"})
    await client.post("/notifications", json={"community": place.id})
    by_body = await client.request("DELETE", "/notifications", json={"author": cast.alice.id})
    by_query = await client.delete(f"/notifications?community={place.slug}")
    again = await client.delete("/notifications?author=alice")
    assert [each.status_code for each in (by_body, by_query, again)] == [204, 204, 204]
    await publish(cast.alice, community_id=place.id)
    assert await told(cast.bob) == []


async def test_a_subscription_names_one_thing(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.bob)
    for names in ({"author": "alice", "community": "bread"}, {}):
        for answer in (
            await client.post("/notifications", json=names),
            await client.request("DELETE", "/notifications", json=names),
            await client.delete("/notifications", params=names),
        ):
            assert answer.status_code == 422
            assert answer.json()["errors"] == {"author": ["Name an author or a community."]}
    assert (await client.post("/notifications", json={"author": "nobody"})).status_code == 404


async def test_switching_some_kinds_off(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    body = {"email": True, "types": {"mention": False}}
    answer = await client.post("/settings/notification", json=body)
    assert answer.json() == {"email": True, "types": {kind: kind != "mention" for kind in Kind}}
    partial = await client.post("/settings/notification", json={"types": {"new_post": False}})
    assert partial.json()["email"] is True
    assert not partial.json()["types"]["mention"]
    unknown = await client.post("/settings/notification", json={"types": {"gossip": False}})
    assert unknown.status_code == 422
    assert unknown.json()["errors"].keys() == {"types.gossip"}


async def test_a_wrong_id_is_told_by_the_name_of_its_field(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.bob)
    for given in (0, "", "x" * 61, ["alice"]):
        answer = await client.post("/notifications", json={"author": given})
        assert (answer.status_code, answer.json()["errors"].keys()) == (422, {"author"})
    nought = await client.post("/notifications", json={"author": 0})
    assert nought.json()["errors"] == {"author": ["This must be at least 1."]}


async def test_first_choices_that_come_at_once_are_all_kept(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    kinds = list(Kind)[:4]
    answers = await asyncio.gather(
        *(client.post("/settings/notification", json={"types": {kind: False}}) for kind in kinds)
    )
    assert {answer.status_code for answer in answers} == {200}
    last = (await client.post("/settings/notification", json={})).json()
    assert last["types"] == {kind: kind not in kinds for kind in Kind}


async def test_watching_a_post(client: AsyncClient, cast: Cast) -> None:
    post = await publish(cast.alice)
    await sign_in(client, cast.bob)
    for _ in range(2):
        answer = await client.post(f"/posts/{post.id}/watch")
        assert answer.json() == {"post_id": post.id, "is_watching": True}
    await reply(cast.charlie, post)
    assert await told(cast.bob) == ["post_comment"]
    for _ in range(2):
        assert (await client.delete(f"/posts/{post.id}/watch")).status_code == 204
    assert (await client.post("/posts/999/watch")).status_code == 404
