"""Background tasks of this process. The process waits for them before it stops."""

import asyncio
import logging
from collections.abc import Coroutine
from contextvars import Context
from typing import Any

log = logging.getLogger(__name__)

_tasks: set[asyncio.Task[None]] = set()


def start(
    coroutine: Coroutine[Any, Any, None], *, context: Context | None = None
) -> asyncio.Task[None]:
    """Run `coroutine` in a task. If it fails, the error is logged."""
    task = asyncio.get_running_loop().create_task(coroutine, context=context)
    _tasks.add(task)
    task.add_done_callback(_on_finished)
    return task


async def wait() -> None:
    """Wait until all tasks, and the tasks that they start, have finished."""
    while _tasks:
        await asyncio.gather(*_tasks, return_exceptions=True)


def _on_finished(task: asyncio.Task[None]) -> None:
    _tasks.discard(task)
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("Background task failed", exc_info=error)
