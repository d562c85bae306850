"""Tests of `reflex run`: a start from nothing, a second start, and edits of a running site."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests import factories
from tests.e2e.browser_users import BrowserUsers
from tests.e2e.conftest import use_site_database
from tests.e2e.production_server import ROOT, ProductionServer, find_free_port

# On an idle machine with two cores, the first start takes up to 90 seconds, the second one 30, and
# an edit is on the open page after 5.
START_SECONDS = 270
EDIT_MILLISECONDS = 90_000
GENERATED = shutil.ignore_patterns(
    ".git", ".venv", ".web", ".data", "node_modules", "tests", "__pycache__", ".*_cache"
)
pytestmark = [pytest.mark.slow, pytest.mark.timeout(3 * START_SECONDS)]


class DevelopmentServer(ProductionServer):
    """A copy of the project that `reflex run` serves."""

    @property
    def project(self) -> Path:
        return self.data_dir / "project"

    def start(self) -> None:
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "reflex", "run"],
                cwd=self.project,
                env=self._make_environment(),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.wait_until_healthy(START_SECONDS)

    def _terminate(self, signal_number: signal.Signals) -> None:
        if self.process is not None:
            os.killpg(self.process.pid, signal_number)
            self.process.wait(START_SECONDS)
            self.process = None

    def edit(self, path: str, old: str, new: str) -> None:
        file = self.project / path
        source = file.read_text()
        assert source.count(old) == 1
        file.write_text(source.replace(old, new))


@pytest.fixture
def development_server(tmp_path: Path) -> Iterator[DevelopmentServer]:
    site = DevelopmentServer(tmp_path)
    site.settings = {
        "PYTHONPATH": str(site.project),
        "REFLEX_BACKEND_PORT": str(find_free_port()),
        "PUBLIC_URL": site.url,
    }
    shutil.copytree(ROOT, site.project, ignore=GENERATED)
    site.migrate()
    yield site
    site.kill()


@pytest_asyncio.fixture(loop_scope="session")
async def developer(
    browser: Browser, development_server: DevelopmentServer, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[BrowserUsers]:
    async with use_site_database(development_server, monkeypatch):
        users = BrowserUsers(browser, development_server)
        yield users
        await users.close()


async def test_the_site_starts_twice_and_shows_edits_of_its_code(
    developer: BrowserUsers, development_server: DevelopmentServer
) -> None:
    await asyncio.to_thread(development_server.start)
    await factories.user("author", name="Ada")
    reader = await factories.user("reader")
    page = await developer.open_page("/author", reader)
    await expect(page.get_by_role("button", name="Follow", exact=True)).to_be_visible()
    await asyncio.to_thread(development_server.stop)
    await asyncio.to_thread(development_server.start)
    page = await developer.open_page("/author", reader)

    fields = "**user.model_dump(include=set(Profile.model_fields)),"
    development_server.edit(
        "community/domain/people/profiles.py", fields, f'{fields[:-1]} | {{"name": "Dr Ada"}},'
    )
    await expect(page.get_by_role("heading", name="Dr Ada")).to_be_visible(
        timeout=EDIT_MILLISECONDS
    )

    handler = (
        "await run_action(follows.follow if enabled else follows.unfollow, user_id=user_id)\n"
        "        await self._reload_relation(user_id)"
    )
    development_server.edit(
        "community/state/pages/profile.py",
        handler,
        f'{handler}\n        await toasts.show_toast(self, "From the edited State")',
    )
    await _click_until_visible(page, "From the edited State")

    labels = 'labels = _("Follow"), pgettext("button", "Following")'
    development_server.edit(
        "community/components/toggles.py", labels, 'labels = "Edited label", "Edited label"'
    )
    await expect(page.get_by_role("button", name="Edited label")).to_be_visible(
        timeout=EDIT_MILLISECONDS
    )
    await expect(page.get_by_role("button", name="Sign in")).to_have_count(0)


async def _click_until_visible(page: Page, text: str) -> None:
    button = page.get_by_role("button", name="Follow")
    async with asyncio.timeout(EDIT_MILLISECONDS / 1_000):
        while not await page.get_by_text(text).first.is_visible():
            await button.click()
            await page.wait_for_timeout(500)
