"""Handles messages in background tasks, in order within each topic."""

from collections import deque
from collections.abc import Awaitable, Callable
from contextvars import Context, copy_context
from functools import partial

from community.core.processes import background
from community.realtime.messages import Message

# Messages of one topic that may wait. They contain only ids, so that messages about the same row
# are equal and wait only once. Only a database that has stopped responding causes more of them.
MAX_WAITING_PER_TOPIC = 100


class TopicTasks:
    """Calls an asynchronous function for each message, in a background task.

    Args:
        max_concurrent: Maximum number of messages that are handled at the same time.
        on_overflow: A function that is called with the topic if `MAX_WAITING_PER_TOPIC` messages of
            this topic are already waiting. The new message and the waiting ones are dropped.
    """

    def __init__(
        self,
        handle: Callable[[Message], Awaitable[None]],
        *,
        max_concurrent: int,
        on_overflow: Callable[[str], None],
    ) -> None:
        self._handle = handle
        self._max_concurrent = max_concurrent
        self._on_overflow = on_overflow
        self._running_count = 0
        # The waiting messages of each topic that has waiting or running messages.
        self._waiting: dict[str, deque[tuple[Message, Context]]] = {}
        # The topics whose next message can be handled now.
        self._ready: deque[str] = deque()

    def add(self, message: Message) -> None:
        topic = message.topic
        waiting = self._waiting.get(topic)
        if waiting is None:
            waiting = self._waiting[topic] = deque()
            self._ready.append(topic)
        if any(message == other for other, _ in waiting):
            return
        if len(waiting) >= MAX_WAITING_PER_TOPIC:
            waiting.clear()
            self._on_overflow(topic)
            return
        waiting.append((message, copy_context()))
        self._start_tasks()

    def _start_tasks(self) -> None:
        while self._ready and self._running_count < self._max_concurrent:
            topic = self._ready.popleft()
            if not self._waiting[topic]:
                del self._waiting[topic]
                continue
            message, context = self._waiting[topic].popleft()
            self._running_count += 1
            task = background.start(self._run(message), context=context)
            task.add_done_callback(partial(self._on_finished, topic))

    async def _run(self, message: Message) -> None:
        await self._handle(message)

    def _on_finished(self, topic: str, _: object) -> None:
        self._running_count -= 1
        self._ready.append(topic)
        self._start_tasks()
