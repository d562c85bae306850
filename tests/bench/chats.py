"""Measure private messages: the time until a message is seen, and the cost of opening a chat."""

import asyncio
import time
from typing import Any
from uuid import uuid4

from community import urls
from community.state.pages.chat.chats import ChatsState
from community.state.pages.chat.open_chat import ChatState
from community.state.pages.chat.pushes import MessagePush
from tests.bench import load, push_latency
from tests.bench.content import Content
from tests.page_client import PageClient

MESSAGE_COUNT = 150
# The members who send messages. Each may send 60 a minute.
SENDER_COUNT = 5
TEXT = "Message {} of the benchmark: *rye* needs more water than wheat does."
OPEN_COUNT = 40
PAUSE_SECONDS = 0.05


async def measure_message_latency(url: str, content: Content) -> list[float]:
    """Send messages to the group, and measure when each arrives at another member, who reads it.

    Some members send them in turn from their open pages, as browsers do.

    Returns:
        The milliseconds from sending each message to its arrival in the page.
    """
    path = urls.chat(content.chats.group_id)
    reader, *senders = content.member_tokens[: 1 + SENDER_COUNT]
    page = await PageClient.open(url, path, reader)
    await page.wait_until(lambda: page.get_var(ChatState, "loaded_page"))
    sender_pages = [await PageClient.open(url, path, token) for token in senders]
    for sender_page in sender_pages:
        # This process would decode their pushes before those of the reader.
        sender_page.stop_reading()
    latencies = []
    for number in range(MESSAGE_COUNT):
        text = TEXT.format(number)
        sender_page = sender_pages[number % SENDER_COUNT]
        started_at = time.perf_counter()
        await sender_page.send_event(
            f"{ChatState.get_full_name()}.send",
            chat_id=content.chats.group_id,
            message={"text": text, "client_id": str(uuid4())},
        )
        latencies.append(await _measure_arrival(page, text, started_at))
        await _mark_read(page, content.chats.group_id)
    await page.close()
    return latencies


async def measure_message_latency_over_http(url: str, content: Content) -> list[float]:
    """Measure what `measure_message_latency` measures, with messages sent by HTTP requests."""
    path = urls.chat(content.chats.group_id)
    reader, *senders = content.member_tokens
    page = await PageClient.open(url, path, reader)
    await page.wait_until(lambda: page.get_var(ChatState, "loaded_page"))
    latencies = []
    for number in range(MESSAGE_COUNT, 2 * MESSAGE_COUNT):
        text = TEXT.format(number)
        request = load.build_request(
            f"{path}/messages",
            cookie=senders[number % len(senders)],
            body=push_latency.encode_body({"text": text}),
            accept="application/json",
        )
        started_at = time.perf_counter()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(load.send_sequentially(url, [request], expected_status=b"201"))
            latencies.append(await _measure_arrival(page, text, started_at))
        await _mark_read(page, content.chats.group_id)
    await page.close()
    return latencies


async def _measure_arrival(page: PageClient, text: str, started_at: float) -> float:
    await page.wait_until(lambda: _has_message(page, text))
    return (time.perf_counter() - started_at) * 1_000


async def _mark_read(page: PageClient, chat_id: int) -> None:
    """Mark the latest message as read, and wait until its other pushes are complete."""
    message_id = page.get_pushes(MessagePush)[-1]["message"]["id"]
    await page.send_event(
        f"{ChatState.get_full_name()}.mark_read", chat_id=chat_id, message_id=message_id
    )
    await asyncio.sleep(PAUSE_SECONDS)


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
