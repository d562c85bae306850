"""A browser, and the site in production."""

import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, async_playwright

from community.core import database
from community.core.settings import settings
from tests.journeys.production import Production
from tests.journeys.visitors import Visitors

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUIETLY = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking")


def program() -> str | None:
    """Where the Chromium of this machine is; None for the one that Playwright brings."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """The Chromium of this machine."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program(), args=list(QUIETLY))
        yield browser
        await browser.close()


@pytest.fixture(scope="session")
def production(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Production]:
    """One site without any content for all journeys that only look at it."""
    site = Production(tmp_path_factory.mktemp("production"))
    site.run("migrate")
    site.start()
    yield site
    site.stop()


@pytest.fixture
async def visitors(
    browser: Browser, production: Production, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Visitors]:
    """Tabs on that site; what is made by factories and by the domain is made on it too."""
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
