"""Tests of the services to sign in with: in the settings, and after a first sign-in."""

from datetime import timedelta

import pytest

from community import urls
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain.identity import providers
from community.domain.identity.providers import PendingIdentity
from community.domain.identity.providers.store import NewIdentity, add_identity
from community.models import User
from community.state.pages.confirmation import ConfirmationState
from community.state.pages.settings.security import ConnectionsState
from community.state.pages.sign_in.sign_in import FinishSignInState
from community.state.runtime import request_context
from community.state.runtime.toasts import ToastsState
from tests.cast import Cast
from tests.domain.identity.test_providers import (
    build_pending,
    enable_services,
    find_owners,
    set_password,
)
from tests.state.settings.settings_page import open_settings
from tests.state.settings.test_two_step import open_confirmed_settings, set_confirmed
from tests.state.tabs import SocketServer, Tab


@pytest.fixture(autouse=True)
async def services(cast: Cast) -> None:
    await enable_services(cast)


async def add(actor: Actor, provider: str) -> None:
    async with unit_of_work() as session:
        user = await session.get_one(User, actor.id)
        await add_identity(session, user, NewIdentity(provider, str(actor.id)))


def list_connected(tab: Tab) -> list[str]:
    connections = tab[ConnectionsState]["connections"]
    return [item["provider"] for item in connections if item["is_connected"]]


async def test_a_service_is_disconnected_after_a_confirmation(
    cast: Cast, socket_server: SocketServer
) -> None:
    await set_password(cast.alice)
    await add(cast.alice, "github")
    await add(cast.bob, "x")
    tab = await open_settings(socket_server, cast.alice)
    assert list_connected(tab) == ["github"]
    await tab.send(ConnectionsState.disconnect, provider="github")
    assert tab[ConfirmationState]["is_open"]
    await set_confirmed(timedelta())
    await tab.send(ConfirmationState.finish)
    await socket_server.wait_until_idle()
    assert list_connected(tab) == []
    await tab.send(ConnectionsState.disconnect, provider="x")
    assert "not connected" in tab[ToastsState]["toasts"][-1]["text"]
    assert await find_owners() == {("x", str(cast.bob.id)): cast.bob.id}


async def test_the_last_way_to_sign_in_stays(cast: Cast, socket_server: SocketServer) -> None:
    await add(cast.alice, "github")
    tab = await open_confirmed_settings(socket_server, cast.alice)
    await tab.send(ConnectionsState.disconnect, provider="github")
    assert "only way to sign in" in tab[ToastsState]["toasts"][-1]["text"]
    assert list_connected(tab) == ["github"]


async def open_finish_page(
    socket_server: SocketServer, actor: Actor, pending: PendingIdentity | None
) -> Tab:
    tab = await socket_server.open(actor, urls.FINISH_SIGN_IN)
    if pending is not None:
        request_context._pending_identities[tab.sid] = providers.build_pending_token(pending)
    await tab.send(FinishSignInState.load)
    return tab


@pytest.mark.parametrize(
    ("role", "email", "kind"),
    [
        ("guest", "new@example.com", "register"),
        ("guest", "alice@example.com", "sign_in"),
        ("alice", "", "connect"),
    ],
)
async def test_the_page_depends_on_the_person_and_the_email(
    cast: Cast, socket_server: SocketServer, role: str, email: str, kind: str
) -> None:
    pending = build_pending("github", email=email)
    tab = await open_finish_page(socket_server, getattr(cast, role), pending)
    content = tab[FinishSignInState]["content"]
    assert (content["kind"], content["service"]) == (kind, "GitHub")
    assert await find_owners() == {}


async def test_a_browser_without_an_identity_starts_again(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_finish_page(socket_server, cast.alice, None)
    assert tab[FinishSignInState]["content"]["kind"] == "expired"
    await set_confirmed(timedelta())
    await tab.send(FinishSignInState.connect)
    assert "expired" in tab[ToastsState]["toasts"][-1]["text"]
    assert await find_owners() == {}


async def test_a_service_is_connected_once_after_a_confirmation(
    cast: Cast, socket_server: SocketServer
) -> None:
    pending = build_pending("github")
    tab = await open_finish_page(socket_server, cast.alice, pending)
    await tab.send(FinishSignInState.connect)
    assert tab[ConfirmationState]["is_open"]
    assert await find_owners() == {}
    await set_confirmed(timedelta())
    await tab.send(ConfirmationState.finish)
    await socket_server.wait_until_idle()
    assert tab[FinishSignInState]["connected_url"] == urls.SIGN_IN_SETTINGS
    assert await find_owners() == {("github", "1"): cast.alice.id}
    other = await open_finish_page(socket_server, cast.bob, pending)
    await set_confirmed(timedelta())
    await other.send(FinishSignInState.connect)
    assert not other[FinishSignInState].get("connected_url")
    assert await find_owners() == {("github", "1"): cast.alice.id}


async def test_guests_connect_nothing(cast: Cast, socket_server: SocketServer) -> None:
    tab = await open_finish_page(socket_server, cast.guest, build_pending("github"))
    await tab.send(FinishSignInState.connect)
    assert tab[ToastsState]["is_sign_in_open"]
    assert await find_owners() == {}
