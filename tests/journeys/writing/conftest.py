"""A browser before the stage."""

import shutil
from collections.abc import AsyncIterator, Iterator

import pytest
from playwright.async_api import Page, async_playwright

from tests.journeys.writing.site import Site, build

# Debian's, as on the machines that test this; elsewhere the one that Playwright has fetched.
CHROMIUM = shutil.which("chromium")


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("stage")
    build(folder)
    data = tmp_path_factory.mktemp("stage-data")
    site = Site(folder, data)
    site.start()
    yield site
    site.kill()


@pytest.fixture
def site(stage: Site) -> Iterator[Site]:
    """The stage with nothing stored; a test may kill it."""
    stage.empty()
    yield stage
    if stage.process is None:
        stage.start()


@pytest.fixture
async def page(site: Site) -> AsyncIterator[Page]:
    """A page whose script errors fail the test."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-background-networking",
            ],
        )
        context = await browser.new_context(
            base_url=site.url, viewport={"width": 1000, "height": 900}
        )
        await context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = await context.new_page()
        page.set_default_timeout(15_000)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(f"{error.message}\n{error.stack}"))
        yield page
        await browser.close()
    assert errors == []
