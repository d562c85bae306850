"""Fixtures that start web servers on the test database. Tests can kill and restart the servers."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from community.core.settings import settings
from tests.e2e.preloaded_server import PreloadedServer
from tests.e2e.production_server import ProductionServer

ServerFactory = Callable[..., list[ProductionServer]]


@pytest.fixture(scope="session")
def frontend_build(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Build the front end if it is out of date."""
    ProductionServer(tmp_path_factory.mktemp("build")).run_command("build")


@pytest.fixture
def chat_messages(pytestconfig: pytest.Config) -> int:
    """Return how many messages a test of chats sends."""
    return int(pytestconfig.getoption("chat_messages"))


@pytest.fixture
async def start_servers(db: None, frontend_build: None, site: Path) -> AsyncIterator[ServerFactory]:
    """Return a function that starts web processes on the test database.

    The fixture stops the processes when the test ends.
    """
    started: list[ProductionServer] = []

    def start(process_count: int = 1, **extra_settings: str) -> list[ProductionServer]:
        environment = {"DATABASE_URL": settings().database_url, **extra_settings}
        servers: list[ProductionServer] = [
            PreloadedServer(site, environment) for _ in range(process_count)
        ]
        started.extend(servers)
        for server in servers:
            server.start_without_waiting()
        for server in servers:
            server.wait_until_healthy()
        return servers

    yield start
    for server in started:
        server.stop()
