"""Contract tests: what the processes that `reflex run` forks inherit."""

import subprocess
import sys
from pathlib import Path

from community.community import app
from community.reflex_adapter.development.forks import SLOW_LIBRARIES

ROOT = Path(__file__).parents[2]
# A thread holds the lock of the configuration, as the thread that starts the front end does. The
# thread releases the lock when the fork waits for it, or after a second.
FORK_WHILE_LOADING = """
import os, sys, threading
from reflex_base import config
from community.reflex_adapter.development.forks import hold_config_lock_during_forks

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


# Forks twice, as after an edit. Prints whether both children have the libraries and pause the
# collection, which the parent does not.
FORK_PREPARED = """
import gc, os, sys, threading
from community.reflex_adapter.development.forks import SLOW_LIBRARIES, prepare_forks

prepare_forks()
for _ in range(2):
    child = os.fork()
    if not child:
        os._exit(0 if {*SLOW_LIBRARIES} <= {*sys.modules} and not gc.isenabled() else 1)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
print(gc.isenabled(), threading.active_count())
"""


def test_the_backend_inherits_libraries_and_loads_the_site_without_collection() -> None:
    output = subprocess.run(
        [sys.executable, "-c", FORK_PREPARED], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    # Threads would not exist in the backend.
    assert output.split() == ["0", "0", "True", "1"]


def test_the_site_needs_all_libraries_that_the_backend_inherits() -> None:
    assert app
    assert {*SLOW_LIBRARIES} <= {*sys.modules}
