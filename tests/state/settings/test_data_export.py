"""Tests of the settings section with which users download their data."""

from datetime import timedelta
from typing import Any

import pytest

from community import jobs
from community.core import clock
from community.core.db.sessions import wait_for_pushes
from community.domain.data_export import LIFETIME, MAX_ATTEMPTS
from community.jobs import export_data
from community.state.pages.confirmation import ConfirmationState
from community.state.pages.layout import LayoutState
from community.state.pages.settings.account import DataExportState
from tests.cast import Cast
from tests.state.settings.settings_page import open_settings
from tests.state.settings.test_two_step import open_confirmed_settings
from tests.state.tabs import SocketServer, Tab


async def run_jobs(socket_server: SocketServer) -> None:
    await jobs.run_due_jobs()
    await wait_for_pushes()
    await socket_server.wait_until_idle()


async def open_requested(socket_server: SocketServer, cast: Cast) -> Tab:
    tab = await open_confirmed_settings(socket_server, cast.bob)
    await tab.send(DataExportState.request_archive)
    await socket_server.wait_until_idle()
    return tab


async def test_the_open_page_shows_when_the_archive_is_ready(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_settings(socket_server, cast.bob)
    assert (tab[DataExportState]["status"], tab[DataExportState]["can_request"]) == ("none", True)
    tab = await open_requested(socket_server, cast)
    assert tab[DataExportState]["status"] == "preparing"
    assert tab[DataExportState]["can_request"] is False
    await run_jobs(socket_server)
    ready = tab[DataExportState]
    assert (ready["status"], ready["can_request"]) == ("ready", False)
    assert ready["download_url"].startswith("/account/export/download?token=")
    assert "kB, available until" in ready["available"]
    assert ready["next_request"].startswith("You can request a new archive from")


async def test_other_users_and_other_pages_receive_no_update(
    cast: Cast, socket_server: SocketServer
) -> None:
    other = await open_settings(socket_server, cast.alice)
    tab = await open_requested(socket_server, cast)
    await tab.send(LayoutState.load)  # The tab opens another page.
    await run_jobs(socket_server)
    assert tab[DataExportState]["status"] == "preparing"
    assert other[DataExportState]["status"] == "none"


async def test_the_confirmation_dialog_asks_first(cast: Cast, socket_server: SocketServer) -> None:
    tab = await open_settings(socket_server, cast.bob)
    await tab.send(DataExportState.request_archive)
    assert tab[ConfirmationState]["is_open"]
    assert tab[DataExportState]["status"] == "none"


async def test_a_failed_archive_can_be_requested_again(
    cast: Cast, socket_server: SocketServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any) -> None:
        raise OSError

    tab = await open_requested(socket_server, cast)
    with monkeypatch.context() as patch:
        patch.setattr(export_data, "_write_archive", fail)
        for attempt in range(MAX_ATTEMPTS):
            with clock.travel(timedelta(hours=2 * attempt)):
                await run_jobs(socket_server)
    assert tab[DataExportState]["status"] == "failed"
    await tab.send(DataExportState.request_archive)
    await run_jobs(socket_server)
    assert tab[DataExportState]["status"] == "ready"


async def test_an_archive_expires_on_the_open_page(cast: Cast, socket_server: SocketServer) -> None:
    tab = await open_requested(socket_server, cast)
    await run_jobs(socket_server)
    with clock.travel(LIFETIME):
        await export_data.expire_data_exports()
        await run_jobs(socket_server)
    expired = tab[DataExportState]
    assert (expired["status"], expired["available"]) == ("expired", "")
