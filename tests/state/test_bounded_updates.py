"""Tests that the updates of a page stay small, however often a client sends an event."""

import json
from typing import Any

import pytest
from reflex.state import State
from reflex_base.registry import RegistrationContext

from community.community import app
from community.state.pages.feed import FeedState
from community.state.pages.notifications import NotificationsState
from community.state.runtime.lists import MAX_CHANGES, remember_change
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.domain.actions import reply
from tests.state.tabs import SocketServer


def list_states_that_load_more() -> list[type[State]]:
    with app.set_contexts():
        handlers = RegistrationContext.get().event_handlers
        return [
            registered.states[0]  # type: ignore[misc]
            for name, registered in handlers.items()
            if "load_more" in name or "load_replies" in name
        ]


@pytest.mark.parametrize("state", list_states_that_load_more(), ids=lambda state: state.__name__)
def test_a_list_is_not_kept_by_the_server(state: Any) -> None:
    assert "loaded_page" in state._transient_vars
    assert not [name for name in state.vars if name in {"items", "rows", "users"}]


async def test_loading_notifications_sends_only_the_new_page(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.bob)
    parent = await reply(cast.alice, post)
    for _ in range(25):
        await reply(cast.bob, post, parent=parent)
    tab = await socket_server.open(cast.alice, "/notifications")
    await tab.send(NotificationsState.load)
    first = tab[NotificationsState]["loaded_page"]
    assert len(first["rows"]) == 20
    sizes = set()
    for _ in range(5):
        await tab.send(NotificationsState.load_more, cursor=first["next_cursor"])
        sizes.add(len(json.dumps(tab[NotificationsState])))
    assert len(tab[NotificationsState]["loaded_page"]["rows"]) == 5
    assert len(sizes) == 1


def test_only_the_latest_changes_of_rows_are_kept() -> None:
    changes: dict[str, bool] = {}
    for row_id in range(3 * MAX_CHANGES):
        changes = remember_change(changes, row_id, value=True)
    changes = remember_change(changes, 3 * MAX_CHANGES - 1, value=False)
    assert len(changes) == MAX_CHANGES
    assert changes[str(3 * MAX_CHANGES - 1)] is False


async def test_many_reactions_do_not_make_an_update_grow(
    cast: Cast, socket_server: SocketServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("community.state.runtime.lists.MAX_CHANGES", 2)
    tab = await socket_server.open(cast.bob, "/new")
    posts = [await factories.post(cast.alice, f"Post {number}") for number in range(4)]
    for post in posts:
        await tab.send(FeedState.react, post_id=post.id, code="like")
    changed = [str(post.id) for post in posts[-2:]]
    assert list(tab[FeedState]["reactions_by_post_id"]) == changed


async def test_only_visible_toasts_can_be_undone(cast: Cast, socket_server: SocketServer) -> None:
    tab = await socket_server.open(cast.bob)
    toasts = await socket_server.get_state(tab, ToastsState)
    for number in range(50):
        toasts._show_toast("Deleted", undo_kind="post", undo_id=number)
    assert len(toasts._undoable) == len(toasts.toasts)
