"""Browser tabs that show a chat, and that send and receive messages over bad connections.

They follow the rules of the scripts in `assets/ui/chat/`: they send one message after another,
repeat a message with the same id until the server has answered it, and after each reconnection load
the messages that they missed.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from websockets.exceptions import WebSocketException

from community.state.pages.chat.open_chat import ChatState
from community.state.pages.chat.pushes import MessagePush, MessageRejectedPush
from tests.page_client import PageClient

# How long a tab waits for the answer to a message before it sends the message again.
ANSWER_SECONDS = 15.0
RECONNECT_SECONDS = 0.1


@dataclass
class ChatTab:
    """A browser tab that shows a chat.

    Attributes:
        url: The URL of the site, or of a proxy in front of it.
        outbox: The ids and texts of the messages that the server has not confirmed yet.
        known: The texts of the messages that the tab shows, by the id of the message.
        on_change: A function that the tab calls when it has received something.
    """

    url: str
    chat_id: int
    cookie: str
    on_change: Callable[[], None]
    outbox: deque[tuple[str, str]] = field(default_factory=deque)
    known: dict[int, str] = field(default_factory=dict)
    connection_count: int = 0
    _token: str = field(default_factory=lambda: str(uuid4()))
    _complete_up_to: int = 0
    _may_send_at: float = 0.0

    def write(self, text: str) -> None:
        self.outbox.append((str(uuid4()), text))

    async def run(self) -> None:
        """Show the chat and send the messages in the outbox, until the task is cancelled."""
        while True:
            with suppress(OSError, EOFError, WebSocketException, TimeoutError):
                page = await PageClient.open(
                    self.url, f"/m/{self.chat_id}", self.cookie, token=self._token
                )
                self._token = page.token
                self.connection_count += 1
                await self._load_missed(page)
                while not page.is_closed:
                    await self._send_next(page)
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _load_missed(self, page: PageClient) -> None:
        """Load the latest messages, and those between them and the ones that the tab knows."""
        loaded = await self._load(page, "load")
        while loaded["has_newer"] or self._has_gap(loaded):
            loaded = await self._load(
                page, "load_newer", chat_id=self.chat_id, after=self._complete_up_to
            )
            self._complete_up_to = max(item["id"] for item in loaded["items"])
        self._complete_up_to = max(self.known, default=0)

    def _has_gap(self, loaded: dict[str, Any]) -> bool:
        is_latest = loaded["kind"] == "latest" and loaded["has_older"]
        first_id = min((item["id"] for item in loaded["items"]), default=0)
        return bool(self._complete_up_to) and is_latest and first_id > self._complete_up_to

    async def _load(self, page: PageClient, handler: str, **arguments: Any) -> dict[str, Any]:
        before = (page.get_var(ChatState, "loaded_page") or {}).get("as_of", "")

        def find_page() -> dict[str, Any] | None:
            loaded = page.get_var(ChatState, "loaded_page")
            return loaded if loaded and loaded["as_of"] > before else None

        await page.send_event(f"{ChatState.get_full_name()}.{handler}", **arguments)
        await page.wait_until(lambda: page.is_closed or find_page())
        loaded = find_page()
        if loaded is None:
            raise ConnectionError("The connection was cut.")
        for item in loaded["items"]:
            self._receive(item)
        return loaded

    async def _send_next(self, page: PageClient) -> None:
        """Send the oldest message in the outbox, and wait until the server has answered it."""
        sent = self.outbox[0] if self.outbox and time.monotonic() >= self._may_send_at else None
        if sent is not None:
            await page.send_event(
                f"{ChatState.get_full_name()}.send",
                chat_id=self.chat_id,
                message={"client_id": sent[0], "text": sent[1]},
            )

        def is_answered() -> bool:
            return page.is_closed or self._take_pushes(page, sent)

        waits = ANSWER_SECONDS
        if sent is None and self.outbox:
            waits = max(0.0, self._may_send_at - time.monotonic())
        with suppress(TimeoutError):
            await page.wait_until(is_answered, waits)

    def _take_pushes(self, page: PageClient, sent: tuple[str, str] | None) -> bool:
        """Receive all pushes. Return whether one of them answers the sent message."""
        is_answered = False
        pushes, page.pushes = page.pushes, []
        for push in pushes:
            data = push["data"]
            if push["type"] == MessagePush.push_type:
                is_answered |= self._receive(data["message"])
            elif push["type"] == MessageRejectedPush.push_type and sent is not None:
                assert not data["is_final"], data
                if data["client_id"] == sent[0]:
                    self._may_send_at = time.monotonic() + data["retry_after"]
                    is_answered = True
        return is_answered

    def _receive(self, message: dict[str, Any]) -> bool:
        """Show a message. Return whether it is the one that the tab is sending."""
        if not message["change"]:
            self.known[message["id"]] = message["text"]
        is_mine = bool(self.outbox) and message.get("client_id") == self.outbox[0][0]
        if is_mine:
            self.outbox.popleft()
        self.on_change()
        return is_mine
