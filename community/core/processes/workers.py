"""Worker processes for work that could block the event loop.

A thread is not enough: it holds the interpreter lock (GIL) while regular expressions or extension
modules run, and nothing can stop it. A worker process can be killed, has little memory, and
inherits neither database connections nor secrets.
"""

import asyncio
import heapq
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import community
from community.core import errors, rate_limits
from community.core.processes import worker_process
from community.i18n import gettext as _

_SOURCE_ROOT = str(Path(community.__file__ or "").resolve().parent.parent)

RETRY_AFTER_SECONDS = 5


class WorkLimitExceeded(Exception):
    """A task needed more processor time or memory than it may use."""


def make_worker_environment() -> dict[str, str]:
    """Return environment variables without secrets and without the database URL."""
    inherited = {
        name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ
    }
    return inherited | {"PYTHONPATH": _SOURCE_ROOT, "PYTHONDONTWRITEBYTECODE": "1"}


def make_busy_error() -> errors.Unavailable:
    message = _("The site is busy. Try again in a moment.")
    return errors.Unavailable(message, retry_after=RETRY_AFTER_SECONDS)


class WorkerPool:
    """Runs tasks in worker processes, which start when they are first needed.

    Args:
        module: The module whose `TASKS` the workers run.
        wait_seconds: How long a task may wait and run altogether.
        cpu_seconds: How much processor time a task may use.
    """

    def __init__(
        self,
        module: str,
        *,
        processes: int,
        max_waiting: int,
        wait_seconds: float,
        cpu_seconds: float,
        memory_bytes: int,
    ) -> None:
        self._command = [
            *(sys.executable, "-P", "-m", worker_process.__name__),
            *(module, str(cpu_seconds), str(memory_bytes)),
        ]
        self._wait_seconds = wait_seconds
        self._slots = _Slots(processes, max_waiting)
        # The threads only wait for the processes.
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="workers")
        self._lock = threading.Lock()
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()

    async def run(self, task: str, *arguments: Any, size: int) -> Any:
        """Run a task and return its result.

        Args:
            *arguments: Its arguments. They must be serializable as JSON, like the result.
            size: An estimate of the work in any unit. Tasks with less work run first, so that a few
                large tasks do not delay all others.

        Raises:
            Unavailable: Too many tasks are waiting, or this one had to wait too long.
            WorkLimitExceeded: The task needed too much processor time or memory.
        """
        try:
            async with asyncio.timeout(self._wait_seconds), self._slots.acquire(size):
                rate_limits.begin_work()
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._threads, self._call, task, arguments)
        except TimeoutError as error:
            raise make_busy_error() from error

    def stop(self) -> None:
        """Kill all processes. Tasks that are running fail. Later tasks start new processes."""
        with self._lock:
            workers, self._idle = [*self._idle, *self._busy], []
        for worker in workers:
            worker.kill()

    def list_process_ids(self) -> list[int]:
        with self._lock:
            return [worker.process_id for worker in (*self._idle, *self._busy)]

    def _call(self, task: str, arguments: tuple[Any, ...]) -> Any:
        worker = self._take_worker()
        request = json.dumps({"task": task, "arguments": arguments}).encode()
        try:
            response = json.loads(worker.call(request, self._wait_seconds))
        except BaseException:
            worker.kill()
            raise
        finally:
            self._give_back(worker)
        if "error" not in response:
            return response["result"]
        if response["error"] == "memory":
            worker.kill()
            raise WorkLimitExceeded
        raise RuntimeError(f"Worker task {task!r} failed:\n{response['error']}")

    def _take_worker(self) -> "_Worker":
        with self._lock:
            while self._idle:
                worker = self._idle.pop()
                if worker.is_running():
                    break
            else:
                worker = _Worker(self._command)
            self._busy.add(worker)
            return worker

    def _give_back(self, worker: "_Worker") -> None:
        with self._lock:
            self._busy.remove(worker)
            if worker.is_running():
                self._idle.append(worker)


class _Worker:
    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(  # noqa: S603  # the command contains no user input
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=make_worker_environment()
        )

    @property
    def process_id(self) -> int:
        return self._process.pid

    def is_running(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def call(self, request: bytes, timeout_seconds: float) -> bytes:
        """Send a request and return the response.

        Raises:
            TimeoutError: There was no response in time. The process is killed.
            WorkLimitExceeded: The kernel ended the process, because it used too much processor
                time.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        timer = threading.Timer(timeout_seconds, self._process.kill)
        timer.start()
        try:
            worker_process.write_message(self._process.stdin, request)
            response = worker_process.read_message(self._process.stdout)
        except BrokenPipeError:
            response = None
        finally:
            timer.cancel()
        if response is not None:
            return response
        code = self._process.wait()
        if code == -signal.SIGKILL:
            raise TimeoutError
        if code < 0:
            raise WorkLimitExceeded
        raise RuntimeError(f"Worker process ended with code {code}")


class _Slots:
    """Limits how many tasks run and wait at the same time. The smallest waiting task runs next."""

    def __init__(self, count: int, max_waiting: int) -> None:
        self._free = count
        self._max_waiting = max_waiting
        self._order = itertools.count()
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def acquire(self, size: int) -> AsyncIterator[None]:
        """Wait for a slot, and release it after the `with` block.

        Raise `Unavailable` if too many tasks are waiting.
        """
        if self._free:
            self._free -= 1
        else:
            await self._wait(size)
        try:
            yield
        finally:
            self._release()

    async def _wait(self, size: int) -> None:
        if sum(not future.done() for *_key, future in self._waiting) >= self._max_waiting:
            raise make_busy_error()
        future = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (size, next(self._order), future))
        try:
            await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():  # It already had a slot.
                self._release()
            raise

    def _release(self) -> None:
        while self._waiting:
            *_key, future = heapq.heappop(self._waiting)
            if not future.done():
                future.set_result(None)
                return
        self._free += 1
