"""Contract tests: what `reflex run` does when it compiles an edited site."""

import inspect
import multiprocessing
import os
import signal
from pathlib import Path
from typing import Any

import pytest
import reflex as rx
from reflex_base.environment import environment

from community.reflex_adapter.development.hot_reload import HOT_RELOAD, compile_quickly


def test_reflex_names_the_reason_of_a_compilation() -> None:
    assert "trigger" in inspect.signature(rx.App._compile).parameters
    source = inspect.getsource(rx.App.__call__)
    assert "trigger = get_backend_compile_trigger()" in source
    assert "trigger=trigger" in source


class RecordingApp:
    """Records the process of each compilation, and whether Reflex skips the pages."""

    def __init__(self, log: Path) -> None:
        self.log = log
        self._unevaluated_pages: dict[str, Any] = {}

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
