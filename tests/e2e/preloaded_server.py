"""Production servers that start in one second instead of four, for tests of other things.

The command `serve` spends most of its start importing modules. Here a process imports them once,
and each server is a fork of it. It gets the environment and runs the command as usual, so that only
what modules do while they are imported is shared.
"""

import multiprocessing
import os
import sys
from multiprocessing.process import BaseProcess
from pathlib import Path

from community.cli.app import main
from community.core.settings import settings
from tests.e2e.production_server import ProductionServer

# These modules import nearly all of the site, and read no settings but the name of the site.
MODULES = (
    "community.admin.sections",
    "community.api.app",
    "community.cli.app",
    "community.pages",
    "community.wiring",
    "uvicorn",
)
_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload([*MODULES])


class ForkedProcess:
    """A `ServerProcess` of the module `multiprocessing`."""

    def __init__(self, process: BaseProcess) -> None:
        process.start()
        assert process.pid is not None
        self.pid, self._process = process.pid, process

    def poll(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, sig: int) -> None:
        os.kill(self.pid, sig)

    def wait(self, timeout: float | None = None) -> int | None:
        self._process.join(timeout)
        return self._process.exitcode


class PreloadedServer(ProductionServer):
    """A server that is a fork of a process with loaded modules."""

    def start_without_waiting(self) -> None:
        assert "SITE_NAME" not in self.settings, "A module reads it while it is imported."
        self.process = ForkedProcess(
            _processes.Process(
                target=_serve, args=(self._make_environment(), self.log_path), daemon=True
            )
        )


def _serve(environment: dict[str, str], log_path: Path) -> None:
    """Run `community serve` in this process."""
    os.environ.clear()
    os.environ.update(environment)
    log = os.open(log_path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(log, stream.fileno())
    sys.argv = ["community", "serve"]
    settings.cache_clear()
    main()
