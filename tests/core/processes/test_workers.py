"""Tests that worker processes are limited, replaced, and isolated from the web process."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from community.core.errors import Unavailable
from community.core.processes.workers import WorkerPool, WorkLimitExceeded

MODULE = "tests.core.processes.worker_tasks"
# The web process of this script starts a worker, prints its process id, and is then killed.
CRASHING_SCRIPT = f"""
import asyncio, os, signal
from community.core.processes.workers import WorkerPool
pool = WorkerPool("{MODULE}", processes=1, max_waiting=1, wait_seconds=60, cpu_seconds=9,
    memory_bytes=2**29)
print(asyncio.run(pool.run("get_process_id", size=1)), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def make_pool(**options: Any) -> WorkerPool:
    defaults: dict[str, Any] = {
        "processes": 1,
        "max_waiting": 10,
        "wait_seconds": 60.0,
        "cpu_seconds": 20.0,
        "memory_bytes": 512 * 1024 * 1024,
    }
    return WorkerPool(MODULE, **{**defaults, **options})


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    pool = make_pool()
    yield pool
    pool.stop()


async def test_a_process_starts_with_the_first_task_and_runs_the_next_ones(
    pool: WorkerPool,
) -> None:
    assert pool.list_process_ids() == []
    assert await pool.run("echo", {"text": "Ёж \ud83d"}, size=1) == {"text": "Ёж \ud83d"}
    process_id = await pool.run("get_process_id", size=1)
    assert pool.list_process_ids() == [process_id]
    assert process_id != os.getpid()


async def test_a_task_that_holds_the_interpreter_lock_is_killed_and_the_process_replaced() -> None:
    pool = make_pool(cpu_seconds=0.3)
    first = await pool.run("get_process_id", size=1)
    with pytest.raises(WorkLimitExceeded):
        await pool.run("hold_interpreter_lock", size=1)
    assert await pool.run("get_process_id", size=1) != first
    pool.stop()


async def test_the_event_loop_runs_while_a_task_holds_the_interpreter_lock() -> None:
    pool = make_pool(cpu_seconds=0.3)
    task = asyncio.create_task(pool.run("hold_interpreter_lock", size=1))
    iterations = 0
    while not task.done():
        await asyncio.sleep(0.01)
        iterations += 1
    with pytest.raises(WorkLimitExceeded):
        await task
    assert iterations > 5
    pool.stop()


async def test_a_task_cannot_use_more_memory_than_allowed(pool: WorkerPool) -> None:
    with pytest.raises(WorkLimitExceeded):
        await pool.run("allocate", 600 * 1024 * 1024, size=1)
    assert await pool.run("allocate", 1_000, size=1) == 1_000


async def test_an_exception_in_a_task_is_a_bug_and_does_not_end_the_process(
    pool: WorkerPool,
) -> None:
    process_id = await pool.run("get_process_id", size=1)
    with pytest.raises(RuntimeError, match=r"This task fails\."):
        await pool.run("fail", size=1)
    assert await pool.run("get_process_id", size=1) == process_id


async def test_a_task_that_waits_too_long_is_refused() -> None:
    pool = make_pool(wait_seconds=0.5)
    with pytest.raises(Unavailable):
        await pool.run("sleep", 600, size=1)
    pool.stop()


async def test_tasks_are_refused_if_too_many_are_waiting() -> None:
    pool = make_pool(max_waiting=2)
    tasks = [asyncio.create_task(pool.run("echo", number, size=1)) for number in range(4)]
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert results[:3] == [0, 1, 2]
    assert isinstance(results[3], Unavailable)
    assert await pool.run("echo", 4, size=1) == 4
    pool.stop()


async def test_the_smallest_waiting_task_runs_first(pool: WorkerPool) -> None:
    finished: list[int] = []

    async def run(size: int) -> None:
        finished.append(await pool.run("echo", size, size=size))

    await asyncio.gather(*map(run, (50, 40, 10, 30)))
    assert finished == [50, 10, 30, 40]


async def test_a_cancelled_task_frees_its_place(pool: WorkerPool) -> None:
    running = asyncio.create_task(pool.run("echo", 1, size=1))
    waiting = asyncio.create_task(pool.run("echo", 2, size=1))
    await asyncio.sleep(0)
    waiting.cancel()
    assert await running == 1
    assert await pool.run("echo", 3, size=1) == 3


async def test_a_worker_has_neither_secrets_nor_open_files_of_the_web_process(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://secret@localhost/community")
    with (tmp_path / "community.db").open("w", encoding="utf-8") as file:
        os.set_inheritable(file.fileno(), True)
        environment = await pool.run("get_environment", size=1)
        open_files = await pool.run("list_open_files", size=1)
    assert not any("secret" in value for value in environment.values())
    assert not any("community.db" in name or "socket" in name for name in open_files)


async def test_a_worker_ends_when_the_web_process_is_killed() -> None:
    script = await asyncio.create_subprocess_exec(
        sys.executable, "-c", CRASHING_SCRIPT, stdout=subprocess.PIPE, env={**os.environ}
    )
    output, _ = await script.communicate()
    worker = Path("/proc") / output.decode().strip()
    async with asyncio.timeout(60):
        # Another process cannot set an event.
        while worker.exists() and "zombie" not in (worker / "status").read_text():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
