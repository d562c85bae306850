"""A site of its own for a test that buys with a payment provider.

The server caches settings for five seconds, so that tests on a shared site would meet the provider
of another test.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser

from community.core.actor import Actor
from community.wiring import wire
from tests import factories
from tests.e2e.browser_users import BrowserUsers
from tests.e2e.conftest import use_site_database
from tests.e2e.preloaded_server import PreloadedServer


@asynccontextmanager
async def open_payment_site(
    browser: Browser,
    data_dir: Path,
    monkeypatch: pytest.MonkeyPatch,
    put_on_sale: Callable[[Actor], Awaitable[object]],
) -> AsyncIterator[BrowserUsers]:
    """Run a site until the `with` block ends.

    Args:
        put_on_sale: Chooses the provider and creates the plans as an administrator, before the site
            starts.
    """
    server = PreloadedServer(data_dir)
    server.settings["PUBLIC_URL"] = server.url
    server.migrate()
    wire()
    async with use_site_database(server, monkeypatch):
        await put_on_sale(await factories.user("olga", is_admin=True))
        server.start()
        users = BrowserUsers(browser, server)
        yield users
        await users.close()
        server.kill()
    assert users.errors == []
