"""Tests that settings in open tabs require a signed-in user. An access token is not enough."""

from typing import Any
from uuid import uuid4

import pytest

from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.domain import follows, notifications, people
from community.state.pages.settings.account import EmailState
from community.state.pages.settings.ignored import IgnoredKeywordsState, IgnoredUsersState
from community.state.pages.settings.page import SettingsState
from community.state.pages.settings.preferences import (
    MessageSettingsState,
    NotificationPreferencesState,
    PreferencesState,
)
from community.state.pages.settings.profile import ProfileFormState
from community.state.pages.settings.security import (
    DevicesState,
    PasskeysState,
    TokensState,
    TwoStepState,
)
from community.state.runtime import request_context
from community.state.runtime.toasts import ToastsState
from tests.api.credentials import create_access_token
from tests.cast import Cast
from tests.state.settings.settings_page import open_settings
from tests.state.tabs import SocketServer

CALLS: list[tuple[Any, dict[str, object]]] = [
    (ProfileFormState.save, {"message": {"name": "X", "slug": "changed", "bio": "X"}}),
    (ProfileFormState.set_image, {"kind": "avatar", "upload_id": str(uuid4())}),
    (ProfileFormState.remove_image, {"kind": "avatar"}),
    (MessageSettingsState.set_who, {"who": "nobody"}),
    (MessageSettingsState.set_read_marks, {"is_on": False}),
    (NotificationPreferencesState.set_kind_enabled, {"kind": "mention", "is_enabled": False}),
    (NotificationPreferencesState.set_email_enabled, {"is_enabled": True}),
    (PreferencesState.set_online_visible, {"is_visible": False}),
    (PreferencesState.set_default_feed, {"feed": "new"}),
    (IgnoredUsersState.load_more, {"cursor": ""}),
    (IgnoredUsersState.ignore, {"user_id": 1, "term": "day"}),
    (IgnoredKeywordsState.add, {"message": {"keywords": "crypto"}}),
    (IgnoredKeywordsState.remove, {"keyword": "crypto"}),
    (DevicesState.sign_out, {"device_id": 1}),
    (DevicesState.sign_out_others, {}),
    (TokensState.create, {"message": {"token_name": "X", "token_days": "30", "read": "on"}}),
    (TokensState.dismiss_created, {}),
    (TokensState.show_revoke_dialog, {"token_id": 1}),
    (TokensState.revoke, {}),
    (EmailState.request_change, {"message": {"email": "new@example.com"}}),
    (EmailState.resend, {}),
    (EmailState.cancel, {}),
    (PasskeysState.start, {}),
    (PasskeysState.finish, {}),
    (PasskeysState.show_rename_dialog, {"passkey_id": 1}),
    (PasskeysState.rename, {"message": {"name": "X"}}),
    (PasskeysState.show_remove_dialog, {"passkey_id": 1}),
    (PasskeysState.remove, {"passkey_id": 1}),
    (TwoStepState.start_setup, {}),
    (TwoStepState.cancel_setup, {}),
    (TwoStepState.confirm_setup, {"message": {"code": "123456"}}),
    (TwoStepState.create_codes, {}),
    (TwoStepState.dismiss_codes, {}),
    (TwoStepState.switch_off, {}),
]
INVALID_CALLS: list[tuple[Any, dict[str, object]]] = [
    (ProfileFormState.save, {"message": {"name": "X"}}),
    (ProfileFormState.save, {"message": {"name": ["X"], "slug": 1, "bio": None}}),
    (ProfileFormState.save, {"message": {"name": "x" * 100_001, "slug": "", "bio": ""}}),
    (ProfileFormState.set_image, {"kind": "password_hash", "upload_id": str(uuid4())}),
    (ProfileFormState.set_image, {"kind": "avatar", "upload_id": "../../etc/passwd"}),
    (ProfileFormState.remove_image, {"kind": "email"}),
    (MessageSettingsState.set_who, {"who": "strangers"}),
    (NotificationPreferencesState.set_kind_enabled, {"kind": "everything", "is_enabled": False}),
    (NotificationPreferencesState.set_kind_enabled, {"kind": "mention", "is_enabled": "perhaps"}),
    (PreferencesState.set_default_feed, {"feed": "everything"}),
    (PreferencesState.set_online_visible, {"is_visible": None}),
    (IgnoredUsersState.ignore, {"user_id": 0, "term": "day"}),
    (IgnoredUsersState.ignore, {"user_id": 1, "term": "year"}),
    (IgnoredUsersState.stop_ignoring, {"user_id": 10**40}),
    (IgnoredKeywordsState.add, {"message": "crypto"}),
    (IgnoredKeywordsState.add, {"message": {"keywords": ["crypto"]}}),
    (IgnoredKeywordsState.remove, {"keyword": "x" * 201}),
    (DevicesState.sign_out, {"device_id": "all"}),
    (TokensState.create, {"message": {"token_name": "X", "token_days": "-1", "read": "on"}}),
    (DevicesState.sign_out, {"device_id": 2**63}),
    (TokensState.show_revoke_dialog, {"token_id": "all"}),
    (TokensState.revoke, {"token_id": 1}),
    (EmailState.request_change, {"message": {"email": ["new@example.com"]}}),
    (TwoStepState.confirm_setup, {"message": {"code": ["123456"]}}),
    (TwoStepState.confirm_setup, {"message": {"code": "1" * 1_001}}),
]


def get_handler_name(value: Any) -> str | None:
    return value.fn.__name__ if hasattr(value, "fn") else None


async def load_settings(actor: Actor) -> list[object]:
    async with read_session() as session:
        return [
            await people.get_preferences(session, actor),
            await notifications.get_preferences(session, actor),
            (await follows.list_ignored(session, actor)).items,
        ]


async def test_guests_see_no_settings(cast: Cast, socket_server: SocketServer) -> None:
    tab = await open_settings(socket_server, cast.guest)
    assert not tab[SettingsState].get("is_loaded")
    for state in (ProfileFormState, IgnoredKeywordsState, DevicesState, TokensState):
        assert not any(tab[state].values())


@pytest.mark.parametrize(("handler", "payload"), CALLS, ids=get_handler_name)
async def test_guests_cannot_change_settings_and_are_asked_to_sign_in(
    cast: Cast, socket_server: SocketServer, handler: Any, payload: dict[str, object]
) -> None:
    tab = await open_settings(socket_server, cast.guest)
    await tab.send(handler, **payload)
    assert tab[ToastsState]["is_sign_in_open"] is True


@pytest.mark.parametrize(("handler", "payload"), CALLS, ids=get_handler_name)
async def test_an_access_token_does_not_authenticate_a_socket(
    cast: Cast, socket_server: SocketServer, handler: Any, payload: dict[str, object]
) -> None:
    before = await load_settings(cast.alice)
    tab = await socket_server.open(cast.guest, "/settings")
    request_context._session_tokens[tab.sid] = await create_access_token(cast.alice)
    await tab.send(SettingsState.load)
    await tab.send(handler, **payload)
    assert tab[ToastsState]["is_sign_in_open"] is True
    assert await load_settings(cast.alice) == before


@pytest.mark.parametrize(("handler", "payload"), INVALID_CALLS, ids=get_handler_name)
async def test_calls_with_invalid_arguments_change_no_settings(
    cast: Cast, socket_server: SocketServer, handler: Any, payload: dict[str, object]
) -> None:
    before = await load_settings(cast.alice)
    tab = await open_settings(socket_server, cast.alice)
    await tab.send(handler, **payload)
    assert "Reload the page" in tab[ToastsState]["toasts"][-1]["text"]
    assert await load_settings(cast.alice) == before
