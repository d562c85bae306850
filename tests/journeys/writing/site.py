"""The stage as a built site with a server that can be killed and started again."""

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

from tests.journeys.production import READY_SECONDS, free_port

ROOT = Path(__file__).resolve().parents[3]
STAGE = Path(__file__).with_name("stage")
CONFIG = f"""\
import reflex as rx
from reflex.plugins import SitemapPlugin, TailwindV4Plugin

from community.cli.same_origin import SameOrigin

config = rx.Config(
    app_name="stage",
    backend_path="/_rx",
    api_url="http://localhost:3000",
    cors_allowed_origins=["*"],
    state_manager_mode="memory",
    telemetry_enabled=False,
    show_built_with_reflex=False,
    disable_plugins=[SitemapPlugin],
    plugins=[
        TailwindV4Plugin({{"content": ["{ROOT}/community/looks/*.py"], "plugins": []}}),
        SameOrigin(),
    ],
)
"""


def build(folder: Path) -> None:
    """Makes the site of the stage in `folder`, with the packages of the main build if there are.

    Where that fails, there is no folder.
    """
    try:
        _build(folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _build(folder: Path) -> None:
    shutil.copytree(STAGE, folder / "stage")
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
        env=_environment(folder, {"REFLEX_ENV_MODE": "prod"}),
        check=True,
        timeout=300,
    )


@dataclass
class Site:
    """A running stage. What it stores is in `data`, as files."""

    folder: Path
    data: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        settings = {
            "REFLEX_ENV_MODE": "prod",
            "__REFLEX_SKIP_COMPILE": "true",
            "__REFLEX_MOUNT_FRONTEND_COMPILED_APP": "true",
            "STAGE_DIR": str(self.data),
        }
        command = ["uvicorn", "stage.stage:app", "--factory", "--port", str(self.port)]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *command],
                cwd=self.folder,
                env=_environment(self.folder, settings),
                stdout=log,
                stderr=log,
            )
        self._wait_until_it_answers()

    def kill(self) -> None:
        """As a crash: nothing is finished and nobody is told."""
        if self.process:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def empty(self) -> None:
        for file in self.data.iterdir():
            file.unlink()

    def store(self, markdown: str) -> None:
        """A text that was saved before."""
        post = {"markdown": markdown, "version": 1, "saves": 0}
        (self.data / "store.json").write_text(json.dumps(post))

    def save_elsewhere(self, markdown: str) -> None:
        """The same text, saved from another device meanwhile."""
        post = self.stored()
        post |= {"markdown": markdown, "version": post["version"] + 1}
        (self.data / "store.json").write_text(json.dumps(post))

    def stored(self) -> dict[str, Any]:
        file = self.data / "store.json"
        return dict(json.loads(file.read_text())) if file.exists() else {"markdown": "", "saves": 0}

    def comments(self) -> list[dict[str, Any]]:
        file = self.data / "comments.json"
        return list(json.loads(file.read_text())) if file.exists() else []

    def _wait_until_it_answers(self) -> None:
        give_up = time.monotonic() + READY_SECONDS
        while True:
            try:
                urlopen(f"{self.url}/stored", timeout=2).close()
            except OSError:
                if time.monotonic() > give_up:
                    raise
                time.sleep(0.05)
            else:
                return


def _environment(folder: Path, settings: dict[str, str]) -> dict[str, str]:
    return {
        **os.environ,
        "REFLEX_USE_NPM": "true",
        "REFLEX_CHECK_LATEST_VERSION": "false",
        "PATH": f"{Path(sys.prefix, 'bin')}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}",
        "__REFLEX_SKIP_COMPILE": "false",
        "STAGE_DIR": str(folder),
        **settings,
    }
