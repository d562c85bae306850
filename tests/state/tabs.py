"""Tabs without a browser: events go through the real processor and gate, deltas arrive as JSON."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar, cast
from uuid import uuid4

from reflex.app import EventNamespace
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.token import BaseStateToken
from reflex.state import State, StateUpdate
from reflex_base.constants.state import FIELD_MARKER
from reflex_base.event import Event
from reflex_base.event.processor import BaseStateEventProcessor
from reflex_base.utils.format import format_event_handler, json_dumps

from community import recognition
from community.community import app
from community.core import clock, database, ids
from community.core.actor import Actor
from community.core.database import unit_of_work
from community.models import Session
from community.realtime import watchers
from community.state import live as pump
from community.state import socket
from tests.api.people import TERM

S = TypeVar("S", bound=State)


class Tab:
    """What one page of one person shows."""

    def __init__(self, sockets: "Sockets", path: str) -> None:
        self.token, self.sid, self.path = str(uuid4()), uuid4().hex, path
        self.vars: dict[str, dict[str, Any]] = {}
        self._sockets = sockets

    def __getitem__(self, state: Any) -> dict[str, Any]:
        """The vars of a State as this page has them."""
        return self.vars.get(state.get_full_name(), {})

    async def send(self, handler: Any, **payload: Any) -> None:
        """Call an event handler as a click does, and wait until all that follows is done."""
        await self.send_named(format_event_handler(handler), payload)

    async def send_named(self, name: str, payload: dict[str, Any]) -> None:
        """Send any event, as anybody with a socket can."""
        event = Event(name=name, payload=payload, router_data=self._router_data())
        future = await self._sockets.processor.enqueue(self.token, event)
        await future.wait_all()
        await database.pushed()

    def receive(self, update: StateUpdate) -> None:
        for state, values in json.loads(json_dumps(update.delta)).items():
            known = self.vars.setdefault(state, {})
            known.update({name.removesuffix(FIELD_MARKER): value for name, value in values.items()})

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


class Sockets:
    """Stands where the socket server stands: updates go to the tabs."""

    def __init__(self) -> None:
        self.tabs: dict[str, Tab] = {}
        manager: Any = StateManagerMemory
        self.states = manager()
        self.processor = BaseStateEventProcessor(
            middleware=app, backend_exception_handler=app.backend_exception_handler
        )

    @property
    def token_to_sid(self) -> dict[str, str]:
        return {token: tab.sid for token, tab in self.tabs.items()}

    async def emit_update(self, update: StateUpdate, token: str) -> None:
        self.tabs[token].receive(update)

    async def emit_to(self, update: StateUpdate, tabs: Sequence[str]) -> None:
        for token in tabs:
            self.tabs[token].receive(update)

    async def open(self, actor: Actor, path: str = "/") -> Tab:
        """A tab in the browser of `actor`."""
        tab = Tab(self, path)
        self.tabs[tab.token] = tab
        if not actor.is_guest:
            secret = ids.new_token()
            async with unit_of_work() as session:
                session.add(
                    Session(
                        user_id=actor.id,
                        token_hash=ids.digest(secret),
                        expires_at=clock.now() + TERM,
                    )
                )
            socket._tokens[tab.sid] = secret
        return tab

    async def settled(self) -> None:
        """Wait until the server has nothing left to do for anybody."""
        while futures := list(self.processor._futures.values()):
            await asyncio.gather(*(future.wait_all() for future in futures), return_exceptions=True)

    async def state_of(self, tab: Tab, state: type[S]) -> S:
        """What the server has of a State for a tab."""
        token = BaseStateToken(ident=tab.token, cls=State)
        root: State = await self.states.get_state(token)
        return await root.get_state(state)

    def sign_out(self, tab: Tab) -> None:
        """The tab comes back without its cookie."""
        socket._tokens.pop(tab.sid, None)

    def close(self, tab: Tab) -> None:
        """The tab is gone, without a word."""
        self.tabs.pop(tab.token)
        socket._tokens.pop(tab.sid, None)


@asynccontextmanager
async def sockets() -> AsyncIterator[Sockets]:
    """A running event processor with its own empty State for every tab."""
    recognition.forget_all()
    pump._comments.clear()
    made = Sockets()
    before = app._event_namespace, app._event_processor
    namespace = cast("EventNamespace", made)
    app._event_namespace, app._event_processor = namespace, made.processor
    with app.set_contexts():
        async with made.processor.configure(state_manager=made.states, event_namespace=namespace):
            yield made
    app._event_namespace, app._event_processor = before
    for token in list(made.tabs):
        watchers.forget(token)
