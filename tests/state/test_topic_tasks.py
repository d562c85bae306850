"""Tests of the background tasks that handle messages in the order of their topic."""

import asyncio
from dataclasses import dataclass

from community.core.processes import background
from community.realtime.messages import Message
from community.state.runtime.live_updates import MAX_WAITING_PER_TOPIC, TopicTasks


@dataclass(frozen=True, slots=True)
class Numbered(Message):
    """A message with a number and any topic."""

    name: str
    number: int

    @property
    def topic(self) -> str:
        return self.name


class SlowHandler:
    """Records the messages that it handles. A message waits until its topic may continue."""

    def __init__(self, *, max_concurrent: int = 2) -> None:
        self.started: list[Numbered] = []
        self.overflowed: list[str] = []
        self._has_started = asyncio.Event()
        self._may_continue: dict[str, asyncio.Event] = {}
        self.tasks = TopicTasks(
            self._handle, max_concurrent=max_concurrent, on_overflow=self.overflowed.append
        )

    def add(self, topic: str, *numbers: int) -> None:
        for number in numbers:
            self.tasks.add(Numbered(topic, number))

    def let_continue(self, *topics: str) -> None:
        for topic in topics:
            self._get_event(topic).set()

    async def finish(self) -> list[tuple[str, int]]:
        """Handle all messages, and return their topics and numbers in order of their start."""
        self.let_continue(*{message.topic for message in self.started}, "a", "b", "c")
        await background.wait()
        return [(message.topic, message.number) for message in self.started]

    async def wait_for_starts(self, count: int) -> None:
        async with asyncio.timeout(30):
            while len(self.started) < count:
                self._has_started.clear()
                await self._has_started.wait()

    async def _handle(self, message: Message) -> None:
        assert isinstance(message, Numbered)
        self.started.append(message)
        self._has_started.set()
        await self._get_event(message.topic).wait()

    def _get_event(self, topic: str) -> asyncio.Event:
        return self._may_continue.setdefault(topic, asyncio.Event())


async def test_messages_of_a_topic_are_handled_in_order() -> None:
    handler = SlowHandler()
    handler.add("a", 1, 2, 3)
    assert await handler.finish() == [("a", 1), ("a", 2), ("a", 3)]


async def test_a_slow_topic_does_not_delay_another_topic() -> None:
    handler = SlowHandler()
    handler.add("a", 1, 2)
    handler.add("b", 3)
    await handler.wait_for_starts(2)
    assert handler.started == [Numbered("a", 1), Numbered("b", 3)]
    assert await handler.finish() == [("a", 1), ("b", 3), ("a", 2)]


async def test_the_number_of_concurrent_messages_is_limited() -> None:
    handler = SlowHandler(max_concurrent=2)
    for topic in ("a", "b", "c"):
        handler.add(topic, 1)
    await handler.wait_for_starts(2)
    assert [message.topic for message in handler.started] == ["a", "b"]
    handler.let_continue("b")
    await handler.wait_for_starts(3)
    assert await handler.finish() == [("a", 1), ("b", 1), ("c", 1)]


async def test_a_message_that_equals_a_waiting_message_is_handled_once() -> None:
    handler = SlowHandler()
    handler.add("a", 1)
    await handler.wait_for_starts(1)
    # The first message is no longer waiting, so the data that it read may be outdated.
    handler.add("a", 1, 1, 2, 1)
    assert await handler.finish() == [("a", 1), ("a", 1), ("a", 2)]


async def test_too_many_waiting_messages_of_a_topic_are_dropped() -> None:
    handler = SlowHandler()
    handler.add("b", 1)
    handler.add("a", *range(MAX_WAITING_PER_TOPIC + 2))
    assert handler.overflowed == ["a"]
    handler.add("a", 1_000)
    assert await handler.finish() == [("b", 1), ("a", 0), ("a", 1_000)]


async def test_after_a_failure_the_next_message_is_handled() -> None:
    handled: list[int] = []

    async def fail_once(message: Message) -> None:
        assert isinstance(message, Numbered)
        handled.append(message.number)
        if len(handled) == 1:
            raise ValueError

    tasks = TopicTasks(fail_once, max_concurrent=1, on_overflow=lambda _: None)
    for number in range(3):
        tasks.add(Numbered("a", number))
    await background.wait()
    assert handled == [0, 1, 2]
