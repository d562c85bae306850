"""Tests of passkeys in the settings."""

from datetime import timedelta

from community.core.db.sessions import unit_of_work
from community.models import Passkey, User
from community.state.pages.confirmation import ConfirmationState
from community.state.pages.settings.page import SettingsState
from community.state.pages.settings.security import PasskeysState
from tests.cast import Cast
from tests.state.settings.settings_page import open_settings
from tests.state.settings.test_two_step import open_confirmed_settings, set_confirmed
from tests.state.tabs import SocketServer


async def add_passkey(user_id: int) -> int:
    async with unit_of_work() as session:
        row = Passkey(user_id=user_id, credential_id=f"{user_id:08}", public_key="", name="Phone")
        session.add(row)
    return row.id


async def test_the_browser_creates_a_passkey_only_after_a_confirmation(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_settings(socket_server, cast.alice)
    await tab.send(PasskeysState.start)
    assert tab[ConfirmationState]["is_open"]
    assert not tab[PasskeysState].get("attempt")
    tab = await open_confirmed_settings(socket_server, cast.alice)
    await tab.send(PasskeysState.start)
    first = tab[PasskeysState]["attempt"]
    await tab.send(PasskeysState.start)
    assert first != tab[PasskeysState]["attempt"] != ""
    assert tab[PasskeysState]["device_name"]


async def test_passkeys_are_listed_renamed_and_removed(
    cast: Cast, socket_server: SocketServer
) -> None:
    passkey_id = await add_passkey(cast.alice.id)
    theirs = await add_passkey(cast.bob.id)
    async with unit_of_work() as session:
        (await session.get_one(User, cast.alice.id)).password_hash = "hash"
    tab = await open_confirmed_settings(socket_server, cast.alice)
    await tab.send(SettingsState.load)
    await tab.send(PasskeysState.show_rename_dialog, passkey_id=theirs)
    assert tab[PasskeysState].get("renamed_id", 0) == 0
    await tab.send(PasskeysState.show_rename_dialog, passkey_id=passkey_id)
    await tab.send(PasskeysState.rename, message={"name": " "})
    assert tab[PasskeysState]["error"] == "Enter a name."
    await tab.send(PasskeysState.rename, message={"name": "Laptop"})
    assert [row["name"] for row in tab[PasskeysState]["passkeys"]] == ["Laptop"]
    await tab.send(PasskeysState.show_remove_dialog, passkey_id=theirs)
    assert tab[PasskeysState].get("removed_id", 0) == 0
    await tab.send(PasskeysState.show_remove_dialog, passkey_id=passkey_id)
    assert tab[PasskeysState]["removed_name"] == "Laptop"
    await tab.send(PasskeysState.remove, passkey_id=theirs)
    await tab.send(PasskeysState.remove, passkey_id=passkey_id)
    assert tab[PasskeysState]["removed_id"] == 0
    assert tab[PasskeysState]["passkeys"] == []


async def test_a_passkey_confirms_a_sensitive_action(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_settings(socket_server, cast.alice)
    await add_passkey(cast.alice.id)
    await tab.send(PasskeysState.start)
    confirmation = tab[ConfirmationState]
    assert (confirmation["is_open"], confirmation["method"]) == (True, "passkey")
    await tab.send(ConfirmationState.confirm, message={"password": "guess"})
    assert tab[ConfirmationState]["is_open"]
    # The browser has not sent a passkey, so the repeated action opens the dialog again.
    await tab.send(ConfirmationState.finish)
    await socket_server.wait_until_idle()
    assert tab[ConfirmationState]["is_open"]
    assert not tab[PasskeysState].get("attempt")
    await set_confirmed(timedelta())
    await tab.send(ConfirmationState.finish)
    await socket_server.wait_until_idle()
    assert not tab[ConfirmationState]["is_open"]
    assert tab[PasskeysState]["attempt"]


async def test_the_dialog_offers_each_way(cast: Cast, socket_server: SocketServer) -> None:
    await add_passkey(cast.alice.id)
    async with unit_of_work() as session:
        (await session.get_one(User, cast.alice.id)).password_hash = "hash"
    tab = await open_settings(socket_server, cast.alice)
    await tab.send(PasskeysState.start)
    assert tab[ConfirmationState]["methods"] == ["password", "passkey"]
    assert tab[ConfirmationState]["method"] == "password"
    await tab.send(ConfirmationState.choose, method="passkey")
    assert tab[ConfirmationState]["method"] == "passkey"
    await tab.send(ConfirmationState.choose, method="mail")
    assert tab[ConfirmationState]["method"] == "passkey"
