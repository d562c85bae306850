"""The site as an operator runs it: the production build behind `community serve`."""

import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from community.core.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
READY_SECONDS = 120
# What is set for this test run, or for somebody's own site, is not for this one.
NOT_FOR_THE_SITE = {"__REFLEX_SKIP_COMPILE", *map(str.upper, Settings.model_fields)}


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Production:
    """A site that can be started, stopped and killed. Its settings are the environment's names."""

    data: Path
    settings: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """What its processes printed."""
        return self.data / f"server-{self.port}.log"

    def run(self, *command: str) -> None:
        """Run an operator's command on this site, to its end."""
        subprocess.run(
            [sys.executable, "-m", "community.cli", *command],
            cwd=ROOT,
            env=self._environment(),
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def start(self) -> None:
        """Serve, and return when it answers that it is well."""
        self.launch()
        self.wait_until_it_is_well()

    def launch(self) -> None:
        """Begin to serve."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "community.cli", "serve"],
                cwd=ROOT,
                env=self._environment(),
                stdout=log,
                stderr=log,
            )

    def stop(self) -> float:
        """As an operator stops it; returns the seconds it took."""
        began = time.monotonic()
        self._end(signal.SIGTERM)
        return time.monotonic() - began

    def kill(self) -> None:
        """As a crash: nothing is finished and nobody is told."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(READY_SECONDS)
            self.process = None

    def wait_until_it_is_well(self) -> None:
        """Return when it answers that it is well."""
        give_up = time.monotonic() + READY_SECONDS
        while not self._is_well():
            if time.monotonic() > give_up or (self.process and self.process.poll() is not None):
                raise RuntimeError(f"The site did not start:\n{self.log.read_text()}")
            time.sleep(0.05)

    def _environment(self) -> dict[str, str]:
        ours = {name: text for name, text in os.environ.items() if name not in NOT_FOR_THE_SITE}
        return ours | {"DATA_DIR": str(self.data), "PORT": str(self.port)} | self.settings

    def _is_well(self) -> bool:
        try:
            with urlopen(f"{self.url}/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False
