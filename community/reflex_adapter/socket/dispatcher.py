"""Passes the Socket.IO packets of browsers to the namespace of Reflex.

It replaces the dispatch in socketio, which accepts any number of connections in one WebSocket, the
names of internal events such as `disconnect`, and binary data, and which lets errors with the
content of the message reach the log.
"""

from typing import Any, Final

import structlog
from socketio import AsyncServer, packet  # type: ignore[import-untyped]

from community.reflex_adapter.socket.messages import InvalidMessage, MessageGuard, get_guard

log = structlog.get_logger(__name__)

# The events that the Reflex client emits.
EVENT_NAMES: Final = frozenset({"event", "ping", "client_error"})


def install_dispatcher(server: AsyncServer, namespace: str) -> None:
    """Check all packets that browsers send before socketio handles them."""
    dispatcher = _Dispatcher(server, namespace)
    server.eio.on("message", dispatcher.handle_message)


class _Dispatcher:
    def __init__(self, server: AsyncServer, namespace: str) -> None:
        self._server, self._namespace = server, namespace

    async def handle_message(self, eio_sid: str, data: Any) -> None:
        """Handle a Socket.IO packet. An error of the server is logged and ends only this event."""
        guard = self._get_guard(eio_sid)
        try:
            await self._dispatch(eio_sid, self._decode(eio_sid, data))
        except InvalidMessage as error:
            guard.reject(str(error))
        except Exception:
            log.exception("socket_message_failed")

    def _decode(self, eio_sid: str, data: Any) -> packet.Packet:
        try:
            decoded = self._server.packet_class(encoded_packet=data)
        except (ValueError, RecursionError) as error:
            raise InvalidMessage("malformed packet") from error
        if decoded.namespace != self._namespace:
            raise InvalidMessage("unknown namespace")
        is_connected = self._is_connected(eio_sid)
        if decoded.packet_type == packet.CONNECT and is_connected:
            raise InvalidMessage("connected twice")
        if decoded.packet_type != packet.CONNECT and not is_connected:
            raise InvalidMessage("not connected")
        if decoded.packet_type == packet.EVENT:
            _check_event_arguments(decoded.data)
        return decoded

    async def _dispatch(self, eio_sid: str, decoded: packet.Packet) -> None:
        server, namespace = self._server, decoded.namespace
        if decoded.packet_type == packet.CONNECT:
            await server._handle_connect(eio_sid, namespace, decoded.data)
        elif decoded.packet_type == packet.DISCONNECT:
            await server._handle_disconnect(eio_sid, namespace, server.reason.CLIENT_DISCONNECT)
        elif decoded.packet_type == packet.EVENT:
            await server._handle_event(eio_sid, namespace, None, decoded.data)
        else:
            raise InvalidMessage("unexpected packet")

    def _is_connected(self, eio_sid: str) -> bool:
        manager = self._server.manager
        sid = manager.sid_from_eio_sid(eio_sid, self._namespace)
        return bool(manager.is_connected(sid, self._namespace))

    def _get_guard(self, eio_sid: str) -> MessageGuard:
        return get_guard(self._server.environ[eio_sid]["asgi.scope"])


def _check_event_arguments(data: Any) -> None:
    if not isinstance(data, list) or not 1 <= len(data) <= 2:
        raise InvalidMessage("not an event")
    if not isinstance(data[0], str) or data[0] not in EVENT_NAMES:
        raise InvalidMessage("unknown event")
    if data[0] == "event" and len(data) != 2:
        raise InvalidMessage("not an event")
