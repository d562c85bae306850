"""Starts processes that run `subscriptions:auto-renew`, some of which stop at a chosen point.

`python -m tests.resilience.renewal_workers` reads commands from its standard input. It imports the
site once and forks each process, because the import takes longer than the renewals.

- `start POINT` starts a process. It stops at the point of `POINTS` when it renews its first
  subscription, and prints `reached PID`. With `none`, it does not stop.
- `wait` waits until all processes have ended, and prints `exited PID CODE` for each.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from community.cli.app import main
from community.domain import subscriptions
from community.gateways.payments.sandbox.gateway import SandboxGateway
from community.workflows.payments import updates

# Before and after the provider takes the money, after the answer was applied but before the commit,
# and between two renewals of a batch.
POINTS: Final = ("before_call", "after_call", "before_commit", "after_commit")


async def _stop() -> None:
    _print(f"reached {os.getpid()}")
    await asyncio.Event().wait()


async def _kill_itself() -> None:
    """Stop without a pause, because the other processes wait for the end of the transaction."""
    _print(f"reached {os.getpid()}")
    os.kill(os.getpid(), signal.SIGKILL)


def _wrap(
    target: Any,
    name: str,
    *,
    before: Callable[[], Awaitable[None]] | None = None,
    after: Callable[[], Awaitable[None]] | None = None,
) -> None:
    original = getattr(target, name)

    async def call(*args: Any, **kwargs: Any) -> Any:
        if before is not None:
            await before()
        result = await original(*args, **kwargs)
        if after is not None:
            await after()
        return result

    setattr(target, name, call)


def _prepare(point: str) -> None:
    if point == "before_call":
        _wrap(SandboxGateway, "create_payment", before=_stop)
    elif point == "after_call":
        _wrap(SandboxGateway, "create_payment", after=_stop)
    elif point == "before_commit":
        _wrap(subscriptions, "settle", after=_kill_itself)
    elif point == "after_commit":
        _wrap(updates, "apply", after=_stop)


def _start(point: str) -> None:
    pid = os.fork()
    if pid:
        _print(f"started {pid}")
        return
    _prepare(point)
    sys.argv = ["community", "subscriptions:auto-renew", "--json"]
    code = 1
    try:
        with Path(os.devnull).open("w", encoding="utf-8") as sys.stdout:
            main()
    except SystemExit as error:
        code = int(error.code or 0)
    finally:
        os._exit(code)


def _wait() -> None:
    while True:
        try:
            pid, status = os.wait()
        except ChildProcessError:
            _print("done")
            return
        _print(f"exited {pid} {os.waitstatus_to_exitcode(status)}")


def _print(line: str) -> None:
    os.write(1, f"{line}\n".encode())


if __name__ == "__main__":
    _print("ready")
    for command in sys.stdin:
        name, *arguments = command.split()
        if name == "start":
            _start(*arguments)
        else:
            _wait()
