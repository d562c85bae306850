"""Fixtures for all tests: a migrated database, settings and the test users."""

import asyncio
import gc
import logging
import os
import unicodedata
from collections.abc import AsyncIterator, Generator, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import structlog
from sqlalchemy import event, inspect

os.environ.update({"ENVIRONMENT": "test", "__REFLEX_SKIP_COMPILE": "true"})

from community.admin.audit_log.fields import find_unnamed
from community.core import logs
from community.core.db import sessions as database
from community.core.settings import settings
from community.core.text.skeletons import build_name_skeleton
from community.models import AuditEntry, User
from tests import databases
from tests.cast import Cast, create_template_with_cast, save_cast
from tests.shared_site import open_site

TESTS_DIR = Path(__file__).parent
LOOP_SCOPE = "asyncio_default_test_loop_scope"  # an option of pytest-asyncio


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--only-database",
        action="store_true",
        help="run only the tests that depend on the kind of database (POSTGRES_TESTS in "
        "tests/databases.py)",
    )
    parser.addoption(
        "--chat-messages",
        type=int,
        default=60,
        help="how many messages tests/resilience/test_chat_connections.py sends (default: 60)",
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import only the files of `POSTGRES_TESTS` if `--only-database` is set."""
    if not config.getoption("only_database"):
        return None
    paths = [TESTS_DIR / path for path in databases.POSTGRES_TESTS]
    is_needed = any(
        collection_path.is_relative_to(path) or path.is_relative_to(collection_path)
        for path in paths
    )
    return None if is_needed else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("only_database"):
        items[:] = [
            item for item in items if "migrated_database" in getattr(item, "fixturenames", ())
        ]
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    items[:] = _spread_slow_items(items, workers)


def _spread_slow_items(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return the items so that slow tests begin first, in different processes.

    pytest-xdist first gives each process an equal part of the list. A slow test at the end of a
    part would run when the other processes have nothing more to do.
    """
    slow = [item for item in items if item.get_closest_marker("slow")]
    others = [item for item in items if not item.get_closest_marker("slow")]
    part = len(items) // workers
    for number, item in enumerate(slow):
        others.insert(number % workers * part + number // workers, item)
    return others


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Exclude the modules from garbage collections, which took a seventh of the processor time.

    During the collection, nearly all objects are modules and tests, which remain.
    """
    gc.disable()
    result = yield
    gc.freeze()
    gc.enable()
    return result


@event.listens_for(AuditEntry, "before_insert")
def ensure_audit_entry_has_names(_mapper: Any, _connection: Any, entry: AuditEntry) -> None:
    """Fail the test whose action records a code for which the audit log has no name."""
    assert find_unnamed(entry.action, entry.before, entry.after) == []


@event.listens_for(User, "before_insert")
@event.listens_for(User, "before_update")
def ensure_name_has_its_skeleton(_mapper: Any, _connection: Any, user: User) -> None:
    """Fail the test whose action writes the name of a user without its skeleton."""
    if inspect(user).attrs.name.history.has_changes():
        assert user.name_skeleton == build_name_skeleton(user.name)


@pytest.fixture(scope="session")
def xdist_worker(request: pytest.FixtureRequest) -> str:
    return str(getattr(request.config, "workerinput", {}).get("workerid", "main"))


@pytest.fixture(scope="session")
def migrated_database(tmp_path_factory: pytest.TempPathFactory, xdist_worker: str) -> str | Path:
    """Return the URL of a migrated PostgreSQL database, or the path of a migrated SQLite file.

    Each test deletes all rows of the PostgreSQL database, or works on a copy of the SQLite file.
    """
    if databases.POSTGRES_URL:
        return databases.create_postgres_database(xdist_worker)
    return databases.create_sqlite_template(tmp_path_factory.mktemp("template"))


@pytest.fixture(scope="session")
def database_with_cast(
    migrated_database: str | Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str | Path, Cast]:
    """Return the database of the tests that use `cast`, and the test users in it.

    Copying the users takes less than half the time of creating them for each test.
    """
    if isinstance(migrated_database, Path):
        return create_template_with_cast(migrated_database, tmp_path_factory.mktemp("with_cast"))
    return migrated_database, save_cast(migrated_database)


@pytest.fixture
def site(
    request: pytest.FixtureRequest, migrated_database: str | Path, tmp_path: Path
) -> Iterator[Path]:
    """Point the settings to a migrated database and an empty data directory.

    The database is empty, unless the test uses `cast`.
    """
    has_cast = "cast" in request.fixturenames
    if has_cast:
        migrated_database, _cast = request.getfixturevalue("database_with_cast")
    with open_site(migrated_database, tmp_path, keep_users=has_cast):
        yield tmp_path


@pytest.fixture
async def db(site: Path, pytestconfig: pytest.Config) -> AsyncIterator[None]:
    """Open the database, and close it after the test.

    If the tests on PostgreSQL share an event loop (`SHARED_LOOP_OPTIONS` in scripts/test.py), they
    also share the connections. The tasks that a test leaves are then cancelled before the next one.
    """
    tasks = asyncio.all_tasks()
    yield
    if databases.POSTGRES_URL and pytestconfig.getini(LOOP_SCOPE) == "session":
        await database.wait_for_pushes()
        await _cancel(asyncio.all_tasks() - tasks)
    else:
        await database.close()


async def _cancel(tasks: set[asyncio.Task[Any]]) -> None:
    tasks.discard(asyncio.current_task())
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.fixture
async def cast(database_with_cast: tuple[str | Path, Cast], db: None) -> Cast:
    return database_with_cast[1]


@pytest.fixture
def normalized_lengths(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list of the lengths of all texts that are normalized during the test."""
    lengths: list[int] = []
    normalize = unicodedata.normalize

    def record_and_normalize(form: Any, text: str) -> str:
        lengths.append(len(text))
        return normalize(form, text)

    monkeypatch.setattr(unicodedata, "normalize", record_and_normalize)
    return lengths


@pytest.fixture
def log_output(monkeypatch: pytest.MonkeyPatch) -> Iterator[StringIO]:
    """Configure logging as in production, and yield the stream that receives the log lines."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    monkeypatch.setenv("ENVIRONMENT", "production")
    settings.cache_clear()
    logs.configure(stream := StringIO())
    yield stream
    logging.captureWarnings(capture=False)
    root.handlers, root.level = handlers, level
    settings.cache_clear()
    structlog.reset_defaults()
