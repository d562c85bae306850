"""Contract tests: what the processes that `reflex run` forks inherit."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from community.community import app
from community.reflex_adapter.development.preloading import LIBRARIES, LOWEST_PACKAGES
from tests.architecture.sources import get_relative_path, list_python_files

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


# Forks twice, as after an edit. Prints whether both children have the libraries and the domain and
# pause the collection, which the parent does not.
FORK_PREPARED = """
import gc, os, sys, threading
from community.reflex_adapter.development.forks import prepare_forks
from community.reflex_adapter.development.preloading import LIBRARIES

prepare_forks()
for _ in range(2):
    child = os.fork()
    if not child:
        expected = {*LIBRARIES, "community.domain.people"}
        os._exit(0 if expected <= {*sys.modules} and not gc.isenabled() else 1)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
print(gc.isenabled(), threading.active_count())
"""


def test_the_backend_inherits_modules_and_loads_the_site_without_collection() -> None:
    output = subprocess.run(
        [sys.executable, "-c", FORK_PREPARED], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    # Threads would not exist in the backend.
    assert output.split() == ["0", "0", "True", "1"]


# Few requests need these, so that modules and functions load them which the site loads later.
LOADED_LATER = {"authlib.oidc.core", "httpx", "stripe", "webauthn"}


def test_the_site_needs_all_libraries_that_the_backend_inherits() -> None:
    assert app
    assert {*LIBRARIES} - LOADED_LATER <= {*sys.modules}
    source = "".join(file.read_text("utf-8") for file in list_python_files("community"))
    assert all(re.search(rf"(from|import) {re.escape(name)}\b", source) for name in LOADED_LATER)


# Loads the site, and again after edits of the domain, of the models and of a module that is broken
# for a while. Prints what is loaded each time.
RELOAD = """
import os, sys
from itertools import count
from pathlib import Path
from community.reflex_adapter.development.preloading import Preloading

preloading, times = Preloading(), count(2_000_000_000)

def edit(path, text):
    file = Path("community", path)
    file.write_text(file.read_text() + text)
    time = next(times)
    os.utime(file, (time, time))
    preloading.run()

def get(module, name):
    return getattr(sys.modules.get(f"community.{module}"), name, None)

preloading.run()
user = get("models", "User")
edit("domain/people/profiles.py", "EDITED = 'domain'\\n")
print(get("domain.people.profiles", "EDITED"), get("models", "User") is user)
edit("models/people.py", "EDITED = 'models'\\n")
print(get("models.people", "EDITED"), get("models", "User") is user)
print(get("domain.people.profiles", "User") is get("models", "User"))
edit("domain/people/profiles.py", "(")
print(get("domain.people.profiles", "EDITED"))
edit("domain/people/profiles.py", ")")
print(get("domain.people.profiles", "EDITED"))
"""


def test_edited_modules_are_loaded_again(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "community", tmp_path / "community")
    output = subprocess.run(
        [sys.executable, "-c", RELOAD],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert output.splitlines() == ["domain True", "models False", "True", "None", "domain"]


def test_the_packages_that_stay_loaded_import_no_others() -> None:
    folders = [f"community/{name}" for name in LOWEST_PACKAGES]
    files = [*list_python_files(*folders), ROOT / "community/urls.py"]
    for file in files:
        packages = re.findall(
            r"^from community(?:\.| import )(\w+)", file.read_text("utf-8"), re.MULTILINE
        )
        assert {*packages} <= LOWEST_PACKAGES, get_relative_path(file)
