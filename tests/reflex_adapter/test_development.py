"""Contract tests: what `reflex run` does when it forks the backend and compiles an edited site."""

import inspect
import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import reflex as rx
from reflex_base.environment import environment

from community.reflex_adapter.development import HOT_RELOAD, compile_quickly

ROOT = Path(__file__).parents[2]
# A thread holds the lock of the configuration, as the thread that starts the front end does. The
# thread releases the lock when the fork waits for it, or after a second.
FORK_WHILE_LOADING = """
import os, sys, threading
from reflex_base import config
from community.reflex_adapter.development import hold_config_lock_during_forks

is_loading, is_forked = threading.Event(), threading.Event()

def load():
    with config._load_config_lock:
        is_loading.set()
        is_forked.wait(1)

if sys.argv[1] == "repaired":
    hold_config_lock_during_forks()
threading.Thread(target=load).start()
is_loading.wait()
child = os.fork()
if not child:
    os._exit(0 if config._load_config_lock.acquire(timeout=1) else 1)
is_forked.set()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def fork_while_loading(kind: str) -> int:
    command = [sys.executable, "-c", FORK_WHILE_LOADING, kind]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def test_a_fork_waits_until_another_thread_has_loaded_the_configuration() -> None:
    assert fork_while_loading("repaired") == 0


def test_reflex_still_needs_the_repair() -> None:
    assert fork_while_loading("original") == 1


def test_the_configuration_loads_no_slow_libraries() -> None:
    program = "import sys, reflex; before = {*sys.modules}; import rxconfig; print(*sys.modules)"
    output = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    assert {"socketio", "sqlalchemy", "fastapi", "reflex.state"} & set(output.split()) == set()


def test_reflex_names_the_reason_of_a_compilation() -> None:
    assert "trigger" in inspect.signature(rx.App._compile).parameters
    source = inspect.getsource(rx.App.__call__)
    assert "trigger = get_backend_compile_trigger()" in source
    assert "trigger=trigger" in source


class RecordingApp:
    """Records the process of each compilation, and whether Reflex skips the pages."""

    def __init__(self, log: Path) -> None:
        self.log = log

    def _compile(self, **_: Any) -> None:
        is_server = os.getpid() == int(os.environ["TEST_SERVER_PID"])
        skips = bool(environment.REFLEX_SKIP_COMPILE.get())
        with self.log.open("a") as log:
            log.write(f"{'server' if is_server else 'child'} {'skips' if skips else 'compiles'}\n")


@pytest.fixture
def recording_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv(environment.REFLEX_SKIP_COMPILE.name, "false")
    monkeypatch.setenv("TEST_SERVER_PID", str(os.getpid()))
    app: Any = RecordingApp(tmp_path / "compilations")
    compile_quickly(app)
    return app


def test_an_edited_site_is_compiled_beside_the_server(recording_app: Any) -> None:
    recording_app._compile(trigger=HOT_RELOAD)
    for child in multiprocessing.active_children():
        child.join()
    assert recording_app.log.read_text().splitlines() == ["server skips", "child compiles"]


def test_the_first_compilation_ends_before_the_server_starts(recording_app: Any) -> None:
    recording_app._compile(trigger="backend_startup")
    assert recording_app.log.read_text().splitlines() == ["server compiles"]


def test_the_server_can_end_a_compilation(recording_app: Any) -> None:
    class WaitingApp(RecordingApp):
        def _compile(self, **_: Any) -> None:
            if not environment.REFLEX_SKIP_COMPILE.get():
                self.log.touch()
                signal.pause()

    app: Any = WaitingApp(recording_app.log)
    compile_quickly(app)
    server_handler = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        app._compile(trigger=HOT_RELOAD)
    finally:
        signal.signal(signal.SIGTERM, server_handler)
    [child] = multiprocessing.active_children()
    while not app.log.exists():
        os.sched_yield()
    child.terminate()
    child.join(10)
    assert child.exitcode == -signal.SIGTERM
