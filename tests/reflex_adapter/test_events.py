"""Contract tests for events: registered handlers, router data and deltas of State vars.

They fail if Reflex renames the handlers that open a page, stores handlers elsewhere, renames the
keys of router data or the marker in the names of vars, or creates deltas in another way.
"""

from typing import Any

import pytest
import reflex as rx
from reflex.istate.data import RouterData
from reflex_base.constants import CompileVars, RouteVar

from community.reflex_adapter import events
from community.reflex_adapter.events import Event
from tests.reflex_adapter.new_states import build_delta, make_root_state


class NumbersState(rx.State):
    """A State class for these tests."""

    first: int = 0
    second: int = 0


def get_numbers(root: Any) -> NumbersState:
    numbers: NumbersState = root.get_substate(NumbersState.get_full_name().split("."))
    return numbers


@pytest.mark.parametrize("name", sorted(events.PAGE_LOAD_HANDLERS))
def test_the_handlers_that_open_a_page_are_registered(name: str) -> None:
    states: list[Any] = [rx.State, *rx.State.get_substates()]
    names = [f"{state.get_full_name()}.{name}" for state in states]
    found = filter(None, map(events.find_handler, names))
    assert any(function.__module__ == "reflex.state" for function in found)


def test_the_client_opens_a_page_with_an_allowed_handler() -> None:
    assert str(CompileVars.HYDRATE_AND_LOAD) in events.PAGE_LOAD_HANDLERS
    assert str(CompileVars.ON_LOAD_INTERNAL).rpartition(".")[2] in events.PAGE_LOAD_HANDLERS


def test_the_reload_handler_can_be_enqueued() -> None:
    [event] = rx.event.Event.from_event_type(events.RELOAD_PAGE)
    assert events.find_handler(event.name) is not None


def test_an_unknown_handler_is_not_found() -> None:
    assert events.find_handler("reflex___state____state.missing") is None


def test_the_source_of_an_event_is_read_from_its_router_data() -> None:
    data = {
        RouteVar.SESSION_ID: "sid-1",
        RouteVar.CLIENT_IP: "203.0.113.9",
        RouteVar.CLIENT_TOKEN: "tab-1",
        RouteVar.PATH: "/p/[id]",
        RouteVar.ORIGIN: "/p/7",
        RouteVar.QUERY: {"id": "7"},
    }
    event = Event(name="x", payload={}, router_data=data)
    source = events.get_source(make_root_state(), event)
    assert (source.sid, source.ip, source.tab) == ("sid-1", "203.0.113.9", "tab-1")
    assert source.url == ("/p/[id]", "/p/7", {"id": "7"})
    assert RouterData.from_router_data(event.router_data).session.client_ip == source.ip


async def test_an_update_contains_each_change_once() -> None:
    root = make_root_state()
    numbers = get_numbers(root)
    numbers.first = 7
    update = await events.take_update(numbers)
    assert update.delta == build_delta(NumbersState, {"first": 7})
    assert (await events.take_update(numbers)).delta == {}
    assert numbers.first == 7


async def test_the_root_state_is_found_from_every_state_of_the_tab() -> None:
    root = make_root_state()
    assert events.get_root_state(get_numbers(root)) is root
