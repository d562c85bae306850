"""What `reflex run` loads before it forks the backend, so that the backend starts faster.

`reflex run` forks the backend again after each edit, and the new process inherits the modules that
are loaded. These are libraries, and the packages of the site below its State classes, which can be
loaded only once in a process. After an edit of these packages, they are loaded again.

`rxconfig.py` imports this module, so it imports nothing that is slow to load.
"""

import importlib
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Final

# The libraries that take most of the time in which the backend starts, without side effects.
LIBRARIES: Final = (
    "reflex.app",
    "authlib.oidc.core",
    "babel.dates",
    "email_validator",
    "fastapi",
    "httpx",
    "markdown_it",
    "prometheus_client",
    "pydantic_settings",
    "sqlalchemy.dialects.postgresql",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "sqlalchemy.ext.asyncio",
    "sqlmodel",
    "stripe",
    "structlog",
    "webauthn",
)
# These import nearly all modules of the packages that contain no State classes.
MODULES: Final = ("community.models", "community.api.app", "community.wiring")
# They import nothing of the other packages, so they stay loaded when those are edited.
LOWEST_PACKAGES: Final = frozenset(
    ("core", "gateways", "i18n", "models", "realtime", "reflex_adapter", "urls")
)


class Preloading:
    """Loads the modules, and loads those again whose files have changed."""

    def __init__(self) -> None:
        self._times: dict[str, int] = {}

    def run(self) -> None:
        """Load the modules that are missing or whose files have changed.

        Do nothing about errors of edited modules: the backend meets and reports them.
        """
        for name in LIBRARIES:
            importlib.import_module(name)
        changed = {
            _get_package(name) for name, time in self._times.items() if _get_time(name) != time
        }
        if changed:
            _unload(LOWEST_PACKAGES if LOWEST_PACKAGES.isdisjoint(changed) else ())
        try:
            for name in MODULES:
                importlib.import_module(name)
        except Exception:  # noqa: BLE001  # whatever an edited module raises
            _unload(())
        self._times = {name: _get_time(name) for name in _list_modules()}


def _list_modules() -> list[str]:
    return [name for name in sys.modules if name.startswith("community.")]


def _get_package(name: str) -> str:
    return name.split(".")[1]


def _get_time(name: str) -> int:
    """Return when the file of a loaded module was last changed, in nanoseconds, or 0."""
    try:
        return Path(sys.modules[name].__file__ or "").stat().st_mtime_ns
    except OSError:
        return 0


def _unload(kept: Collection[str]) -> None:
    """Forget the modules of all packages of the site but those that are kept."""
    if "models" not in kept:
        _forget_registered()
    for name in _list_modules():
        if _get_package(name) in kept:
            continue
        del sys.modules[name]
        # Otherwise `from parent import attribute` finds the old module.
        parent, _, attribute = name.rpartition(".")
        if parent in sys.modules:
            vars(sys.modules[parent]).pop(attribute, None)


def _forget_registered() -> None:
    """Forget the tables and the metrics, which can be defined only once in a process."""
    sys.modules["sqlalchemy.orm"].clear_mappers()
    sys.modules["sqlmodel"].SQLModel.metadata.clear()
    prometheus = sys.modules["prometheus_client"]
    metrics = sys.modules.get("community.core.processes.metrics")
    for value in vars(metrics).values() if metrics else ():
        if isinstance(value, prometheus.Counter | prometheus.Gauge | prometheus.Histogram):
            prometheus.REGISTRY.unregister(value)
