"""Simulated browser tabs for tests of State classes.

Events pass through the real event processor and the real event authorization. The server sends
updates as JSON.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Any, TypeVar, cast
from uuid import uuid4

from reflex.app import EventNamespace
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.token import BaseStateToken
from reflex.state import State, StateUpdate
from reflex_base.constants.state import FIELD_MARKER
from reflex_base.event import Event
from reflex_base.event.context import EventContext
from reflex_base.event.processor import BaseStateEventProcessor
from reflex_base.event.processor.future import EventFuture
from reflex_base.utils.format import format_event_handler, json_dumps

from community import authentication
from community.community import app
from community.core.actor import Actor
from community.core.db import sessions as database
from community.reflex_adapter.build_plugins.pushes import PUSH_EVENT
from community.state.runtime import live_updates, open_tabs, request_context
from community.state.runtime.open_tabs import Push
from tests import factories

S = TypeVar("S", bound=State)


class Tab:
    """A simulated browser tab. Sends events, and stores what it receives.

    Attributes:
        vars: The State vars, by the full name of their State class.
        pushes: The received pushes with their type and data, oldest first.
        event_count: The number of events that the tab has sent and that the server has triggered.
    """

    def __init__(self, server: "SocketServer", path: str) -> None:
        self.token, self.sid, self.path = str(uuid4()), uuid4().hex, path
        self.vars: dict[str, dict[str, Any]] = {}
        self.pushes: list[dict[str, Any]] = []
        self.event_count = 0
        self._server = server

    def __getitem__(self, state: Any) -> dict[str, Any]:
        """Return the vars that the tab has received from the State class `state`, by name."""
        return self.vars.get(state.get_full_name(), {})

    def get_pushes(self, push_class: type[Push]) -> list[dict[str, Any]]:
        """Return the data of the received pushes of a class, oldest first."""
        return [push["data"] for push in self.pushes if push["type"] == push_class.push_type]

    async def send(self, handler: Any, **payload: Any) -> None:
        """Call an event handler, and wait until all tabs have received the resulting updates.

        The handler can trigger further events and updates of other tabs. The method waits for
        these updates as well.
        """
        await self.send_by_name(format_event_handler(handler), payload)

    async def send_by_name(self, name: str, payload: dict[str, Any]) -> None:
        """Call the event handler with the full name `name`.

        Use this method for events that no page of the site sends.
        """
        event = Event(name=name, payload=payload, router_data=self._router_data())
        future = await self._server.processor.enqueue(self.token, event)
        await future.wait_all()
        await self._server.wait_until_idle()

    def receive(self, update: StateUpdate) -> None:
        for state, values in json.loads(json_dumps(update.delta)).items():
            state_vars = self.vars.setdefault(state, {})
            state_vars.update(
                {name.removesuffix(FIELD_MARKER): value for name, value in values.items()}
            )

    def _router_data(self) -> dict[str, Any]:
        return {
            "sid": self.sid,
            "ip": "203.0.113.9",
            "token": self.token,
            "pathname": self.path,
            "asPath": self.path,
            "query": {},
            "headers": {"origin": "http://localhost:3000", "host": "localhost:3000"},
        }


class _CountingProcessor(BaseStateEventProcessor):
    """An event processor that counts the events of each tab."""

    def __init__(self, tabs: dict[str, Tab], **options: Any) -> None:
        super().__init__(**options)
        self._tabs = tabs

    async def enqueue(
        self, token: str, event: Event, ev_ctx: EventContext | None = None
    ) -> EventFuture:
        if token in self._tabs:
            self._tabs[token].event_count += 1
        return await super().enqueue(token, event, ev_ctx)


class SocketServer:
    """A replacement for Reflex's event namespace that delivers updates to simulated tabs."""

    def __init__(self) -> None:
        self.tabs: dict[str, Tab] = {}
        manager: Any = StateManagerMemory
        self.states = manager()
        self.processor = _CountingProcessor(
            self.tabs, middleware=app, backend_exception_handler=app.backend_exception_handler
        )

    @property
    def token_to_sid(self) -> dict[str, str]:
        return {token: tab.sid for token, tab in self.tabs.items()}

    def get_socket_id(self, tab_token: str) -> str | None:
        return self.token_to_sid.get(tab_token)

    async def emit_update(self, update: StateUpdate, token: str) -> None:
        # An event can still run for a tab of an earlier test, which has disconnected.
        if (tab := self.tabs.get(token)) is not None:
            tab.receive(update)

    async def emit_to_tabs(self, event_name: str, data: str, tab_tokens: Collection[str]) -> None:
        assert event_name == PUSH_EVENT
        for token in self.tabs.keys() & set(tab_tokens):
            self.tabs[token].pushes.append(json.loads(data))

    async def open(self, actor: Actor, path: str = "/") -> Tab:
        """Open a tab that is signed in as `actor`, or not signed in if `actor` is a guest."""
        tab = Tab(self, path)
        self.tabs[tab.token] = tab
        if not actor.is_guest:
            request_context._session_tokens[tab.sid] = await factories.session_token(actor)
        return tab

    async def wait_until_idle(self) -> None:
        """Wait until all events are processed, and the pushes and events that they cause."""
        await database.wait_for_pushes()
        while futures := list(self.processor._futures.values()):
            await asyncio.gather(*(future.wait_all() for future in futures), return_exceptions=True)
            await database.wait_for_pushes()

    async def get_state(self, tab: Tab, state: type[S]) -> S:
        """Return the instance of a State class that the server stores for a tab."""
        token = BaseStateToken(ident=tab.token, cls=State)
        root: State = await self.states.get_state(token)
        return await root.get_state(state)

    def sign_out(self, tab: Tab) -> None:
        """Remove the session cookie of a tab."""
        request_context._session_tokens.pop(tab.sid, None)

    def close(self, tab: Tab) -> None:
        """Remove a tab without sending a disconnect event."""
        self.tabs.pop(tab.token)
        request_context._session_tokens.pop(tab.sid, None)


@asynccontextmanager
async def run_socket_server() -> AsyncIterator[SocketServer]:
    """Run a socket server without tabs until the `with` block ends.

    Each tab that a test opens starts with a new State.
    """
    authentication.clear_cache()
    server = SocketServer()
    before = app._event_namespace, app._event_processor
    collectors = dict(live_updates._collectors)
    live_updates._collectors.clear()  # so that no test waits
    namespace = cast("EventNamespace", server)
    app._event_namespace, app._event_processor = namespace, server.processor
    with app.set_contexts():
        async with server.processor.configure(
            state_manager=server.states, event_namespace=namespace
        ):
            try:
                yield server
            finally:
                # The event loop must not close while an event reads from the database.
                await server.wait_until_idle()
    app._event_namespace, app._event_processor = before
    live_updates._collectors.update(collectors)
    for token in list(server.tabs):
        open_tabs.remove_tab(token)
