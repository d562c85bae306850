"""A browser, and the site in production.

All stories of a process share one Chromium, so they share an event loop; what a story opens in it
is its own.
"""

import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from community.core import database
from community.core.settings import settings
from community.wiring import wire
from tests.journeys.production import Production
from tests.journeys.visitors import PATIENCE, Visitors

# A browser that lost its connection tries again after up to five seconds.
expect.set_options(timeout=PATIENCE)

HERE = Path(__file__).parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUIETLY = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking")


def program() -> str | None:
    """Where the Chromium of this machine is; None for the one that Playwright brings."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The stories run in the loop of their Chromium."""
    for item in items:
        if HERE in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """The Chromium of this machine."""
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=program(), args=list(QUIETLY))
        yield chromium
        await chromium.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """The same without a window; those that a story opens are closed after it."""
    yield chromium
    for context in chromium.contexts:
        await context.close()


@pytest.fixture(scope="session")
def production(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Production]:
    """One site without any content for all journeys that only look at it."""
    site = Production(tmp_path_factory.mktemp("production"))
    site.run("migrate")
    site.start()
    yield site
    site.stop()


@pytest.fixture
def new_site(tmp_path: Path) -> Iterator[Production]:
    """A site of its own, on another port, with the same build; nobody has joined it yet."""
    site = Production(tmp_path)
    site.run("migrate")
    site.start()
    yield site
    site.kill()


@pytest_asyncio.fixture(loop_scope="session")
async def visitors(
    browser: Browser, production: Production, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Visitors]:
    """Tabs on that site; what is made by factories and by the domain is made on it too, with all
    that follows from it.
    """
    wire()
    async with on(production, monkeypatch):
        came = Visitors(browser, production)
        yield came
        await came.close()
    assert came.complaints == []


@asynccontextmanager
async def on(site: Production, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """This process works on the database of a site that is served by another."""
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{site.data}/community.db")
    monkeypatch.setenv("DATA_DIR", str(site.data))
    settings.cache_clear()
    database.engine.cache_clear()
    yield
    await database.close()
    settings.cache_clear()
