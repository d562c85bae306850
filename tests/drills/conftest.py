"""Sites that are started, killed and started again, with the database of the test."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from community.core.settings import settings
from tests.journeys.production import Production

Sites = Callable[..., Production]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The front end that is served, built where it is not up to date."""
    Production(tmp_path_factory.mktemp("build")).run("build")


@pytest.fixture
async def serve(db: None, built: None, site: Path) -> AsyncIterator[Sites]:
    """Starts web processes on the database of this test; each of them ends with it."""
    started: list[Production] = []

    def start(**more: str) -> Production:
        process = Production(site, {"DATABASE_URL": settings().database_url, **more})
        started.append(process)
        process.start()
        return process

    yield start
    for each in started:
        each.stop()
