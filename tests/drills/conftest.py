"""Sites that are started, killed and started again, with the database of the test."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from community.core.settings import settings
from tests.journeys.production import Production

Sites = Callable[..., list[Production]]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The front end that is served, built where it is not up to date."""
    Production(tmp_path_factory.mktemp("build")).run("build")


@pytest.fixture
async def serve(db: None, built: None, site: Path) -> AsyncIterator[Sites]:
    """Starts web processes on the database of this test; each of them ends with it."""
    started: list[Production] = []

    def start(processes: int = 1, **more: str) -> list[Production]:
        ours = {"DATABASE_URL": settings().database_url, **more}
        begun = [Production(site, ours) for _ in range(processes)]
        started.extend(begun)
        for each in begun:
            each.launch()
        for each in begun:
            each.wait_until_it_is_well()
        return begun

    yield start
    for each in started:
        each.stop()
