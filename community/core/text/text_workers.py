"""The worker processes that render long texts and search many texts."""

from collections.abc import Sequence
from functools import cache
from typing import Any, cast

from community.core.processes.workers import WorkerPool, WorkLimitExceeded, make_busy_error
from community.core.text.markdown import Reason, TextTooComplex

# Two, so that one slow text does not delay all others. Each needs 35 MB of memory.
PROCESSES = 2
MAX_WAITING = 100
# The slowest known text of 100,000 characters needs 2 seconds on a busy machine.
CPU_SECONDS = 5.0
# Includes the wait for a process.
WAIT_SECONDS = 10.0
MEMORY_BYTES = 512 * 1024 * 1024


@cache
def get_pool() -> WorkerPool:
    return WorkerPool(
        "community.core.text.worker_tasks",
        processes=PROCESSES,
        max_waiting=MAX_WAITING,
        wait_seconds=WAIT_SECONDS,
        cpu_seconds=CPU_SECONDS,
        memory_bytes=MEMORY_BYTES,
    )


def stop() -> None:
    """Kill the worker processes, if any have been started."""
    if get_pool.cache_info().currsize:
        get_pool().stop()


async def render(kind: str, text: str) -> str:
    """Return the HTML of a text. `kind` is a key of `html.RENDERERS`.

    Raises:
        TextTooComplex: The text exceeds a limit, or needs too much processor time or memory.
        Unavailable: Too many texts are waiting.
    """
    try:
        response = await get_pool().run("render", kind, text, size=len(text))
    except WorkLimitExceeded as error:
        raise TextTooComplex("time") from error
    if "reason" in response:
        raise TextTooComplex(cast("Reason", response["reason"]))
    return str(response["html"])


async def find_texts_without_keywords(keywords: Sequence[str], texts: Sequence[str]) -> list[int]:
    """Return the indexes of the texts that contain none of the keywords.

    Raise `Unavailable` if too many searches are waiting, or the search takes too long.
    """
    size = sum(map(len, texts))
    return cast("list[int]", await _run("filter_texts", keywords, texts, size=size))


async def find_stems(texts: Sequence[str]) -> list[list[str]]:
    """Return the stems of each text (`stems.find_stems`).

    Raise `Unavailable` if too many texts are waiting, or this takes too long.
    """
    size = sum(map(len, texts))
    return cast("list[list[str]]", await _run("find_stems", texts, size=size))


async def find_texts_with_phrases(
    phrases: Sequence[Sequence[str]], texts: Sequence[Sequence[str]]
) -> list[int]:
    """Return the indexes of the texts that contain each phrase in one of their parts.

    Raise `Unavailable` if too many searches are waiting, or the search takes too long.
    """
    size = sum(len(part) for parts in texts for part in parts)
    return cast("list[int]", await _run("find_phrases", phrases, texts, size=size))


async def _run(task: str, *arguments: Any, size: int) -> Any:
    try:
        return await get_pool().run(task, *arguments, size=size)
    except WorkLimitExceeded as error:
        raise make_busy_error() from error
