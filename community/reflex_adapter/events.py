"""Events that browser tabs send, the functions that handle them, and the updates sent in reply."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import reflex as rx
from reflex.state import BaseState, OnLoadInternalState, StateUpdate
from reflex_base.event import Event
from reflex_base.registry import RegistrationContext

from community.core.processes.memory import hide_packages

# The server does not use the client of Engine.IO, which takes 5 MB with `requests`, and 12 MB with
# aiohttp, a development package. `rx.App` loads Socket.IO.
with hide_packages("aiohttp", "requests"):
    import socketio as _socketio  # type: ignore[import-untyped]  # noqa: F401

__all__ = [
    "PAGE_LOAD_HANDLERS",
    "RELOAD_PAGE",
    "BaseState",
    "Event",
    "EventSource",
    "StateUpdate",
    "enqueue",
    "enqueue_by_name",
    "find_handler",
    "get_root_state",
    "get_source",
    "take_update",
]

# Handlers of Reflex itself that are needed to open a page.
PAGE_LOAD_HANDLERS: Final = frozenset(
    {"hydrate", "hydrate_and_load", "on_load_internal", "set_is_hydrated"}
)
# The handler that loads the data of the open page again.
RELOAD_PAGE: Final = OnLoadInternalState.on_load_internal


@dataclass(frozen=True, slots=True)
class EventSource:
    sid: str  # the Socket.IO session id, or an empty string if the tab has no socket
    ip: str
    tab: str  # the token of the browser tab
    # The parts of the URL that the browser claims to show. The values are JSON.
    url: tuple[Any, ...]


def get_source(state: BaseState, event: Event) -> EventSource:
    data = {**state.router_data, **event.router_data}
    url = tuple(data.get(name, "") for name in ("pathname", "asPath", "query"))
    return EventSource(data.get("sid", ""), data.get("ip", ""), data.get("token", ""), url)


def find_handler(name: str) -> Callable[..., Any] | None:
    """Return the function of an event handler, or None if no State class has the handler."""
    registered = RegistrationContext.get().event_handlers.get(name)
    return None if registered is None else registered.handler.fn


async def enqueue(app: rx.App, tab: str, handler: Any) -> None:
    """Call an event handler without arguments as if the browser tab had sent the event."""
    for event in rx.event.Event.from_event_type(handler):
        await _enqueue(app, tab, event)


async def enqueue_by_name(app: rx.App, tab: str, name: str, payload: dict[str, Any]) -> None:
    """Call the event handler with this full name as if the browser tab had sent the event."""
    await _enqueue(app, tab, Event(name=name, payload=payload))


async def _enqueue(app: rx.App, tab: str, event: Event) -> None:
    # Without a context, Reflex copies that of the event that is being handled, with the socket of
    # the tab that sent it. The event would then run as the user of that tab.
    processor = app.event_processor
    root = processor._root_context
    context = None if root is None else root.fork(token=tab, router_data=event.router_data)
    await processor.enqueue(tab, event, context)


def get_root_state(state: BaseState) -> BaseState:
    return state._get_root_state()


async def take_update(state: BaseState) -> StateUpdate:
    """Return an update with all vars of the tab that have changed, and mark them as sent."""
    root = state._get_root_state()
    delta = await root._get_resolved_delta()
    root._clean()  # type: ignore[no-untyped-call]
    return StateUpdate(delta=delta)
