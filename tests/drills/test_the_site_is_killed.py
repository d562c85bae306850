"""The web process is killed while people write: what was acknowledged is kept, and once."""

import asyncio
from uuid import uuid4

import httpx
import pytest
from sqlmodel import col, select

from community.core.database import reading
from community.models import Comment
from tests import counters, factories
from tests.cast import Cast
from tests.domain.stories import publish
from tests.drills.conftest import Sites
from tests.drills.people import browser, message, sign_in
from tests.journeys.production import Production

WRITERS = 10
REPLIES_EACH = 20
# So many are acknowledged before the process dies: somewhere in the middle.
ACKNOWLEDGED = 70


class Burst:
    """Two hundred replies, sent by ten people at once, and which of them were acknowledged."""

    def __init__(self, post_id: int, root_id: int, tokens: list[str]) -> None:
        self.tokens = tokens
        self.messages = {
            token: [
                message(
                    post_id,
                    f"Remark {number} of writer {writer}",
                    parent_id=root_id if number % 2 else None,
                    client_id=uuid4().hex,
                )
                for number in range(REPLIES_EACH)
            ]
            for writer, token in enumerate(tokens)
        }
        self.acknowledged: list[int] = []
        self.enough = asyncio.Event()

    async def send(self, site: Production) -> None:
        """Send everything, each person one after another; whoever hears nothing gives up."""
        await asyncio.gather(*(self._send_of(site, token) for token in self.tokens))

    async def _send_of(self, site: Production, token: str) -> None:
        async with browser(site, token) as client:
            for each in self.messages[token]:
                try:
                    answer = await client.post("/comments", json=each)
                except httpx.TransportError:
                    return
                assert answer.status_code == 201, answer.text
                self.acknowledged.append(answer.json()["id"])
                if len(self.acknowledged) >= ACKNOWLEDGED:
                    self.enough.set()


async def texts() -> list[str]:
    async with reading() as session:
        return sorted(await session.scalars(select(Comment.text)))


@pytest.mark.slow
async def test_what_was_acknowledged_is_there_once_after_a_kill(cast: Cast, serve: Sites) -> None:
    post = await publish(cast.alice)
    writers = [await factories.person(f"writer-{number}") for number in range(WRITERS)]
    tokens = [await sign_in(each) for each in writers]
    [site] = serve()
    async with browser(site, await sign_in(cast.alice)) as alice:
        root = (await alice.post("/comments", json=message(post.id, "What do you think?"))).json()
    burst = Burst(post.id, root["id"], tokens)

    sending = asyncio.create_task(burst.send(site))
    async with asyncio.timeout(60):
        await burst.enough.wait()
    await asyncio.to_thread(site.kill)
    await sending
    before = list(burst.acknowledged)
    assert ACKNOWLEDGED <= len(before) < WRITERS * REPLIES_EACH

    await asyncio.to_thread(site.start)
    async with reading() as session:
        kept = await session.scalars(select(Comment.id).where(col(Comment.id).in_(before)))
        assert sorted(kept) == sorted(before)
        assert await counters.faults(session) == []

    # Whoever heard nothing sends everything again: what had arrived is not there twice. The limit
    # counts for a minute, so the rest of the hits is what they have left.
    await again(site, burst)
    async with reading() as session:
        assert await counters.faults(session) == []
    sent = [each["text"] for of_one in burst.messages.values() for each in of_one]
    assert await texts() == sorted(["What do you think?", *sent])


async def again(site: Production, burst: Burst) -> None:
    burst.acknowledged.clear()
    await burst.send(site)
    assert len(burst.acknowledged) == WRITERS * REPLIES_EACH
