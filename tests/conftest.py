"""Fixtures for all tests: a migrated database, settings and the test users."""

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

os.environ.update({"ENVIRONMENT": "test", "__REFLEX_SKIP_COMPILE": "true"})

from community.core import database
from community.core.settings import settings
from tests import databases
from tests.cast import Cast, create_cast


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--only-database", action="store_true", help="run only the tests that use the database"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("only_database"):
        items[:] = [item for item in items if "site" in getattr(item, "fixturenames", ())]


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


@pytest.fixture
def site(
    migrated_database: str | Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Point the settings to an empty migrated database and an empty data directory."""
    if isinstance(migrated_database, Path):
        url = databases.copy_sqlite_template(migrated_database, tmp_path)
    else:
        databases.delete_all_rows(url := migrated_database)
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    settings.cache_clear()
    database.engine.cache_clear()
    yield tmp_path
    settings.cache_clear()


@pytest.fixture
async def db(site: Path) -> AsyncIterator[None]:
    """Open the database in the test's event loop, and close it after the test."""
    yield
    await database.close()


@pytest.fixture
async def cast(db: None) -> Cast:
    """Create the test users in the database of the test."""
    return await create_cast()
