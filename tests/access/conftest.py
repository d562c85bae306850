"""Fixtures of the access matrix: one database for all cells, whose changes are rolled back."""

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from starlette.responses import PlainTextResponse

from community import authentication
from community.admin.tables import csv_router
from community.api.app import create_app, wrap_in_outer_middleware
from community.core.db import sessions, sqlite_driver
from community.reflex_adapter import build_output
from community.ssr.http import shell
from community.ssr.middleware import SSRMiddleware
from community.wiring import wire
from tests.access.clients import HttpUsers, SocketUsers, Users
from tests.access.scenario import Scenario, create_scenario
from tests.api_conventions import enforce_conventions
from tests.shared_site import open_site, roll_back_transactions
from tests.ssr.conftest import EMPTY_BUILD, ROUTES
from tests.state.tabs import run_socket_server


@pytest.fixture(scope="package")
def shared_site(
    migrated_database: str | Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("access")
    (folder / build_output.FALLBACK_FILE).write_text(EMPTY_BUILD)
    with pytest.MonkeyPatch.context() as patch, open_site(migrated_database, folder):
        patch.setattr(build_output, "BUILD_DIR", folder)
        shell.load_shell.cache_clear()
        with sqlite_driver.run_in_event_loop():
            yield
    shell.load_shell.cache_clear()


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def scenario(shared_site: None) -> AsyncIterator[Scenario]:
    wire()
    authentication.clear_cache()
    yield await create_scenario()
    await sessions.close()


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def users(scenario: Scenario) -> AsyncIterator[Users]:
    """Yield the clients of all roles. From then on, all transactions are rolled back."""
    api = enforce_conventions(wrap_in_outer_middleware(create_app(csv_router)))
    pages = SSRMiddleware(PlainTextResponse("behind"), ROUTES)
    async with run_socket_server() as server:
        http = await HttpUsers.create(scenario, api=api, pages=pages)
        socket = await SocketUsers.open(scenario, server)
        # Writing the log of a request takes as long as the request.
        logging.disable(logging.INFO)
        with roll_back_transactions() as counter, socket.record_errors(counter):
            yield Users(http, socket)
        logging.disable(logging.NOTSET)
