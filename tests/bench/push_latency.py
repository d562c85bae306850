"""Measure how long a reply by one user takes to reach the open page of another user."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from typing import Any
from urllib.parse import urlsplit

from community.state.pages.comments.comments import CommentPush
from community.state.pages.notifications import UnseenCountPush
from tests.bench import load
from tests.bench.content import Content, Discussion
from tests.page_client import PageClient

REPLY_COUNT = 150
# The pause between two replies, so that all pushes of the previous reply are complete.
PAUSE_SECONDS = 0.03

_reply_numbers = count(1)


class ReplyClient:
    """A client that sends replies to comments over one connection.

    It sends replies as several users in turn, because the server limits the replies per user.
    """

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, tokens: list[str]
    ) -> None:
        self._reader, self._writer, self._tokens = reader, writer, tokens

    def send_reply(self, discussion: Discussion, parent_id: int | None = None) -> str:
        """Send a reply with a unique text, and return this text."""
        number = next(_reply_numbers)
        text = f"Remark {number}: *rye* needs more water than wheat does."
        cookie = self._tokens[number % len(self._tokens)]
        self._writer.write(
            build_reply_request(discussion, text, cookie=cookie, parent_id=parent_id)
        )
        return text

    async def send_replies(self, discussion: Discussion, per_second: float) -> None:
        """Send replies at a constant rate until the task is cancelled."""
        while True:
            self.send_reply(discussion)
            await self.read_response()
            await asyncio.sleep(1 / per_second)

    async def read_response(self) -> None:
        """Read the response to a reply. Raise `ConnectionError` if its status is not 201."""
        headers = await self._reader.readuntil(b"\r\n\r\n")
        if not headers.startswith(b"HTTP/1.1 201"):
            raise ConnectionError(f"A reply was rejected: {headers.decode('latin-1')[:200]}")
        await self._reader.readexactly(load.parse_content_length(headers))


def build_reply_request(
    discussion: Discussion, text: str, *, cookie: str, parent_id: int | None = None
) -> bytes:
    message = {"post_id": discussion.post_id, "parent_id": parent_id, "text": text}
    return load.build_request(
        "/comments", cookie=cookie, body=encode_body(message), accept="application/json"
    )


def encode_body(fields: Mapping[str, Any]) -> bytes:
    return json.dumps(fields).encode()


@asynccontextmanager
async def open_reply_client(url: str, content: Content) -> AsyncIterator[ReplyClient]:
    address = urlsplit(url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    try:
        yield ReplyClient(reader, writer, content.session_tokens)
    finally:
        writer.close()


async def measure_reply_latency(
    url: str, content: Content, reply_count: int = REPLY_COUNT
) -> list[float]:
    """Send replies and measure when each reply arrives in the open page of another user.

    Returns:
        The milliseconds from sending each reply to its arrival in the page.
    """
    page = await PageClient.open(url, content.small_discussion.path, content.author_session_token)

    def has_comment(text: str) -> bool:
        name = text.partition(":")[0]
        return any(f"{name}:" in push["comment"]["html"] for push in page.get_pushes(CommentPush))

    latencies = []
    async with open_reply_client(url, content) as client:
        for _ in range(reply_count):
            started_at = time.perf_counter()
            text = client.send_reply(content.small_discussion)
            latencies.append(
                await _measure_push_latency(page, partial(has_comment, text), started_at, client)
            )
    await page.close()
    return latencies


async def measure_notification_latency(
    url: str, content: Content, reply_count: int = REPLY_COUNT
) -> list[float]:
    """Reply to a user's comments and measure when the user's open page shows the notification.

    The user has another discussion open, so that replies change only the number of unseen
    notifications in the page.

    Returns:
        The milliseconds from sending each reply to the change of this number.
    """
    page = await PageClient.open(url, content.small_discussion.path, content.author_session_token)

    def get_unseen_count() -> int:
        unseen_count: int = page.get_pushes(UnseenCountPush)[-1]["unseen_count"]
        return unseen_count

    def has_unseen_count_changed(count_before: int) -> bool:
        return get_unseen_count() != count_before

    # Each root comment gets only one reply, because notifications of several replies to one comment
    # may be merged.
    root_ids = content.large_discussion.root_ids[:reply_count]
    latencies = []
    async with open_reply_client(url, content) as client:
        for root_id in root_ids:
            before = get_unseen_count()
            started_at = time.perf_counter()
            client.send_reply(content.large_discussion, parent_id=root_id)
            latencies.append(
                await _measure_push_latency(
                    page, partial(has_unseen_count_changed, before), started_at, client
                )
            )
    await page.close()
    return latencies


async def _measure_push_latency(
    page: PageClient, condition: Callable[[], object], started_at: float, client: ReplyClient
) -> float:
    """Wait until `condition` is true for the page, and return the milliseconds since `started_at`.

    Raise an `ExceptionGroup` with a `ConnectionError` if the server rejects the reply.
    """
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(client.read_response())
        await page.wait_until(condition)
        latency = (time.perf_counter() - started_at) * 1_000
    await asyncio.sleep(PAUSE_SECONDS)
    return latency
