"""The production build of the site, served by the command `community serve`."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol
from urllib.error import URLError
from urllib.request import urlopen

from community.core.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
STARTUP_TIMEOUT_SECONDS = 120
# The server must not inherit these environment variables from the test run or the developer's site.
EXCLUDED_VARIABLES = {"__REFLEX_SKIP_COMPILE", *map(str.upper, Settings.model_fields)}

_template_folder = tempfile.TemporaryDirectory(prefix="community-template-")


def find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess(Protocol):
    """The methods of `subprocess.Popen` that the tests call."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def send_signal(self, sig: int) -> None: ...
    def wait(self, timeout: float | None = None) -> int | None: ...


@dataclass
class ProductionServer:
    """A server process for one site. `settings` contains environment variables for the process."""

    data_dir: Path
    settings: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=find_free_port)
    process: ServerProcess | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log_path(self) -> Path:
        return self.data_dir / f"server-{self.port}.log"

    def run_command(self, *command: str) -> None:
        """Run a `community` command on this site and wait until it exits."""
        subprocess.run(
            [sys.executable, "-m", "community.cli", *command],
            cwd=ROOT,
            env=self._make_environment(),
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def migrate(self) -> None:
        """Create the SQLite database of this site: the first time with `migrate`, later as a copy.

        The command takes five seconds of processor time, and many tests have a site of their own.
        """
        template, path = Path(_template_folder.name) / "site.db", self.data_dir / "community.db"
        if template.exists():
            shutil.copyfile(template, path)
        else:
            self.run_command("migrate")
            shutil.copyfile(path, template)

    def start(self) -> None:
        self.start_without_waiting()
        self.wait_until_healthy()

    def start_without_waiting(self) -> None:
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "community.cli", "serve"],
                cwd=ROOT,
                env=self._make_environment(),
                stdout=log,
                stderr=log,
            )

    def stop(self) -> float:
        """Shut down gracefully with SIGTERM. Return the duration of the shutdown in seconds."""
        started_at = time.monotonic()
        self._terminate(signal.SIGTERM)
        return time.monotonic() - started_at

    def kill(self) -> None:
        """Kill the server with SIGKILL, without a graceful shutdown."""
        self._terminate(signal.SIGKILL)

    def _terminate(self, signal_number: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(signal_number)
            self.process.wait(STARTUP_TIMEOUT_SECONDS)
            self.process = None

    def wait_until_healthy(self, timeout: float = STARTUP_TIMEOUT_SECONDS) -> None:
        """Wait until `/health` returns 200.

        Raise `RuntimeError` if the server exits, or after `timeout` seconds.
        """
        deadline = time.monotonic() + timeout
        while not self._is_healthy():
            if time.monotonic() > deadline or (self.process and self.process.poll() is not None):
                raise RuntimeError(f"The site did not start:\n{self.log_path.read_text()}")
            time.sleep(0.05)

    def _make_environment(self) -> dict[str, str]:
        inherited = {
            name: value for name, value in os.environ.items() if name not in EXCLUDED_VARIABLES
        }
        return inherited | {"DATA_DIR": str(self.data_dir), "PORT": str(self.port)} | self.settings

    def _is_healthy(self) -> bool:
        try:
            with urlopen(f"{self.url}/health", timeout=2) as response:
                return bool(response.status == 200)
        except (URLError, OSError):
            return False
