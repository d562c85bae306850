"""Tests that every acknowledged reply is stored exactly once if the web process is killed."""

import asyncio
from uuid import uuid4

import httpx
import pytest
from sqlmodel import col, select

from community.core.db.sessions import read_session
from community.models import Comment
from tests import counters, factories
from tests.cast import Cast
from tests.domain.actions import publish_post
from tests.e2e.production_server import ProductionServer
from tests.resilience.conftest import ServerFactory
from tests.resilience.http_clients import make_comment_payload, make_signed_in_client

AUTHOR_COUNT = 5
REPLIES_PER_AUTHOR = 14
# The process is killed after this number of acknowledged replies, before all replies are sent.
KILL_AFTER = 25


class ReplyBurst:
    """Replies that several authors send concurrently.

    Attributes:
        acknowledged_ids: The IDs of the comments that the server has confirmed.
        threshold_reached: An event that is set after `KILL_AFTER` acknowledged replies.
    """

    def __init__(self, post_id: int, root_id: int, tokens: list[str]) -> None:
        self.tokens = tokens
        self.messages = {
            token: [
                make_comment_payload(
                    post_id,
                    f"Remark {number} of author {index}",
                    parent_id=root_id if number % 2 else None,
                    client_id=uuid4().hex,
                )
                for number in range(REPLIES_PER_AUTHOR)
            ]
            for index, token in enumerate(tokens)
        }
        self.acknowledged_ids: list[int] = []
        self.threshold_reached = asyncio.Event()

    async def send(self, server: ProductionServer) -> None:
        """Send the replies of all authors concurrently.

        Each author stops after the first connection error.
        """
        await asyncio.gather(
            *(self._send_replies_of_author(server, token) for token in self.tokens)
        )

    async def _send_replies_of_author(self, server: ProductionServer, token: str) -> None:
        async with make_signed_in_client(server, token) as client:
            for message in self.messages[token]:
                try:
                    response = await client.post("/comments", json=message)
                except httpx.TransportError:
                    return
                assert response.status_code == 201, response.text
                self.acknowledged_ids.append(response.json()["id"])
                if len(self.acknowledged_ids) >= KILL_AFTER:
                    self.threshold_reached.set()


async def list_comment_texts() -> list[str]:
    async with read_session() as session:
        return sorted(await session.scalars(select(Comment.text)))


@pytest.mark.slow
async def test_acknowledged_replies_are_stored_once_after_the_server_is_killed(
    cast: Cast, start_servers: ServerFactory
) -> None:
    post = await publish_post(cast.alice)
    authors = [await factories.user(f"author-{number}") for number in range(AUTHOR_COUNT)]
    tokens = [await factories.session_token(author) for author in authors]
    [server] = start_servers()
    async with make_signed_in_client(server, await factories.session_token(cast.alice)) as alice:
        root = (
            await alice.post("/comments", json=make_comment_payload(post.id, "What do you think?"))
        ).json()
    burst = ReplyBurst(post.id, root["id"], tokens)

    sending = asyncio.create_task(burst.send(server))
    async with asyncio.timeout(60):
        await burst.threshold_reached.wait()
    await asyncio.to_thread(server.kill)
    await sending
    acknowledged_ids = list(burst.acknowledged_ids)
    assert KILL_AFTER <= len(acknowledged_ids) < AUTHOR_COUNT * REPLIES_PER_AUTHOR

    await asyncio.to_thread(server.start)
    async with read_session() as session:
        stored_ids = await session.scalars(
            select(Comment.id).where(col(Comment.id).in_(acknowledged_ids))
        )
        assert sorted(stored_ids) == sorted(acknowledged_ids)
        assert await counters.find_counter_mismatches(session) == []

    # The clients send all replies again, and the server must not store any of them twice. The
    # requests of the first attempt still count, but both attempts together stay within the rate
    # limit.
    await resend_all_replies(server, burst)
    async with read_session() as session:
        assert await counters.find_counter_mismatches(session) == []
    texts = [message["text"] for messages in burst.messages.values() for message in messages]
    assert await list_comment_texts() == sorted(["What do you think?", *texts])


async def resend_all_replies(server: ProductionServer, burst: ReplyBurst) -> None:
    burst.acknowledged_ids.clear()
    await burst.send(server)
    assert len(burst.acknowledged_ids) == AUTHOR_COUNT * REPLIES_PER_AUTHOR
