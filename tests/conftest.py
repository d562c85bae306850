"""What every test stands on: its own migrated database, its own settings, a cast of people."""

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

os.environ.update({"ENVIRONMENT": "test", "__REFLEX_SKIP_COMPILE": "true"})

from community.core import database
from community.core.settings import settings
from tests import databases
from tests.cast import Cast, gather


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--only-database", action="store_true", help="leave out the tests that ask no database"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("only_database"):
        items[:] = [item for item in items if "site" in getattr(item, "fixturenames", ())]


@pytest.fixture(scope="session")
def worker(request: pytest.FixtureRequest) -> str:
    return str(getattr(request.config, "workerinput", {}).get("workerid", "main"))


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory, worker: str) -> str | Path:
    """A migrated database to start each test from: a URL on PostgreSQL, a file on SQLite."""
    if databases.POSTGRES:
        return databases.make_postgres(worker)
    return databases.make_sqlite_template(tmp_path_factory.mktemp("template"))


@pytest.fixture
def site(migrated: str | Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty site of its own: settings that point to a migrated database and an empty data
    folder.
    """
    if isinstance(migrated, Path):
        url = databases.copy_sqlite(migrated, tmp_path)
    else:
        databases.empty_postgres(url := migrated)
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    settings.cache_clear()
    database.engine.cache_clear()
    yield tmp_path
    settings.cache_clear()


@pytest.fixture
async def db(site: Path) -> AsyncIterator[None]:
    """The site with its database open in this test's event loop."""
    yield
    await database.close()


@pytest.fixture
async def cast(db: None) -> Cast:
    """Alice, Bob, Charlie, the owner of the site, somebody new and somebody banned."""
    return await gather()
