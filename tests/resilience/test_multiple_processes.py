"""Tests of two web processes that share a database and a Redis server."""

import asyncio
from uuid import uuid4

import pytest

from community.core.db.sessions import read_session
from community.core.rate_limits import PER_MINUTE
from community.core.settings import settings
from community.state.pages.chat.open_chat import ChatState
from community.state.pages.chat.pushes import MessagePush, MessageRejectedPush
from community.state.pages.comments.comments import CommentPush
from community.state.pages.notifications import UnseenCountPush
from tests import counters, factories
from tests.cast import Cast
from tests.domain.actions import publish_post
from tests.domain.chat.conftest import open_conversation
from tests.domain.subscriptions.grants import grant, load_actor
from tests.e2e.production_server import ProductionServer
from tests.page_client import PageClient
from tests.redis_server import flush_redis_and_get_url
from tests.resilience.conftest import ServerFactory
from tests.resilience.http_clients import make_comment_payload, make_signed_in_client

# This timeout is long enough for a busy machine. The benchmarks measure the real latency.
TIMEOUT_SECONDS = 60.0
COMMENTS_PER_MINUTE = 30


@pytest.fixture
async def two_servers(start_servers: ServerFactory, xdist_worker: str) -> list[ProductionServer]:
    """Start two web processes. Skip the test on SQLite, which supports only one process."""
    if settings().is_sqlite:
        pytest.skip("Several processes need PostgreSQL: set TEST_DATABASE_URL.")
    redis_url = flush_redis_and_get_url(xdist_worker)
    state_redis_url = redis_url.rsplit("/", 1)[0] + "/6"
    return start_servers(process_count=2, REDIS_URL=redis_url, STATE_REDIS_URL=state_redis_url)


@pytest.mark.slow
async def test_a_reply_sent_to_one_process_is_pushed_to_clients_of_the_other_process(
    cast: Cast, two_servers: list[ProductionServer]
) -> None:
    server, other_server = two_servers
    post = await publish_post(cast.alice)
    token = await factories.session_token(cast.alice)
    async with make_signed_in_client(server, token) as alice:
        comment = (
            await alice.post("/comments", json=make_comment_payload(post.id, "What flour?"))
        ).json()
    page = await PageClient.open(other_server.url, f"/p/{post.id}/{post.slug}", token)
    (unseen_before,) = page.get_pushes(UnseenCountPush)
    reply = make_comment_payload(post.id, "From the other side", parent_id=comment["id"])
    async with make_signed_in_client(server, await factories.session_token(cast.bob)) as bob:
        response = await bob.post("/comments", json=reply)
    assert response.status_code == 201

    def is_pushed() -> bool:
        unseen = page.get_pushes(UnseenCountPush)[-1]
        pushed_ids = {push["comment"]["id"] for push in page.get_pushes(CommentPush)}
        is_notified = unseen["unseen_count"] > unseen_before["unseen_count"]
        return is_notified and response.json()["id"] in pushed_ids

    await page.wait_until(is_pushed, TIMEOUT_SECONDS)
    await page.close()
    async with read_session() as session:
        assert await counters.find_counter_mismatches(session) == []


@pytest.mark.slow
async def test_signing_out_on_one_process_ends_the_session_on_the_other_process(
    cast: Cast, two_servers: list[ProductionServer]
) -> None:
    server, other_server = two_servers
    token = await factories.session_token(cast.bob)
    async with (
        make_signed_in_client(server, token) as client,
        make_signed_in_client(other_server, token) as other,
    ):
        assert (await other.get("/notifications")).status_code == 200
        assert (await client.post("/logout")).status_code in {200, 204}
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while (await other.get("/notifications")).status_code != 401:
                pass


@pytest.mark.slow
async def test_rate_limits_are_shared_between_processes(
    cast: Cast, two_servers: list[ProductionServer]
) -> None:
    post = await publish_post(cast.alice)
    token = await factories.session_token(cast.bob)
    responses = []
    async with (
        make_signed_in_client(two_servers[0], token) as first,
        make_signed_in_client(two_servers[1], token) as second,
    ):
        for number in range(COMMENTS_PER_MINUTE + 2):
            client = second if number % 2 else first
            responses.append(
                await client.post(
                    "/comments", json=make_comment_payload(post.id, f"Comment {number}")
                )
            )
    statuses = [response.status_code for response in responses]
    assert statuses == [201] * COMMENTS_PER_MINUTE + [429, 429]
    assert int(responses[-1].headers["Retry-After"]) > 0


@pytest.mark.slow
async def test_messages_over_http_and_sockets_share_their_limit_between_processes(
    cast: Cast, two_servers: list[ProductionServer]
) -> None:
    await grant(cast.olga, cast.alice, "private_messages")
    opened = await open_conversation(await load_actor(cast.alice), cast.bob)
    token = await factories.session_token(cast.alice)
    path, half = f"/m/{opened.id}", PER_MINUTE["private_messages"] // 2
    page = await PageClient.open(two_servers[1].url, path, token)
    async with make_signed_in_client(two_servers[0], token) as client:
        responses = await asyncio.gather(
            *(client.post(f"{path}/messages", json={"text": f"{n}"}) for n in range(half))
        )
        for number in range(half + 1):
            message = {"client_id": str(uuid4()), "text": f"{number}"}
            handler = f"{ChatState.get_full_name()}.send"
            await page.send_event(handler, chat_id=opened.id, message=message)
        await page.wait_until(lambda: page.get_pushes(MessageRejectedPush))
        responses.append(await client.post(f"{path}/messages", json={"text": "Too many"}))
    sent = [push for push in page.get_pushes(MessagePush) if push["is_submitted_here"]]
    rejected = page.get_pushes(MessageRejectedPush)
    assert [response.status_code for response in responses] == [201] * half + [429]
    assert (len(sent), [push["code"] for push in rejected]) == (half, ["rate_limited"])
    await page.close()
