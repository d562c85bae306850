"""A client that opens the WebSocket of a page, so that tests can use the page without a browser."""

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Self
from urllib.parse import urlsplit
from uuid import uuid4

from reflex_base.constants import Reflex
from reflex_base.constants.state import FIELD_MARKER
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from community.reflex_adapter.build_plugins.pushes import PUSH_EVENT
from community.state.runtime.open_tabs import Push

NAMESPACE = "/_rx/_event"
# Reflex sends it if another socket with the same token has not been closed yet.
NEW_TOKEN_EVENT = "new_token"
ROOT_STATE = "reflex___state____state"
TIMEOUT_SECONDS = 60.0

StateVars = dict[str, dict[str, Any]]


class PageClient:
    """A client for one open page.

    Attributes:
        token: The token of the browser tab.
        vars: The State vars that the server sent last.
        pushes: The received pushes with their type and data, oldest first.
        received_bytes: The number of bytes in all received messages, before compression.
        is_closed: Whether the server has closed the socket.
    """

    def __init__(self, socket: ClientConnection, token: str, path: str) -> None:
        self.vars: StateVars = {}
        self.pushes: list[dict[str, Any]] = []
        self.received_bytes = 0
        self.is_closed = False
        self._socket, self.token, self._path = socket, token, path
        self._updated = asyncio.Condition()
        self._listener = asyncio.create_task(self._receive_updates())

    @classmethod
    async def open(
        cls,
        url: str,
        path: str,
        cookie: str = "",
        *,
        headers: Mapping[str, str] | None = None,
        compressed: bool = True,
        token: str = "",
    ) -> Self:
        """Open the page at `path` and wait until the server has sent its initial State vars.

        Args:
            cookie: The session token. Without it the client is a guest.
            headers: More headers of the request that opens the socket.
            compressed: Whether the client offers WebSocket compression.
            token: The token of a browser tab that connects again. The default is a new tab.

        Raises:
            ConnectionError: The connection was closed before the page was loaded.
        """
        token, address = token or str(uuid4()), urlsplit(url)
        socket = await connect(
            f"ws://{address.netloc}{NAMESPACE}/?token={token}&EIO=4&transport=websocket",
            subprotocols=[Reflex.VERSION],  # type: ignore[list-item]
            origin=url,  # type: ignore[arg-type]
            additional_headers=({"Cookie": f"session={cookie}"} if cookie else {})
            | dict(headers or {}),
            compression="deflate" if compressed else None,
            max_size=None,
            open_timeout=TIMEOUT_SECONDS,
            ping_interval=None,  # The server sends pings.
        )
        page = cls(socket, token, path)
        event = page._make_event(f"{ROOT_STATE}.hydrate_and_load", {})
        await socket.send(f"40{NAMESPACE},{json.dumps({'event': event})}")
        await page.wait_until(
            lambda: page.is_closed or page.get_var(ROOT_STATE, "is_hydrated") is True
        )
        if page.is_closed:
            raise ConnectionError("The connection was closed before the page was loaded.")
        return page

    def get_var(self, state: Any, name: str) -> Any:
        """Return a var of a State class, or None if the server has not sent it yet."""
        full_name = state if isinstance(state, str) else state.get_full_name()
        return self.vars.get(full_name, {}).get(name)

    def get_pushes(self, push_class: type[Push]) -> list[dict[str, Any]]:
        """Return the data of the received pushes of a class, oldest first."""
        return [push["data"] for push in self.pushes if push["type"] == push_class.push_type]

    async def send_event(self, handler: str, **payload: Any) -> None:
        """Send an event to the State event handler with the full name `handler`."""
        await self._socket.send(
            f"42{NAMESPACE},{json.dumps(['event', self._make_event(handler, payload)])}"
        )

    async def send_event_from(self, path: str, handler: str) -> None:
        """Send an event without arguments as if the page were at another path."""
        event = self._make_event(handler, {}, path)
        await self._socket.send(f"42{NAMESPACE},{json.dumps(['event', event])}")

    async def wait_until(
        self, condition: Callable[[], object], timeout_seconds: float = TIMEOUT_SECONDS
    ) -> None:
        """Wait until `condition` is true. The client checks it after each update from the server.

        Raises:
            TimeoutError: The condition is still false after `timeout_seconds`.
        """
        async with asyncio.timeout(timeout_seconds), self._updated:
            await self._updated.wait_for(condition)

    def stop_reading(self) -> None:
        """Stop reading but keep the connection open, so that an idle client uses no CPU time.

        The client does not answer pings, so the server disconnects it after two minutes.
        """
        self._listener.cancel()
        self._socket.transport.set_protocol(asyncio.Protocol())

    async def close(self) -> None:
        await self._socket.close()
        await self._listener

    def _make_event(
        self, name: str, payload: dict[str, Any], path: str | None = None
    ) -> dict[str, Any]:
        path = self._path if path is None else path
        router = {"pathname": path, "asPath": path, "query": {}}
        return {"name": name, "payload": payload, "router_data": router, "token": self.token}

    async def _receive_updates(self) -> None:
        with suppress(ConnectionClosed):
            async for message in self._socket:
                assert isinstance(message, str)
                self.received_bytes += len(message.encode())
                if message == "2":
                    await self._socket.send("3")
                elif message.startswith("42"):
                    name, data = json.loads(message[message.index("[") :])
                    if name == PUSH_EVENT:
                        self.pushes.append(data)
                    elif name == NEW_TOKEN_EVENT:
                        self.token = data
                    else:
                        self._apply_update(data)
                    async with self._updated:
                        self._updated.notify_all()
        self.is_closed = True
        async with self._updated:
            self._updated.notify_all()

    def _apply_update(self, update: dict[str, Any]) -> None:
        for state, values in (update.get("delta") or {}).items():
            state_vars = self.vars.setdefault(state, {})
            state_vars.update(
                {name.removesuffix(FIELD_MARKER): value for name, value in values.items()}
            )
