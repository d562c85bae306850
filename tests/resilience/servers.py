"""PostgreSQL and Redis servers that a test can stop and start."""

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

from tests.e2e.production_server import find_free_port

STARTUP_TIMEOUT_SECONDS = 60.0
# Debian installs the programs of each PostgreSQL version in a separate folder.
DEBIAN_POSTGRES_DIR = Path("/usr/lib/postgresql")


class Server:
    """A PostgreSQL or Redis server process on its own port.

    `start` calls `check` repeatedly to find out whether the server responds. `check` must raise an
    error if the server does not respond.
    """

    def __init__(
        self, command: list[str], port: int, check: Callable[[], object], **popen_options: Any
    ) -> None:
        self.port, self._command = port, command
        self._check, self._popen_options = check, popen_options
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and wait until it responds."""
        self._process = subprocess.Popen(
            self._command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **self._popen_options,
        )
        deadline = time.monotonic() + STARTUP_TIMEOUT_SECONDS
        while True:
            try:
                self._check()
            except (psycopg.OperationalError, RedisError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
            else:
                return

    def stop(self) -> None:
        """Stop the server immediately, without waiting until connections are closed."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(STARTUP_TIMEOUT_SECONDS)
            self._process = None


@contextmanager
def run_redis_server() -> Iterator[Server]:
    """Run a Redis server until the `with` block ends. The server stores nothing on disk."""
    port = find_free_port()
    command = [*_find_program("redis-server"), "--port", str(port), "--bind", "127.0.0.1"]
    command += ["--save", "", "--appendonly", "no"]
    with Redis(port=port, socket_connect_timeout=1) as client:
        server = Server(command, port, client.ping)
        server.start()
        yield server
        server.stop()


@contextmanager
def run_postgres_server() -> Iterator[Server]:
    """Run a PostgreSQL server with an empty database cluster until the `with` block ends.

    If the tests run as root, the server runs as the user `postgres`, because PostgreSQL refuses to
    run as root.
    """
    folder = Path(mkdtemp(prefix="resilience-postgres-"))
    popen_options: dict[str, Any] = {"cwd": folder}
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
        popen_options["user"] = "postgres"
    port, cluster = find_free_port(), str(folder / "cluster")
    initdb = _find_program("initdb", *_list_debian_postgres_programs("initdb"))
    initdb += ["-D", cluster, "-U", "postgres", "-A", "trust", "--no-sync"]
    subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, **popen_options)
    options = ["-D", cluster, "-p", str(port), "-k", str(folder), "-h", "127.0.0.1", "-F"]
    command = [*_find_program("postgres", *_list_debian_postgres_programs("postgres")), *options]
    url = f"postgresql://postgres@127.0.0.1:{port}/postgres"
    server = Server(command, port, lambda: psycopg.connect(url).close(), **popen_options)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder)


def _list_debian_postgres_programs(program: str) -> list[str]:
    return [
        str(path) for path in sorted(DEBIAN_POSTGRES_DIR.glob(f"*/bin/{program}"), reverse=True)
    ]


def _find_program(*names: str) -> list[str]:
    """Return the path of an installed program, in a list to which arguments can be added.

    Skip the test if none of the programs in `names` is installed.
    """
    # Debian paths come first, because the program found in PATH can be a wrapper script.
    program = next(filter(None, map(shutil.which, [*names[1:], names[0]])), None)
    if program is None:
        pytest.skip(f"{names[0]} is not installed.")
    return [program]
