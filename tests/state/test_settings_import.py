"""Tests of the dialog that imports settings."""

import json
from typing import Any

import pytest

from community.admin.settings.transfer_state import MAX_BYTES, SettingsImportState
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import site
from community.domain.site import ContentSettings
from tests import factories
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab


def build_file(**values: Any) -> dict[str, str]:
    document = {"format": "community-settings", "version": 1, "sections": {"content": values}}
    return {"text": json.dumps(document)}


async def open_dialog(server: SocketServer, actor: Actor) -> Tab:
    """Open the dialog in a new tab. The first event also loads the page, which closes dialogs."""
    tab = await server.open(actor, "/admin-panel/settings/general")
    await tab.send(SettingsImportState.open_dialog)
    return tab


async def load_edit_minutes() -> int:
    async with read_session() as session:
        return (await site.load_settings_section(session, ContentSettings)).comment_edit_minutes


async def test_an_import_applies_only_what_the_preview_showed(
    socket_server: SocketServer, cast: Cast
) -> None:
    tab = await open_dialog(socket_server, cast.olga)
    before = await load_edit_minutes()
    await tab.send(SettingsImportState.show_preview, message=build_file(comment_edit_minutes=31))
    [change] = tab[SettingsImportState]["changes"]
    assert (change["before"], change["after"]) == (str(before), "31")
    assert await load_edit_minutes() == before

    other = await site.prepare_changes(ContentSettings, {"comment_edit_minutes": 32})
    async with unit_of_work() as session:
        await site.change_settings(session, cast.olga, other)
    await tab.send(SettingsImportState.apply)
    assert "changed after this preview" in tab[SettingsImportState]["error"]
    assert await load_edit_minutes() == 32

    await tab.send(SettingsImportState.show_preview, message=build_file(comment_edit_minutes=31))
    await tab.send(SettingsImportState.apply)
    assert await load_edit_minutes() == 31
    await tab.send(SettingsImportState.apply)  # Nothing is previewed any more.
    assert tab[SettingsImportState]["error"] == ""


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ({"text": "[" * 10_000}, "not an export"),
        ({"text": " " * (MAX_BYTES + 1)}, "too large"),
        (build_file(comment_edit_minutes=-1, unknown=1), "Nothing was imported"),
    ],
)
async def test_an_invalid_file_is_refused(
    socket_server: SocketServer, cast: Cast, message: dict[str, str], error: str
) -> None:
    tab = await open_dialog(socket_server, cast.olga)
    await tab.send(SettingsImportState.show_preview, message=message)
    assert error in tab[SettingsImportState]["error"]
    labels = {item["label"] for item in tab[SettingsImportState].get("errors", [])}
    assert ("content.unknown" in labels, len(labels)) in {(False, 0), (True, 2)}


async def test_settings_of_other_sections_are_refused(
    socket_server: SocketServer, cast: Cast
) -> None:
    limited = await factories.user("limited", sections=["settings/general"])
    tab = await open_dialog(socket_server, limited)
    await tab.send(SettingsImportState.show_preview, message=build_file(comment_edit_minutes=31))
    assert tab[SettingsImportState]["error"]
    assert not tab[SettingsImportState].get("is_loaded")
