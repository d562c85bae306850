"""Tests of the API with which users report, and administrators close reports."""

from httpx import AsyncClient

from community.core import rate_limits
from tests import factories
from tests.api.credentials import bearer_headers, sign_in
from tests.cast import Cast
from tests.domain.actions import reply
from tests.domain.chat.conftest import open_conversation, send, start, subscribe

SPAM = {"reason": "spam"}


async def test_a_report_is_created_once(client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    comment = await reply(cast.alice, post, "Buy now")
    await sign_in(client, cast.bob)
    for path in (f"/comments/{comment.id}", f"/posts/{post.id}", "/profile/alice"):
        first = await client.post(f"{path}/report", json={"reason": "other", "text": "An ad"})
        second = await client.post(f"{path}/report", json=SPAM)
        assert (first.status_code, second.status_code) == (201, 200)
        body = first.json()
        assert second.json() == {**body, "is_new": False}
        assert (body["reason"], body["text"], body["state"]) == ("other", "An ad", "open")
        assert "user" not in body


async def test_a_private_message_is_reported_in_its_chat(client: AsyncClient, cast: Cast) -> None:
    opened = await open_conversation(subscribe(cast.alice), cast.bob)
    other = await start(cast.olga, cast.bob)
    message = await send(subscribe(cast.alice), opened, "Buy now")
    await sign_in(client, cast.bob)
    path = f"/messages/{message.id}/report"
    assert (await client.post(f"/m/{other.id}{path}", json=SPAM)).status_code == 404
    created = await client.post(f"/m/{opened.id}{path}", json=SPAM)
    assert created.status_code == 201
    assert (created.json()["target_kind"], created.json()["target_id"]) == ("message", message.id)
    assert (await client.post(f"/m/{opened.id}{path}", json=SPAM)).status_code == 200
    client.cookies.clear()
    await sign_in(client, cast.olga)
    path = f"/admin-panel/api/reports/{created.json()['id']}"
    record = (await client.get(path)).json()
    assert [found["text"] for found in record["messages"]] == ["Hello", "Buy now"]
    deleted = await client.post(f"{path}/content", json={"action": "delete", "reason": "An ad"})
    assert (deleted.status_code, deleted.json()["content_status"]) == (200, "deleted")
    assert (await client.get(f"/m/{opened.id}")).status_code == 404


async def test_invalid_reports_are_rejected(client: AsyncClient, cast: Cast) -> None:
    assert (await client.post("/profile/alice/report", json=SPAM)).status_code == 401
    await sign_in(client, cast.bob)
    for body in ({}, {"reason": "boring"}, {"reason": "other"}, {**SPAM, "text": "x" * 1_001}):
        response = await client.post("/profile/alice/report", json=body)
        assert response.status_code == 422, body
        assert response.json()["code"] == "validation"
    assert (await client.post("/profile/no-one/report", json=SPAM)).status_code == 404
    assert (await client.post("/profile/bob/report", json=SPAM)).status_code == 422


async def test_reports_have_a_rate_limit_of_their_own(client: AsyncClient, cast: Cast) -> None:
    headers = await bearer_headers(cast.bob)
    for _number in range(rate_limits.PER_MINUTE["reports"]):
        response = await client.post("/profile/alice/report", json=SPAM, headers=headers)
        assert response.status_code in {200, 201}
    response = await client.post("/profile/alice/report", json=SPAM, headers=headers)
    assert (response.status_code, response.json()["details"]["group"]) == (429, "reports")


async def test_an_administrator_reads_and_closes_a_report(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.bob)
    created = (await client.post("/profile/alice/report", json=SPAM)).json()
    path = f"/admin-panel/api/reports/{created['id']}"
    assert (await client.get(path)).status_code == 404
    client.cookies.clear()
    await sign_in(client, cast.olga)
    record = (await client.get(path)).json()
    assert (record["user"]["slug"], record["reporter"]["slug"]) == ("alice", "bob")
    for _repetition in range(2):
        closed = await client.post(f"{path}/close", json={"outcome": "resolved", "reason": "Ok"})
        assert closed.status_code == 200
        assert (closed.json()["state"], closed.json()["note"]) == ("resolved", "Ok")
    assert (await client.get("/admin-panel/api/reports/999")).status_code == 404
