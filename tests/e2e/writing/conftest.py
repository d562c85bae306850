"""Fixtures for the editor test site.

The editor test site is a small site that contains only the post editor and the comment composer.
"""

from collections.abc import AsyncIterator, Iterator
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from tests.e2e.browser_users import TIMEOUT_MILLISECONDS
from tests.e2e.writing.harness_server import (
    BUILD_TIMEOUT_SECONDS,
    HarnessServer,
    build_editor_harness,
)

FOLDER = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give each test more time, because the first one waits for the build of the test site."""
    for item in items:
        if FOLDER in item.path.parents:
            item.add_marker(pytest.mark.timeout(2 * BUILD_TIMEOUT_SECONDS))


@pytest.fixture(scope="session")
def built_harness(tmp_path_factory: pytest.TempPathFactory, xdist_worker: str) -> Path:
    """Return the folder that contains the built site for the editor tests.

    The first pytest worker that needs the site builds the site for all workers.
    """
    temp_dir = tmp_path_factory.getbasetemp()
    folder = (temp_dir if xdist_worker == "main" else temp_dir.parent) / "editor_harness"
    with folder.with_suffix(".lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not folder.exists():
            build_editor_harness(folder)
    return folder


@pytest.fixture(scope="session")
def harness_server(
    built_harness: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[HarnessServer]:
    data = tmp_path_factory.mktemp("editor_harness_data")
    harness = HarnessServer(built_harness, data)
    harness.start()
    yield harness
    harness.kill()


@pytest.fixture
def harness(harness_server: HarnessServer) -> Iterator[HarnessServer]:
    """Yield a running server for the editor test site, without stored posts and comments.

    If a test kills the server, this fixture restarts the server after the test.
    """
    harness_server.clear()
    yield harness_server
    if harness_server.process is None:
        harness_server.start()


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser, harness: HarnessServer) -> AsyncIterator[Page]:
    """Yield an empty browser page for tests of the editor test site.

    The test fails on an uncaught JavaScript error in the page.
    """
    context = await browser.new_context(
        base_url=harness.url, viewport={"width": 1000, "height": 900}
    )
    await context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = await context.new_page()
    page.set_default_timeout(TIMEOUT_MILLISECONDS)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(f"{error.message}\n{error.stack}"))
    yield page
    assert errors == []
