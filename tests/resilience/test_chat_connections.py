"""Tests that no message of a chat is lost or sent twice when connections are cut."""

import asyncio
import random
from collections import Counter
from contextlib import AsyncExitStack

import pytest
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.settings import settings
from community.models import Chat, ChatMessage
from tests import factories
from tests.cast import Cast
from tests.domain.chat.conftest import create_group
from tests.domain.subscriptions.grants import grant, load_actor
from tests.redis_server import flush_redis_and_get_url
from tests.resilience.chat_clients import ChatTab
from tests.resilience.conftest import ServerFactory
from tests.resilience.cutting_proxy import CuttingProxy, run_cutting_proxy

# The limit of 60 messages a minute makes the long form, `--chat-messages=500`, take two minutes on
# an idle machine.
TIMEOUT_SECONDS = 1_200.0
MIN_CUTS, MESSAGES_PER_CUT = 6, 16


class Progress:
    """Wakes a test when a tab has received something."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()
        self.notify = self._changed.set

    async def wait(self) -> None:
        await self._changed.wait()
        self._changed.clear()


@pytest.mark.slow
@pytest.mark.timeout(1_500)
async def test_no_message_is_lost_or_doubled_when_connections_are_cut(
    cast: Cast, start_servers: ServerFactory, xdist_worker: str, chat_messages: int
) -> None:
    if settings().is_sqlite:
        pytest.skip("Several processes need PostgreSQL: set TEST_DATABASE_URL.")
    redis_url = flush_redis_and_get_url(xdist_worker)
    servers = start_servers(
        process_count=2,
        REDIS_URL=redis_url,
        STATE_REDIS_URL=redis_url.rsplit("/", 1)[0] + "/6",
    )
    senders = [await _subscribe(cast, user) for user in (cast.alice, cast.bob, cast.charlie)]
    group = await create_group(*senders)
    progress = Progress()
    async with AsyncExitStack() as stack:
        proxies = [
            await stack.enter_async_context(run_cutting_proxy(server.url)) for server in servers
        ]
        # Each sender has a tab at one process, and reads in a second tab at the other one.
        tabs = [
            ChatTab(proxy.url, group.id, await factories.session_token(sender), progress.notify)
            for proxy in proxies
            for sender in senders
        ]
        for number in range(chat_messages):
            tabs[number % 3].write(f"{senders[number % 3].slug} {number}")
        tasks = [asyncio.create_task(tab.run()) for tab in tabs]
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await _cut_repeatedly(proxies, tabs, progress, chat_messages)
            while not all(len(tab.known) >= chat_messages and not tab.outbox for tab in tabs):
                await progress.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    stored = await _load_texts(group)
    expected = [f"{senders[number % 3].slug} {number}" for number in range(chat_messages)]
    assert Counter(stored.values()) == Counter(expected)
    for sender in senders:
        own = [text for text in stored.values() if text.startswith(f"{sender.slug} ")]
        assert own == [text for text in expected if text.startswith(f"{sender.slug} ")]
    assert [tab.known == stored for tab in tabs] == [True] * len(tabs)
    assert sum(tab.connection_count for tab in tabs) > len(tabs)


async def _subscribe(cast: Cast, user: Actor) -> Actor:
    await grant(cast.olga, user, "private_messages")
    return await load_actor(user)


async def _cut_repeatedly(
    proxies: list[CuttingProxy], tabs: list[ChatTab], progress: Progress, chat_messages: int
) -> None:
    """Cut the connections of one process after the other, in equal parts of all messages."""
    cuts = max(MIN_CUTS, chat_messages // MESSAGES_PER_CUT)
    for number in range(1, cuts + 1):
        while sum(len(tab.outbox) for tab in tabs) > chat_messages * (1 - number / (cuts + 1)):
            await progress.wait()
        # Between none and a few round trips later, so that events and answers are cut.
        await asyncio.sleep(random.random() / 50)  # no secret
        while not proxies[number % 2].cut():
            await progress.wait()


async def _load_texts(group: Chat) -> dict[int, str]:
    """Return the texts of the messages by id, in their order."""
    async with read_session() as session:
        rows = await session.execute(
            select(ChatMessage.id, ChatMessage.text)
            .where(col(ChatMessage.chat_id) == group.id, col(ChatMessage.change) == "")
            .order_by(col(ChatMessage.id))
        )
        return {row[0]: row[1] for row in rows}
