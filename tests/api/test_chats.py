"""Tests of the HTTP API for private messages."""

from uuid import uuid4

import pytest
from httpx import AsyncClient, Response

from community.core.db.sessions import read_session
from community.core.errors import NotFound
from community.domain import people
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.domain.actions import follow
from tests.domain.chat.conftest import start, subscribe
from tests.query_capture import capture_queries
from tests.workflows.payments.buyers import sell


async def post(client: AsyncClient, path: str, body: object = None, status: int = 200) -> Response:
    response = await client.post(path, json=body)
    assert response.status_code == status, response.text
    return response


@pytest.fixture
async def writer(client: AsyncClient, cast: Cast) -> AsyncClient:
    """Return a client that is signed in as Olga, who needs no plan to write."""
    await sign_in(client, cast.olga)
    return client


async def test_a_chat_is_started_once(writer: AsyncClient, cast: Cast) -> None:
    started = await post(writer, "/m/start/bob", status=201)
    again = await post(writer, f"/m/start/{cast.bob.id}")
    assert again.json() == started.json()
    assert started.headers["location"] == f"/m/{started.json()['id']}"
    assert started.json()["can"]["send"] is True
    await post(writer, "/m/start/nobody-here", status=404)
    await post(writer, "/m/start/olga", status=422)


async def test_without_a_plan_the_error_names_the_feature(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.bob)
    for path, body in (("/m/start/alice", None), ("/m", {"members": ["alice"]})):
        refused = await post(client, path, body, status=403)
        assert refused.json()["code"] == "subscription_feature_required"
        assert refused.json()["details"] == {"feature": "private_messages", "plans": []}


async def test_without_a_plan_an_existing_chat_is_opened(client: AsyncClient, cast: Cast) -> None:
    existing = await start(subscribe(cast.alice), cast.bob)
    await sign_in(client, cast.bob)
    opened = await post(client, "/m/start/alice")
    assert (opened.json()["id"], opened.json()["can"]["send"]) == (existing.id, False)


async def test_the_error_names_the_plans_on_sale(client: AsyncClient, cast: Cast) -> None:
    plan = await sell(cast.olga, features=["private_messages"])
    await sign_in(client, cast.bob)
    refused = await post(client, "/m/start/alice", status=403)
    assert [found["id"] for found in refused.json()["details"]["plans"]] == [plan.id]


async def test_a_message_is_sent_edited_and_deleted(writer: AsyncClient, cast: Cast) -> None:
    chat = f"/m/{(await post(writer, '/m/start/bob', status=201)).json()['id']}"
    new = {"text": "Hello *Bob*", "client_id": str(uuid4())}
    sent = await post(writer, f"{chat}/messages", new, status=201)
    again = await post(writer, f"{chat}/messages", new, status=201)
    assert again.json() == sent.json()
    assert "<em>Bob</em>" in sent.json()["html"]
    place = sent.headers["location"]
    assert (await writer.get(place)).json() == sent.json()
    edited = await writer.patch(place, json={"text": "Hi"})
    assert edited.json()["text"] == "Hi"
    reaction = await writer.put(f"{place}/reaction", json={"reaction": "like"})
    assert reaction.json()["my_reaction"] == "like"
    await sign_in(writer, cast.bob)
    [request] = (await writer.get("/m?folder=requests")).json()["items"]
    assert request["last_message"]["text"] == "Hi"
    assert "client_id" not in request["last_message"]
    assert (await post(writer, f"{chat}/accept")).json()["is_request"] is False
    unread = await post(writer, f"{chat}/read", {"message_id": sent.json()["id"]})
    assert unread.json() == {"chats": 0, "messages": 0, "requests": 0}
    assert (await writer.delete(place)).status_code == 403
    await sign_in(writer, cast.olga)
    assert (await writer.delete(place)).status_code == 204
    [stub] = (await writer.get(f"{chat}/messages")).json()["items"]
    assert (stub["text"], stub["deleted_at"] is None) == ("", False)


async def test_messages_are_listed_by_cursor_or_from_one_place(
    writer: AsyncClient, cast: Cast
) -> None:
    await follow(cast.bob, cast.olga)
    chat = f"/m/{(await post(writer, '/m/start/bob', status=201)).json()['id']}"
    ids = [
        (await post(writer, f"{chat}/messages", {"text": f"{n}"}, status=201)).json()["id"]
        for n in range(5)
    ]

    async def list_texts(query: str) -> list[str]:
        page = (await writer.get(f"{chat}/messages?{query}")).json()
        return [message["text"] for message in page["items"]]

    first = (await writer.get(f"{chat}/messages?limit=2")).json()
    assert await list_texts(f"limit=2&cursor={first['next_cursor']}") == ["2", "1"]
    assert await list_texts(f"after={ids[2]}") == ["4", "3"]
    assert await list_texts(f"around={ids[2]}&limit=3") == ["3", "2", "1"]
    assert await list_texts("q=4") == ["4"]
    for query in (f"before={ids[1]}&after={ids[0]}", "cursor=x", "before=0"):
        assert (await writer.get(f"{chat}/messages?{query}")).status_code == 422


async def test_a_group_is_created_and_managed(writer: AsyncClient, cast: Cast) -> None:
    await follow(cast.bob, cast.olga)
    body = {"name": "Bakers", "members": ["bob", cast.charlie.id]}
    group = await post(writer, "/m", body, status=201)
    chat = group.headers["location"]
    assert group.json()["members_count"] == 3
    renamed = await writer.patch(chat, json={"name": "Millers", "owner": "bob"})
    assert renamed.json()["name"] == "Millers"
    assert (await writer.patch(chat, json={"name": "Mine"})).status_code == 403
    await post(writer, f"{chat}/leave", status=204)
    assert (await writer.get(chat)).status_code == 404
    await sign_in(writer, cast.bob)
    assert (await writer.delete(f"{chat}/members/charlie")).status_code == 204
    assert (await writer.get(chat)).json()["members_count"] == 1


async def test_members_of_a_group_are_found_with_one_query(cast: Cast) -> None:
    async with read_session() as session:
        with capture_queries() as queries:
            found = await people.get_user_ids(session, ["Bob", cast.charlie.id, "olga"])
        assert found == [cast.bob.id, cast.charlie.id, cast.olga.id]
        with pytest.raises(NotFound):
            await people.get_user_ids(session, ["bob", "unknown"])
    assert len(queries) == 1


async def test_chats_are_muted_and_archived(writer: AsyncClient, cast: Cast) -> None:
    chat = f"/m/{(await post(writer, '/m/start/bob', status=201)).json()['id']}"
    await post(writer, f"{chat}/messages", {"text": "Hello"}, status=201)
    muted = await post(writer, f"{chat}/mute", {"until": "2999-01-01T00:00:00Z"})
    assert muted.json()["muted_until"] == "2999-01-01T00:00:00.000Z"
    for until in ("2001-01-01T00:00:00Z", "2999-01-01T00:00:00"):
        await post(writer, f"{chat}/mute", {"until": until}, status=422)
    await post(writer, f"{chat}/mute", {"until": "9999-12-31T23:59:59-12:00"})
    assert (await writer.delete(f"{chat}/mute")).status_code == 204
    assert (await post(writer, f"{chat}/archive")).json()["is_archived"] is True
    assert [item["id"] for item in (await writer.get("/m")).json()["items"]] == []
    assert (await writer.delete(f"{chat}/archive")).status_code == 204
    [listed] = (await writer.get("/m?q=bob")).json()["items"]
    assert listed["muted_until"] is None


async def test_settings_for_messages_are_partial(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.bob)
    await post(client, "/settings/messages", {"who": "nobody"})
    changed = await post(client, "/settings/messages", {"read_marks": False})
    assert changed.json() == {"who": "nobody", "read_marks": False}
    await post(client, "/settings/messages", {"who": "friends"}, status=422)


async def test_sixty_messages_a_minute_are_allowed(writer: AsyncClient, cast: Cast) -> None:
    """Chats that are started, messages, edits and reactions count together."""
    await follow(cast.charlie, cast.olga)
    started = await post(writer, "/m/start/bob", status=201)
    assert started.headers["x-ratelimit-limit"] == "60"
    group = await post(writer, "/m", {"members": [cast.charlie.id]}, status=201)
    place = f"/m/{group.json()['id']}"
    sent = await post(writer, f"{place}/messages", {"text": "Hi"}, status=201)
    message = f"{place}/messages/{sent.json()['id']}"
    edited = await writer.patch(message, json={"text": "Hello"})
    reacted = await writer.put(f"{message}/reaction", json={"reaction": "like"})
    counted = (started, group, sent, edited, reacted)
    remaining = [int(answer.headers["x-ratelimit-remaining"]) for answer in counted]
    assert remaining == [59, 58, 57, 56, 55]
    for path, body in (
        ("read", {"message_id": sent.json()["id"]}),
        ("archive", None),
        ("members/alice", None),
    ):
        answer = await post(writer, f"{place}/{path}", body)
        assert answer.headers["x-ratelimit-limit"] != "60"
    assert (await writer.get("/m")).headers.get("x-ratelimit-limit") != "60"
