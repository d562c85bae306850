"""Nobody but the person themselves, in person, reaches their settings."""

from typing import Any
from uuid import uuid4

import pytest

from community.core.actor import Actor
from community.core.database import reading
from community.domain import accounts, follows, notifications
from community.state import socket
from community.state.notice import Notice
from community.state.settings.choices import Choices
from community.state.settings.devices import Devices
from community.state.settings.ignored import Ignored
from community.state.settings.keywords import Keywords
from community.state.settings.page import Settings
from community.state.settings.profile import ProfileForm
from community.state.settings.switches import Switches
from community.state.settings.tokens import Tokens
from tests.api.people import token_of
from tests.cast import Cast
from tests.state.settings.opening import open_settings
from tests.state.tabs import Sockets

CALLS: list[tuple[Any, dict[str, object]]] = [
    (ProfileForm.save, {"message": {"name": "X", "slug": "changed", "bio": "X"}}),
    (ProfileForm.choose_picture, {"picture": "avatar", "upload_id": str(uuid4())}),
    (ProfileForm.remove_picture, {"picture": "avatar"}),
    (Switches.switch, {"kind": "mention", "is_on": False}),
    (Switches.switch_email, {"is_on": True}),
    (Choices.show_online, {"is_shown": False}),
    (Choices.choose_feed, {"feed": "new"}),
    (Ignored.load_more, {}),
    (Ignored.ignore, {"user_id": 1, "wanted": True}),
    (Keywords.add, {"message": {"keywords": "crypto"}}),
    (Keywords.remove, {"word": "crypto"}),
    (Devices.sign_out, {"device_id": 1}),
    (Devices.sign_out_others, {}),
    (Tokens.look, {}),
    (Tokens.doom, {"token_id": 1}),
    (Tokens.revoke, {}),
]
WRONG: list[tuple[Any, dict[str, object]]] = [
    (ProfileForm.save, {"message": {"name": "X"}}),
    (ProfileForm.save, {"message": {"name": ["X"], "slug": 1, "bio": None}}),
    (ProfileForm.save, {"message": {"name": "x" * 100_001, "slug": "", "bio": ""}}),
    (ProfileForm.choose_picture, {"picture": "password_hash", "upload_id": str(uuid4())}),
    (ProfileForm.choose_picture, {"picture": "avatar", "upload_id": "../../etc/passwd"}),
    (ProfileForm.remove_picture, {"picture": "email"}),
    (Switches.switch, {"kind": "everything", "is_on": False}),
    (Switches.switch, {"kind": "mention", "is_on": "perhaps"}),
    (Choices.choose_feed, {"feed": "everything"}),
    (Choices.show_online, {"is_shown": None}),
    (Ignored.ignore, {"user_id": 0, "wanted": True}),
    (Ignored.ignore, {"user_id": 10**40, "wanted": True}),
    (Keywords.add, {"message": "crypto"}),
    (Keywords.add, {"message": {"keywords": ["crypto"]}}),
    (Keywords.remove, {"word": "x" * 201}),
    (Devices.sign_out, {"device_id": "all"}),
    (Devices.sign_out, {"device_id": 2**63}),
    (Tokens.doom, {"token_id": "all"}),
    (Tokens.revoke, {"token_id": 1}),
]


def name(each: Any) -> str | None:
    """A call is named by its handler."""
    return each.fn.__name__ if hasattr(each, "fn") else None


async def all_of(actor: Actor) -> list[object]:
    """Everything that the settings of somebody are."""
    async with reading() as session:
        return [
            await accounts.get_preferences(session, actor),
            await notifications.switches(session, actor),
            (await follows.ignored(session, actor)).items,
        ]


async def test_guests_are_shown_nothing(cast: Cast, live: Sockets) -> None:
    tab = await open_settings(live, cast.guest)
    assert not tab[Settings].get("loaded")
    for state in (ProfileForm, Keywords, Devices, Tokens):
        assert not any(tab[state].values())


@pytest.mark.parametrize(("handler", "payload"), CALLS, ids=name)
async def test_guests_change_nothing_and_are_asked_to_sign_in(
    cast: Cast, live: Sockets, handler: Any, payload: dict[str, object]
) -> None:
    tab = await open_settings(live, cast.guest)
    await tab.send(handler, **payload)
    assert tab[Notice]["wants_sign_in"] is True


@pytest.mark.parametrize(("handler", "payload"), CALLS, ids=name)
async def test_an_access_token_opens_no_socket(
    cast: Cast, live: Sockets, handler: Any, payload: dict[str, object]
) -> None:
    before = await all_of(cast.alice)
    tab = await live.open(cast.guest, "/settings")
    socket._tokens[tab.sid] = await token_of(cast.alice)
    await tab.send(Settings.open)
    await tab.send(handler, **payload)
    assert tab[Notice]["wants_sign_in"] is True
    assert await all_of(cast.alice) == before


@pytest.mark.parametrize(("handler", "payload"), WRONG, ids=name)
async def test_what_is_of_another_kind_changes_nothing(
    cast: Cast, live: Sockets, handler: Any, payload: dict[str, object]
) -> None:
    before = await all_of(cast.alice)
    tab = await open_settings(live, cast.alice)
    await tab.send(handler, **payload)
    assert "Reload the page" in tab[Notice]["toasts"][-1]["text"]
    assert await all_of(cast.alice) == before
