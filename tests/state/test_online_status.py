"""Tests of the online dots in open tabs."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import people
from community.realtime.presence import GRACE_SECONDS
from community.state.pages import online_status
from community.state.pages.layout import LayoutState
from community.state.pages.online_status import (
    MAX_WATCHED_USERS,
    OnlineStatusState,
    OnlineUsersPush,
    update,
)
from community.state.runtime.toasts import ToastsState
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab


@pytest.fixture(autouse=True)
def no_watched_users() -> Iterator[None]:
    online_status._watched_by_tab.clear()
    online_status._connected_ids.clear()
    yield
    online_status._watched_by_tab.clear()


async def open_page(socket_server: SocketServer, actor: Actor, *watched: Actor) -> Tab:
    tab = await socket_server.open(actor)
    await tab.send(LayoutState.load)
    if watched:
        await tab.send(OnlineStatusState.watch, user_ids=[user.id for user in watched])
    return tab


def get_changes(tab: Tab) -> list[tuple[list[int], list[int]]]:
    pushes = tab.get_pushes(OnlineUsersPush)
    return [(push["online_ids"], push["offline_ids"]) for push in pushes]


async def test_a_tab_shows_when_a_user_comes_and_goes(
    cast: Cast, socket_server: SocketServer
) -> None:
    bob_tab = await open_page(socket_server, cast.bob, cast.alice, cast.charlie)
    alice_tab = await open_page(socket_server, cast.alice)
    for _ in range(3):
        await update()
    assert get_changes(bob_tab) == [([], []), ([cast.alice.id], [])]
    socket_server.close(alice_tab)
    await update()
    assert len(get_changes(bob_tab)) == 2
    with clock.travel(timedelta(seconds=GRACE_SECONDS + 1)):
        await update()
    assert get_changes(bob_tab)[2:] == [([], [cast.alice.id])]
    assert alice_tab.get_pushes(OnlineUsersPush) == []


async def test_hiding_the_status_removes_the_dot_and_those_of_others(
    cast: Cast, socket_server: SocketServer
) -> None:
    bob_tab = await open_page(socket_server, cast.bob, cast.alice)
    alice_tab = await open_page(socket_server, cast.alice, cast.bob)
    await update()
    async with unit_of_work() as session:
        await people.set_online_visibility(session, cast.alice, is_visible=False)
    await update()
    assert get_changes(bob_tab)[-1] == ([], [cast.alice.id])
    assert get_changes(alice_tab)[-1] == ([], [cast.bob.id])


async def test_a_tab_that_watches_again_gets_everyone_who_is_online(
    cast: Cast, socket_server: SocketServer
) -> None:
    bob_tab = await open_page(socket_server, cast.bob, cast.alice)
    await open_page(socket_server, cast.alice)
    await update()
    await bob_tab.send(OnlineStatusState.watch, user_ids=[cast.alice.id, cast.bob.id])
    assert get_changes(bob_tab)[-1] == ([cast.alice.id, cast.bob.id], [])


async def test_closed_tabs_are_forgotten(cast: Cast, socket_server: SocketServer) -> None:
    tab = await open_page(socket_server, cast.bob, cast.alice)
    socket_server.close(tab)
    await update()
    assert online_status._watched_by_tab == {}


async def test_guests_and_too_many_users_are_rejected(
    cast: Cast, socket_server: SocketServer
) -> None:
    guest_tab = await open_page(socket_server, cast.guest, cast.alice)
    bob_tab = await open_page(socket_server, cast.bob)
    too_many = list(range(1, MAX_WATCHED_USERS + 2))
    await bob_tab.send(OnlineStatusState.watch, user_ids=too_many)
    assert guest_tab[ToastsState]["is_sign_in_open"]
    assert bob_tab[ToastsState]["toasts"]
    assert get_changes(guest_tab) == get_changes(bob_tab) == []
    assert online_status._watched_by_tab == {}
