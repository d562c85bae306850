"""A page of the stage."""

from collections.abc import AsyncIterator, Iterator
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from tests.journeys.visitors import PATIENCE
from tests.journeys.writing.site import Site, build


@pytest.fixture(scope="session")
def built_stage(tmp_path_factory: pytest.TempPathFactory, worker: str) -> Path:
    """The folder of the stage, which is built by the first of all workers that needs it."""
    mine = tmp_path_factory.getbasetemp()
    folder = (mine if worker == "main" else mine.parent) / "stage"
    with folder.with_suffix(".lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not folder.exists():
            build(folder)
    return folder


@pytest.fixture(scope="session")
def stage(built_stage: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    data = tmp_path_factory.mktemp("stage-data")
    site = Site(built_stage, data)
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


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser, site: Site) -> AsyncIterator[Page]:
    """A page whose script errors fail the test."""
    context = await browser.new_context(base_url=site.url, viewport={"width": 1000, "height": 900})
    await context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(f"{error.message}\n{error.stack}"))
    yield page
    assert errors == []
