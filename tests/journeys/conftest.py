"""A browser, and the site in production."""

import shutil
from collections.abc import AsyncIterator, Iterator

import pytest
from playwright.async_api import Browser, async_playwright

from tests.journeys.production import Production

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
