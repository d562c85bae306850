"""How soon others see what somebody did: from the request to the delta in their tab."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from typing import Any
from urllib.parse import urlsplit

from community.state.comments import LiveComments
from community.state.frame import Frame
from tests.bench import load
from tests.bench.content import Content, Discussion
from tests.open_page import OpenPage

REPLIES = 150
# Between two replies: what the last one set off is over by then, as between people.
PAUSE_SECONDS = 0.03

_number = count(1)


class Speaker:
    """Those who reply, in turn, over one connection: nobody is so quick that a limit holds them."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, tokens: list[str]
    ) -> None:
        self._reader, self._writer, self._tokens = reader, writer, tokens

    def say(self, discussion: Discussion, parent_id: int | None = None) -> str:
        """Send a reply; its words, which nobody has said before."""
        number = next(_number)
        text = f"Remark {number}: *rye* needs more water than wheat does."
        cookie = self._tokens[number % len(self._tokens)]
        self._writer.write(reply(discussion, text, cookie=cookie, parent_id=parent_id))
        return text

    async def hear(self) -> None:
        """Read the answer to what was said."""
        head = await self._reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 201"):
            raise ConnectionError(f"A reply was not taken: {head.decode('latin-1')[:200]}")
        await self._reader.readexactly(load.length_of_body(head))


def reply(discussion: Discussion, text: str, *, cookie: str, parent_id: int | None = None) -> bytes:
    """The request that sends a reply."""
    message = {"post_id": discussion.post_id, "parent_id": parent_id, "text": text}
    body = json.dumps(message).encode()
    return load.request("/comments", cookie=cookie, body=body, accept="application/json")


@asynccontextmanager
async def speaker(url: str, content: Content) -> AsyncIterator[Speaker]:
    """A connection for those who reply."""
    address = urlsplit(url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    try:
        yield Speaker(reader, writer, content.tokens)
    finally:
        writer.close()


async def reply_seen(url: str, content: Content, replies: int = REPLIES) -> list[float]:
    """Milliseconds from A's reply to B's open page, where B reads the same discussion."""
    page = await OpenPage.open(url, content.hundred.path, content.author_token)

    def shows(text: str) -> bool:
        news: list[dict[str, Any]] = page.value(LiveComments, "news") or []
        return any(each["text"] == text for each in news)

    times = []
    async with speaker(url, content) as speaking:
        for _ in range(replies):
            began = time.perf_counter()
            text = speaking.say(content.hundred)
            times.append(await _until(page, partial(shows, text), began, speaking))
    await page.close()
    return times


async def bell_moves(url: str, content: Content, replies: int = REPLIES) -> list[float]:
    """Milliseconds from A's answer to a comment of B to the number on B's bell, on another page."""
    page = await OpenPage.open(url, content.hundred.path, content.author_token)

    def moved(before: int) -> bool:
        return bool(page.value(Frame, "unseen") != before)

    roots = content.thousands.roots[:replies]  # each answered once: every answer is news
    times = []
    async with speaker(url, content) as speaking:
        for root in roots:
            before = page.value(Frame, "unseen")
            began = time.perf_counter()
            speaking.say(content.thousands, parent_id=root)
            times.append(await _until(page, partial(moved, before), began, speaking))
    await page.close()
    return times


async def _until(
    page: OpenPage, holds: Callable[[], object], began: float, speaking: Speaker
) -> float:
    """Milliseconds until something is so on the page; a reply that is refused ends the waiting."""
    async with asyncio.TaskGroup() as both:
        both.create_task(speaking.hear())
        await page.until(holds)
        took = (time.perf_counter() - began) * 1_000
    await asyncio.sleep(PAUSE_SECONDS)
    return took
