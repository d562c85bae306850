"""Fixtures for end-to-end tests: the Chromium browser and production servers.

All tests in a process share one Chromium and therefore one event loop. Each test opens its own
browser contexts.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from community.core.db import sessions as database
from community.core.settings import settings
from community.wiring import wire
from tests.e2e.browser_users import TIMEOUT_MILLISECONDS, BrowserUsers
from tests.e2e.chromium import launch_chromium
from tests.e2e.preloaded_server import PreloadedServer
from tests.e2e.production_server import ProductionServer

# After a lost connection the page reconnects within five seconds.
expect.set_options(timeout=TIMEOUT_MILLISECONDS)

E2E_DIR = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Make all tests in this directory run in the event loop of the shared Chromium."""
    for item in items:
        if E2E_DIR in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        chromium = await launch_chromium(playwright.chromium)
        yield chromium
        await chromium.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """Yield the Chromium that all tests share. After each test, close all browser contexts."""
    yield chromium
    for context in chromium.contexts:
        await context.close()


@pytest.fixture(scope="session")
def production_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProductionServer]:
    """Yield a running site that all tests in the pytest session share."""
    # A proxy would name the address of each visitor; see `join_new_network`.
    site = PreloadedServer(tmp_path_factory.mktemp("production"), {"TRUSTED_PROXIES": "1"})
    site.migrate()
    site.start()
    yield site
    site.stop()


@pytest.fixture
def empty_server(tmp_path: Path) -> Iterator[ProductionServer]:
    """Yield a running site without users, which only one test uses.

    The site has its own database and port. The front-end build is the same for all sites.
    """
    site = PreloadedServer(tmp_path)
    site.migrate()
    site.start()
    yield site
    site.kill()


@pytest_asyncio.fixture(loop_scope="session")
async def browser_users(
    browser: Browser, production_server: ProductionServer, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[BrowserUsers]:
    """Yield a `BrowserUsers` for the shared site. The test fails if a page logs an error.

    Factories and domain actions that the test calls use the database of the shared site. Event
    listeners are connected.
    """
    wire()
    async with use_site_database(production_server, monkeypatch):
        users = BrowserUsers(browser, production_server)
        yield users
        await users.close()
    assert users.errors == []


@asynccontextmanager
async def use_site_database(
    site: ProductionServer, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[None]:
    """Make this process use the database of a running site until the `with` block ends."""
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{site.data_dir}/community.db")
    monkeypatch.setenv("DATA_DIR", str(site.data_dir))
    settings.cache_clear()
    database.engine.cache_clear()
    yield
    await database.close()
    settings.cache_clear()
