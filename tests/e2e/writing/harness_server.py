"""A function that builds the editor test site, and a server process that tests can restart.

The editor test site is a small site that contains only the post editor and the comment composer.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from tests.e2e.production_server import STARTUP_TIMEOUT_SECONDS, find_free_port

ROOT = Path(__file__).resolve().parents[3]
# The build takes 30 seconds if nothing else runs.
BUILD_TIMEOUT_SECONDS = 600
HARNESS_DIR = Path(__file__).with_name("editor_harness")
CONFIG = f"""\
import reflex as rx
from reflex.plugins import SitemapPlugin, TailwindV4Plugin

from community.reflex_adapter.build_plugins.same_origin import SameOriginPlugin

config = rx.Config(
    app_name="editor_harness",
    backend_path="/_rx",
    api_url="http://localhost:3000",
    cors_allowed_origins=["*"],
    state_manager_mode="memory",
    telemetry_enabled=False,
    show_built_with_reflex=False,
    disable_plugins=[SitemapPlugin],
    plugins=[
        TailwindV4Plugin({{"content": ["{ROOT}/community/styles/*.py"], "plugins": []}}),
        SameOriginPlugin(),
    ],
)
"""


def build_editor_harness(folder: Path) -> None:
    """Build the small site for the editor tests in `folder`.

    Reuse the npm packages of the main build if they exist. If the build fails, remove the folder.
    """
    try:
        _export_front_end(folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _export_front_end(folder: Path) -> None:
    shutil.copytree(HARNESS_DIR, folder / "editor_harness")
    (folder / "rxconfig.py").write_text(CONFIG)
    (folder / "assets").symlink_to(ROOT / "assets")
    shutil.copytree(ROOT / "reflex.lock", folder / "reflex.lock")
    for name in (".npmrc", "bunfig.toml"):
        shutil.copy(ROOT / name, folder / name)
    packages = ROOT / ".web" / "node_modules"
    if packages.exists():
        (folder / ".web").mkdir()
        subprocess.run(["cp", "-a", packages, folder / ".web" / "node_modules"], check=True)
    subprocess.run(
        [sys.executable, "-m", "reflex", "export", "--frontend-only", "--no-zip"],
        cwd=folder,
        env=_make_environment(folder, {"REFLEX_ENV_MODE": "prod"}),
        check=True,
        timeout=BUILD_TIMEOUT_SECONDS,
    )


@dataclass
class HarnessServer:
    """A server process for the small editor test site. The site stores its data in `data_dir`."""

    app_dir: Path
    data_dir: Path
    port: int = field(default_factory=find_free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        settings = {
            "REFLEX_ENV_MODE": "prod",
            "__REFLEX_SKIP_COMPILE": "true",
            "__REFLEX_MOUNT_FRONTEND_COMPILED_APP": "true",
            "HARNESS_DIR": str(self.data_dir),
        }
        command = [
            "uvicorn",
            "editor_harness.editor_harness:app",
            "--factory",
            "--port",
            str(self.port),
        ]
        with (self.app_dir / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *command],
                cwd=self.app_dir,
                env=_make_environment(self.app_dir, settings),
                stdout=log,
                stderr=log,
            )
        self._wait_until_ready()

    def kill(self) -> None:
        """Kill the process without a graceful shutdown, as in a crash."""
        if self.process:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def clear(self) -> None:
        for file in self.data_dir.iterdir():
            file.unlink()

    def write_post(self, markdown: str) -> None:
        """Write the text of the stored post to its file, as if the editor had saved the text."""
        (self.data_dir / "store.json").write_text(json.dumps({"markdown": markdown}))

    def read_post(self) -> str:
        file = self.data_dir / "store.json"
        return str(json.loads(file.read_text())["markdown"]) if file.exists() else ""

    def read_comments(self) -> list[dict[str, Any]]:
        file = self.data_dir / "comments.json"
        return list(json.loads(file.read_text())) if file.exists() else []

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + STARTUP_TIMEOUT_SECONDS
        while True:
            try:
                urlopen(f"{self.url}/stored", timeout=2).close()
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
            else:
                return


def _make_environment(folder: Path, settings: dict[str, str]) -> dict[str, str]:
    return {
        **os.environ,
        "REFLEX_USE_NPM": "true",
        "REFLEX_CHECK_LATEST_VERSION": "false",
        "PATH": f"{Path(sys.prefix, 'bin')}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}",
        "__REFLEX_SKIP_COMPILE": "false",
        "HARNESS_DIR": str(folder),
        **settings,
    }
