"""A replacement for the Socket.IO namespace of Reflex that keeps the session cookie secret.

Reflex copies the headers of the WebSocket handshake into the State and sends the State to the page,
where scripts could read the session cookie. This namespace removes the cookie from the headers and
stores the session token separately for each socket. Only `event_authorization` reads the token.
"""

import logging
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qsl
from uuid import UUID

import reflex as rx
from engineio import packet as eio_packet  # type: ignore[import-untyped]
from reflex.app import EventNamespace
from reflex.constants import SocketEvent
from reflex.state import StateUpdate
from socketio import packet  # type: ignore[import-untyped]

from community import authentication
from community.realtime import frames, subscriptions

log = logging.getLogger(__name__)

_tokens: dict[str, str] = {}


class GuardedNamespace(EventNamespace):
    """A Socket.IO namespace that does not copy cookies into the State.

    The namespace accepts only sockets whose browser tab token is a UUID.
    """

    async def on_connect(self, sid: str, environ: dict[str, Any], auth: Any = None) -> bool | None:
        """Return None to accept the socket, or False to reject it.

        The method rejects the socket if the browser tab token is not a UUID, because Reflex stores
        data under keys that contain the token. If Reflex raises an error, the method also removes
        the data of the socket, because socketio sends no disconnect event for a rejected socket.
        """
        if not _is_uuid(_parse_query_params(environ).get("token", "")):
            return False
        try:
            await super().on_connect(sid, environ, auth)
        except Exception as error:  # noqa: BLE001  # an exception would leave the socket pending
            log.warning("Socket rejected: %s", type(error).__name__)
            await self._remove_socket(sid)
            return False
        except BaseException:
            await self._remove_socket(sid)
            raise
        return None

    async def _remove_socket(self, sid: str) -> None:
        if (cleanup := self.on_disconnect(sid)) is not None:
            await cleanup

    async def emit_to(self, update: StateUpdate, tab_tokens: Sequence[str]) -> None:
        """Send an update to several browser tabs that are connected to this process.

        The method encodes the update once and writes it directly to the sockets. If a direct write
        to a socket is not possible, the method adds the update to the queue of the socket.
        """
        message = frames.PreparedMessage.from_text(self._encode(update))
        sid_of = self.token_to_sid  # read once, because the property builds a new dict
        queued = [
            sid_of[tab] for tab in tab_tokens if not self._write_directly(sid_of[tab], message)
        ]
        if queued:
            await self.emit(str(SocketEvent.EVENT), update, to=queued)

    def _encode(self, update: StateUpdate) -> str:
        event = self.server.packet_class(
            packet.EVENT, namespace=self.namespace, data=[str(SocketEvent.EVENT), update]
        )
        return str(eio_packet.Packet(eio_packet.MESSAGE, event.encode()).encode())

    def _write_directly(self, sid: str, message: frames.PreparedMessage) -> bool:
        """Write a message directly to a socket and return True.

        Return False if the socket has queued messages or does not support direct writes.
        """
        engine = self.server.eio
        eio_sid = self.server.manager.eio_sid_from_sid(sid, self.namespace)
        socket = engine.sockets.get(eio_sid)
        if socket is None or not socket.upgraded or not socket.queue.empty():
            return False
        write = frames.get_writer(self.server.environ[eio_sid]["asgi.scope"])
        return write is not None and write(message)

    def on_disconnect(self, sid: str, *_: Any) -> Any:
        _tokens.pop(sid, None)
        if (tab := self.sid_to_token.get(sid)) is not None:
            subscriptions.remove_tab(tab)
        return super().on_disconnect(sid)

    def _build_static_router_data(self, sid: str, environ: dict[str, Any]) -> dict[str, Any]:
        data = super()._build_static_router_data(sid, environ)
        token = authentication.find_session_token(data["headers"].pop("cookie", ""))
        data["headers"].pop("authorization", None)
        if token is not None:
            _tokens[sid] = token
        return data


def get_session_token(sid: str) -> str | None:
    """Return the session token of a socket, or None if the browser sent no session cookie."""
    return _tokens.get(sid)


def install_event_namespace(app: rx.App) -> None:
    """Replace the Socket.IO namespace of the app with a `GuardedNamespace`."""
    namespace = app.event_namespace
    if namespace is None or app.sio is None:
        raise RuntimeError("The app has no state and therefore no event namespace.")
    app._event_namespace = GuardedNamespace(namespace.namespace, app)
    app.sio.register_namespace(app._event_namespace)


def _parse_query_params(environ: dict[str, Any]) -> dict[str, str]:
    return dict(parse_qsl(environ.get("QUERY_STRING", "")))


def _is_uuid(text: str) -> bool:
    try:
        return str(UUID(text)) == text.lower()
    except ValueError:
        return False
