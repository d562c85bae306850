"""A page as a browser holds it open, without the browser: one socket, and what comes over it."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self
from urllib.parse import urlsplit
from uuid import uuid4

from reflex_base.constants import Reflex
from reflex_base.constants.state import FIELD_MARKER
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

NAMESPACE = "/_rx/_event"
ROOT = "reflex___state____state"
PATIENCE = 60.0

Delta = dict[str, dict[str, Any]]


class OpenPage:
    """What one tab shows: the vars of each State, kept up to date by the deltas of the server."""

    def __init__(self, socket: ClientConnection, token: str, path: str) -> None:
        self.vars: Delta = {}
        self._socket, self._token, self._path = socket, token, path
        self._changed = asyncio.Condition()
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def open(cls, url: str, path: str, cookie: str = "", *, compressed: bool = True) -> Self:
        """Open the page and wait until everything on it is loaded.

        Args:
            cookie: the secret of a sign-in; without one, a guest.
        """
        token, address = str(uuid4()), urlsplit(url)
        socket = await connect(
            f"ws://{address.netloc}{NAMESPACE}/?token={token}&EIO=4&transport=websocket",
            subprotocols=[Reflex.VERSION],  # type: ignore[list-item]
            origin=url,  # type: ignore[arg-type]
            additional_headers={"Cookie": f"session={cookie}"} if cookie else None,
            compression="deflate" if compressed else None,
            max_size=None,
            open_timeout=PATIENCE,
            ping_interval=None,  # the server asks by itself whether we are there
        )
        page = cls(socket, token, path)
        event = page._event(f"{ROOT}.hydrate_and_load", {})
        await socket.send(f"40{NAMESPACE},{json.dumps({'event': event})}")
        await page.until(lambda: page.value(ROOT, "is_hydrated") is True)
        return page

    def value(self, state: Any, name: str) -> Any:
        """A var of a State as this page has it; None before it is told."""
        full_name = state if isinstance(state, str) else state.get_full_name()
        return self.vars.get(full_name, {}).get(name)

    async def send(self, handler: str, **payload: Any) -> None:
        """Call an event handler by its full name, as a click does."""
        await self._socket.send(
            f"42{NAMESPACE},{json.dumps(['event', self._event(handler, payload)])}"
        )

    async def until(self, holds: Callable[[], object], patience: float = PATIENCE) -> None:
        """Wait until something is so on this page.

        Raises:
            TimeoutError: it was not so in that many seconds.
        """
        async with asyncio.timeout(patience), self._changed:
            await self._changed.wait_for(holds)

    def look_away(self) -> None:
        """Stay open, but take nothing in: a crowd costs nobody's time here.

        Questions whether we are there are not answered either: the server hangs up after two
        minutes.
        """
        self._listening.cancel()
        self._socket.transport.set_protocol(asyncio.Protocol())

    async def close(self) -> None:
        """The reader goes away."""
        await self._socket.close()
        await self._listening

    def _event(self, name: str, payload: dict[str, Any]) -> dict[str, Any]:
        router = {"pathname": self._path, "asPath": self._path, "query": {}}
        return {"name": name, "payload": payload, "router_data": router, "token": self._token}

    async def _listen(self) -> None:
        with suppress(ConnectionClosed):
            async for message in self._socket:
                assert isinstance(message, str)
                if message == "2":
                    await self._socket.send("3")
                elif message.startswith("42"):
                    await self._take(json.loads(message[message.index("[") :])[1])

    async def _take(self, update: dict[str, Any]) -> None:
        for state, values in (update.get("delta") or {}).items():
            known = self.vars.setdefault(state, {})
            known.update({name.removesuffix(FIELD_MARKER): value for name, value in values.items()})
        async with self._changed:
            self._changed.notify_all()
