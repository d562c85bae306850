"""Measure private messages: the time until a message is seen, and the cost of opening a chat."""

import asyncio
import time
from typing import Any

from community import urls
from community.state.pages.chat.chats import ChatsState
from community.state.pages.chat.open_chat import ChatState
from community.state.pages.chat.pushes import MessagePush
from tests.bench import load, push_latency
from tests.bench.content import Content
from tests.page_client import PageClient

MESSAGE_COUNT = 150
OPEN_COUNT = 40
PAUSE_SECONDS = 0.05


async def measure_message_latency(url: str, content: Content) -> list[float]:
    """Send messages to the group, and measure when each arrives at another member, who reads it.

    Returns:
        The milliseconds from sending each message to its arrival in the page.
    """
    path = urls.chat(content.chats.group_id)
    reader, *senders = content.member_tokens
    page = await PageClient.open(url, path, reader)
    await page.wait_until(lambda: page.get_var(ChatState, "loaded_page"))
    latencies = []
    for number in range(MESSAGE_COUNT):
        text = f"Message {number} of the benchmark: *rye* needs more water than wheat does."
        request = load.build_request(
            f"{path}/messages",
            cookie=senders[number % len(senders)],
            body=push_latency.encode_body({"text": text}),
            accept="application/json",
        )
        started_at = time.perf_counter()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(load.send_sequentially(url, [request], expected_status=b"201"))
            await page.wait_until(lambda text=text: _has_message(page, text))  # type: ignore[misc]
            latencies.append((time.perf_counter() - started_at) * 1_000)
        message_id = page.get_pushes(MessagePush)[-1]["message"]["id"]
        await page.send_event(
            f"{ChatState.get_full_name()}.mark_read",
            chat_id=content.chats.group_id,
            message_id=message_id,
        )
        await asyncio.sleep(PAUSE_SECONDS)
    await page.close()
    return latencies


async def measure_opening(url: str, content: Content, chat_id: int) -> tuple[list[float], int]:
    """Load a chat repeatedly. Return the milliseconds of each time, and the bytes of one."""
    page = await PageClient.open(url, urls.chat(chat_id), content.member_tokens[0])
    return await _measure_loading(page, ChatState)


async def measure_list(url: str, content: Content) -> tuple[list[float], int]:
    """Load the list of chats repeatedly. Return what `measure_opening` returns."""
    page = await PageClient.open(url, urls.CHATS, content.member_tokens[0])
    return await _measure_loading(page, ChatsState)


async def _measure_loading(page: PageClient, state: Any) -> tuple[list[float], int]:
    await page.wait_until(lambda: page.get_var(state, "loaded_page"))
    latencies, received_bytes = [], 0
    for _ in range(OPEN_COUNT):
        await asyncio.sleep(PAUSE_SECONDS)
        before, received_before = page.get_var(state, "loaded_page"), page.received_bytes
        started_at = time.perf_counter()
        await page.send_event(f"{state.get_full_name()}.load")
        await page.wait_until(
            lambda before=before: page.get_var(state, "loaded_page") != before  # type: ignore[misc]
        )
        latencies.append((time.perf_counter() - started_at) * 1_000)
        received_bytes = page.received_bytes - received_before
    await page.close()
    return latencies, received_bytes


def _has_message(page: PageClient, text: str) -> bool:
    return any(push["message"]["text"] == text for push in page.get_pushes(MessagePush)[-3:])
