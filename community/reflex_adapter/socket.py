"""The socket of browser tabs: the messages that browsers send, and the namespace of Reflex.

A message passes `SocketMessageMiddleware`, which checks the frame, `_Dispatcher`, which checks the
Socket.IO packet, and `GuardedNamespace`, which checks the event and passes it to Reflex. Reflex,
Socket.IO and Engine.IO log malformed messages with their content and a traceback, and raise errors
that end the connection without cleaning up. Therefore an invalid message is dropped before, and
reported in one log line without its content. A connection that sends too many of them is closed.

Reflex copies the headers of the WebSocket handshake into the State and sends the State to the page,
where scripts could read the cookies. `GuardedNamespace` lets the application take secret headers
out of the handshake first. Whose event it is, `EventAuthorization` in `state/runtime/policy.py`
finds out from the session cookie.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Mapping
from contextvars import Context
from types import MethodType
from typing import Any, Final, cast
from urllib.parse import parse_qsl
from uuid import UUID
from weakref import ref

import reflex as rx
from engineio import packet as eio_packet  # type: ignore[import-untyped]
from engineio.async_socket import AsyncSocket  # type: ignore[import-untyped]
from reflex.app import EventNamespace
from reflex_base.registry import RegistrationContext
from socketio import AsyncServer, packet  # type: ignore[import-untyped]
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from community.core.http import websocket_frames as frames
from community.core.logs import LogLimit, get_logger
from community.reflex_adapter.serving import MAX_MESSAGE_BYTES
from community.reflex_adapter.state_release import release_later

log = get_logger(__name__)

# The events that the Reflex client emits.
EVENT_NAMES: Final = frozenset({"event", "ping", "client_error"})
# The longest name of a handler has 120 characters.
MAX_EVENT_NAME_LENGTH: Final = 200
# `asPath` is the URL of the page with query string and fragment.
MAX_URL_LENGTH: Final = 8_192
MAX_QUERY_PARAMS: Final = 50
# A page sends no invalid messages. The number allows for a page of an older version of the site.
MAX_INVALID_MESSAGES: Final = 10
POLICY_VIOLATION: Final = 1008
GUARD_KEY: Final = "community.message_guard"

# Engine.IO packets (https://socket.io/docs/v4/engine-io-protocol): a browser closes the connection,
# answers a ping, or sends a Socket.IO packet.
_CLOSE, _PONG, _MESSAGE = "1", "3", "4"
# Socket.IO packets: connect, disconnect, event. No page sends acknowledgements or binary data.
_PACKETS = tuple("012")
_CONTROL_MAX_LENGTH = 16

# Gets the id of a new socket and its headers, and removes the headers that must stay secret.
OnConnect = Callable[[str, dict[str, str]], None]
# Gets the id of a closed socket and the token of its browser tab, or None if it has no token.
OnDisconnect = Callable[[str, str | None], None]

_log_limit = LogLimit(per_minute=20)


class InvalidMessage(ValueError):  # a message, not an error of the server
    """A browser sent a message that no page of the site sends. The argument is the reason."""


class MessageGuard:
    """Counts the invalid messages of one connection."""

    def __init__(self, max_invalid: int = MAX_INVALID_MESSAGES) -> None:
        self._remaining = max_invalid

    @property
    def is_exhausted(self) -> bool:
        return self._remaining <= 0

    def reject(self, reason: str) -> None:
        """Count and log an invalid message."""
        self._remaining -= 1
        if _log_limit.allows_entry():
            log.warning("socket_message_rejected", reason=reason, is_last=self.is_exhausted)


def get_guard(scope: Scope) -> MessageGuard:
    guard: MessageGuard | None = scope.get(GUARD_KEY)
    if guard is None:
        guard = scope[GUARD_KEY] = MessageGuard()
    return guard


class SocketMessageMiddleware:
    """ASGI middleware that drops invalid messages and closes connections that send too many."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        guard = get_guard(scope)

        async def receive_valid() -> Message:
            while not guard.is_exhausted:
                message = await receive()
                if message["type"] != "websocket.receive":
                    return message
                try:
                    check_frame(message)
                except InvalidMessage as error:
                    guard.reject(str(error))
                else:
                    return message
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            return {"type": "websocket.disconnect", "code": POLICY_VIOLATION}

        await self.app(scope, receive_valid, send)


def check_frame(message: Message) -> None:
    """Check the size of a WebSocket message and the kind of Engine.IO packet in it.

    Raises:
        InvalidMessage: Engine.IO or Socket.IO would fail, or no page sends such a packet.
    """
    text = message.get("text")
    if not text:
        raise InvalidMessage("not a text message")
    if len(text) > MAX_MESSAGE_BYTES:
        raise InvalidMessage("too long")
    kind = text[0]
    if kind == _MESSAGE and text[1:2] in _PACKETS:
        return
    if kind not in {_CLOSE, _PONG} or len(text) > _CONTROL_MAX_LENGTH:
        raise InvalidMessage("not an Engine.IO packet of a browser")


class _Dispatcher:
    """Passes the Socket.IO packets of browsers to the namespace of Reflex.

    It replaces the dispatch in socketio, which accepts any number of connections in one WebSocket,
    the names of internal events such as `disconnect`, and binary data, and which lets errors with
    the content of the message reach the log.
    """

    def __init__(self, server: AsyncServer, namespace: str) -> None:
        self._server, self._namespace = server, namespace

    async def handle_message(self, eio_sid: str, data: Any) -> None:
        """Handle a Socket.IO packet. An error of the server is logged and ends only this event."""
        scope = self._server.environ[eio_sid]["asgi.scope"]
        try:
            await self._dispatch(eio_sid, self._decode(eio_sid, data))
        except InvalidMessage as error:
            get_guard(scope).reject(str(error))
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


def _check_event_arguments(data: Any) -> None:
    if not isinstance(data, list) or not 1 <= len(data) <= 2:
        raise InvalidMessage("not an event")
    if not isinstance(data[0], str) or data[0] not in EVENT_NAMES:
        raise InvalidMessage("unknown event")
    if data[0] == "event" and len(data) != 2:
        raise InvalidMessage("not an event")


def check_event(data: Any) -> None:
    """Check the data of an event before Reflex reads it.

    Raise `InvalidMessage` if the data has another structure than the events that a page sends, or
    no State class has the handler.
    """
    if not isinstance(data, dict):
        raise InvalidMessage("not an event")
    name = data.get("name")
    if not isinstance(name, str) or len(name) > MAX_EVENT_NAME_LENGTH:
        raise InvalidMessage("invalid event name")
    if name not in RegistrationContext.get().event_handlers:
        raise InvalidMessage("unknown event name")
    if not isinstance(data.get("payload", {}), dict):
        raise InvalidMessage("invalid payload")
    _check_router_data(data.get("router_data", {}))


def _check_router_data(router_data: Any) -> None:
    if not isinstance(router_data, dict):
        raise InvalidMessage("invalid router data")
    for name in ("pathname", "asPath"):
        _check_text(router_data.get(name, ""))
    query = router_data.get("query", {})
    if not isinstance(query, dict) or len(query) > MAX_QUERY_PARAMS:
        raise InvalidMessage("invalid query")
    for name, value in query.items():
        _check_text(name)
        for text in value if isinstance(value, list) else [value]:
            _check_text(text)
    # Reflex keeps unknown fields in the State.
    for name in router_data.keys() - {"pathname", "asPath", "query"}:
        del router_data[name]


def _check_text(text: Any) -> None:
    if not isinstance(text, str) or len(text) > MAX_URL_LENGTH:
        raise InvalidMessage("invalid URL")


class GuardedNamespace(EventNamespace):
    """A Socket.IO namespace that does not copy secret headers into the State.

    The namespace accepts only sockets whose browser tab token is a UUID.
    """

    def __init__(
        self, name: str, app: rx.App, *, on_connect: OnConnect, on_disconnect: OnDisconnect
    ) -> None:
        super().__init__(name, app)
        self._take_headers = on_connect
        self._forget_socket = on_disconnect

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
        except InvalidMessage as error:
            get_guard(environ["asgi.scope"]).reject(str(error))
            await self._remove_socket(sid)
            return False
        except Exception:  # an exception would leave the socket pending
            log.exception("socket_connect_failed")
            await self._remove_socket(sid)
            return False
        except BaseException:
            await self._remove_socket(sid)
            raise
        return None

    async def on_event(self, sid: str, data: Any) -> None:
        """Process an event of a page.

        Raise `InvalidMessage` if no page of the site sends such an event.
        """
        check_event(data)
        await super().on_event(sid, data)

    async def _remove_socket(self, sid: str) -> None:
        if (cleanup := self.on_disconnect(sid)) is not None:
            await cleanup

    def on_disconnect(self, sid: str, *_: Any) -> Any:
        tab_token = self.sid_to_token.get(sid)
        self._forget_socket(sid, tab_token)
        if tab_token is not None:
            release_later(self.app, tab_token, self.is_connected)
        return super().on_disconnect(sid)

    def _build_static_router_data(self, sid: str, environ: dict[str, Any]) -> dict[str, Any]:
        data = super()._build_static_router_data(sid, environ)
        self._take_headers(sid, data["headers"])
        return data

    def is_connected(self, tab_token: str) -> bool:
        return self.get_socket_id(tab_token) is not None

    def get_socket_id(self, tab_token: str) -> str | None:
        """Return the Socket.IO session id of a browser tab, or None if it is not connected here.

        Reflex's property `token_to_sid` builds a dictionary of all tabs each time.
        """
        record = self._token_manager.token_to_socket.get(tab_token)
        return None if record is None else record.sid

    async def emit_to_tabs(self, event_name: str, data: str, tab_tokens: Collection[str]) -> None:
        """Send a Socket.IO event to several browser tabs that are connected to this process.

        The method encodes the event once. It writes it directly to each socket, or adds it to the
        queue of the socket if the socket has unsent messages or does not support direct writes.
        Each tab receives the events in the order of the calls. Tabs that are not connected to this
        process are skipped.

        Args:
            event_name: The name for which the browser has registered a handler.
            data: The data of the event as JSON. A packet that socketio encodes would search it for
                binary values, which takes as long as the rest.
        """
        event = f'{packet.EVENT}{self.namespace},["{event_name}",{data}]'
        queued = eio_packet.Packet(eio_packet.MESSAGE, event)
        message = frames.PreparedMessage.from_text(queued.encode())
        for sid in filter(None, map(self.get_socket_id, tab_tokens)):
            eio_sid = self.server.manager.eio_sid_from_sid(sid, self.namespace)
            if not self._write_directly(eio_sid, message):
                await self.server.eio.send_packet(eio_sid, queued)

    def _write_directly(self, eio_sid: str, message: frames.PreparedMessage) -> bool:
        """Write a message directly to a socket. Return False if it cannot take the message now."""
        socket = self.server.eio.sockets.get(eio_sid)
        # `queue.empty()` is not enough: engine.io may have taken a message without sending it yet.
        if socket is None or not socket.upgraded or socket.queue._unfinished_tasks:
            return False
        write = frames.get_writer(self.server.environ[eio_sid]["asgi.scope"])
        return write is not None and write(message)


def install_guarded_namespace(
    app: rx.App, *, on_connect: OnConnect, on_disconnect: OnDisconnect
) -> None:
    """Replace the Socket.IO namespace, the dispatch and the pings of the app with those here."""
    namespace = app.event_namespace
    if namespace is None or app.sio is None:
        raise RuntimeError("The app has no state and therefore no event namespace.")
    app._event_namespace = GuardedNamespace(
        namespace.namespace, app, on_connect=on_connect, on_disconnect=on_disconnect
    )
    app.sio.register_namespace(app._event_namespace)
    app.sio.eio.on("message", _Dispatcher(app.sio, namespace.namespace).handle_message)
    _schedule_pings_without_tasks(app.sio.eio)


def restrict_handshakes(app: rx.App, is_allowed: Callable[[Scope], bool]) -> None:
    """Reject the handshakes of new sockets for whose ASGI scope `is_allowed` returns False.

    Handshakes without an `Origin` header are not checked.
    """
    if app.sio is None:
        raise RuntimeError("The app has no state and therefore no sockets.")
    app.sio.eio.cors_allowed_origins = lambda _origin, environ: is_allowed(environ["asgi.scope"])


def get_socket_ids(app: rx.App) -> Mapping[str, str]:
    """Return the Socket.IO session ids of the connected browser tabs, by the token of the tab."""
    return {} if app.event_namespace is None else app.event_namespace.token_to_sid


def get_guarded_namespace(app: rx.App) -> GuardedNamespace:
    return cast("GuardedNamespace", app.event_namespace)


def _parse_query_params(environ: dict[str, Any]) -> dict[str, str]:
    return dict(parse_qsl(environ.get("QUERY_STRING", "")))


def _is_uuid(text: str) -> bool:
    try:
        return str(UUID(text)) == text.lower()
    except ValueError:
        return False


def _schedule_pings_without_tasks(server: Any) -> None:
    """Let the Engine.IO server send pings that do not keep closed sockets in memory.

    For each ping, engine.io starts a task that waits 25 seconds, also if the socket is closed in
    the meantime. The task refers to the socket.
    """
    start_task = server.start_background_task

    def start_background_task(target: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if isinstance(target, MethodType) and target.__func__ is AsyncSocket._send_ping:
            return _schedule_ping(target.__self__)
        return start_task(target, *args, **kwargs)

    server.start_background_task = start_background_task


def _schedule_ping(socket: AsyncSocket) -> asyncio.TimerHandle:
    loop = asyncio.get_running_loop()
    return loop.call_later(socket.server.ping_interval, _ping, ref(socket), context=Context())


def _ping(find_socket: Callable[[], AsyncSocket | None]) -> None:
    socket = find_socket()
    if socket is not None and not socket.closing and not socket.closed:
        socket.last_ping = time.time()
        socket.server.start_background_task(socket.send, eio_packet.Packet(eio_packet.PING))
