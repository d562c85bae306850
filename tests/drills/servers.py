"""A PostgreSQL and a Redis of the test's own, which it may stop."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import psycopg
import pytest
from redis import Redis
from redis.exceptions import RedisError

from tests.journeys.production import free_port

READY_SECONDS = 60.0
# Debian keeps the programs of each version in a folder of its own.
DEBIAN = Path("/usr/lib/postgresql")


class Server:
    """A server program on a port of its own; it can be stopped and started again."""

    def __init__(
        self, command: list[str], port: int, asks: Callable[[], object], **how: Any
    ) -> None:
        self.port, self._command, self._asks, self._how = port, command, asks, how
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and return when it answers."""
        self._process = subprocess.Popen(
            self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **self._how
        )
        give_up = time.monotonic() + READY_SECONDS
        while True:
            try:
                self._asks()
            except (psycopg.OperationalError, RedisError):
                if time.monotonic() > give_up:
                    raise
                time.sleep(0.05)
            else:
                return

    def stop(self) -> None:
        """Stop it at once; nobody is waited for."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(READY_SECONDS)
            self._process = None


@contextmanager
def redis_server() -> Iterator[Server]:
    """A Redis that keeps nothing."""
    port = free_port()
    command = [*_program("redis-server"), "--port", str(port), "--bind", "127.0.0.1"]
    command += ["--save", "", "--appendonly", "no"]
    with Redis(port=port, socket_connect_timeout=1) as client:
        server = Server(command, port, client.ping)
        server.start()
        yield server
        server.stop()


@contextmanager
def postgres_server() -> Iterator[Server]:
    """A PostgreSQL with an empty cluster. It refuses to run as root, so then it is `postgres`."""
    folder = Path(mkdtemp(prefix="drill-postgres-"))
    how: dict[str, Any] = {"cwd": folder}
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
        how["user"] = "postgres"
    port, cluster = free_port(), str(folder / "cluster")
    initdb = [
        *_program("initdb", *_debian("initdb")),
        "-D",
        cluster,
        "-U",
        "postgres",
        "-A",
        "trust",
    ]
    subprocess.run([*initdb, "--no-sync"], check=True, stdout=subprocess.DEVNULL, **how)
    options = ["-D", cluster, "-p", str(port), "-k", str(folder), "-h", "127.0.0.1", "-F"]
    command = [*_program("postgres", *_debian("postgres")), *options]
    address = f"postgresql://postgres@127.0.0.1:{port}/postgres"
    server = Server(command, port, lambda: psycopg.connect(address).close(), **how)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder)


def _debian(name: str) -> list[str]:
    return [str(each) for each in sorted(DEBIAN.glob(f"*/bin/{name}"), reverse=True)]


def _program(*names: str) -> list[str]:
    """The first of these programs that is there; without any the story is skipped."""
    # A program of Debian's own first: what is in the path may be somebody's wrapper.
    found = next(filter(None, map(shutil.which, [*names[1:], names[0]])), None)
    if found is None:
        pytest.skip(f"There is no {names[0]} on this machine.")
    return [found]
