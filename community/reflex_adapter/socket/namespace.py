"""The Socket.IO namespace of Reflex, which receives events from browser tabs and sends to them.

Reflex copies the headers of the WebSocket handshake into the State and sends the State to the page,
where scripts could read the cookies. `GuardedNamespace` lets the application take secret headers
out of the handshake first.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, cast
from urllib.parse import parse_qsl
from uuid import UUID

import reflex as rx
import structlog
from engineio import packet as eio_packet  # type: ignore[import-untyped]
from reflex.app import EventNamespace
from socketio import packet  # type: ignore[import-untyped]
from starlette.types import Scope

from community.core.http import websocket_frames as frames
from community.reflex_adapter.socket.dispatcher import install_dispatcher
from community.reflex_adapter.socket.messages import InvalidMessage, check_event, get_guard
from community.reflex_adapter.state_release import release_later

log = structlog.get_logger(__name__)

# Gets the id of a new socket and its headers, and removes the headers that must stay secret.
OnConnect = Callable[[str, dict[str, str]], None]
# Gets the id of a closed socket and the token of its browser tab, or None if it has no token.
OnDisconnect = Callable[[str, str | None], None]


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
            release_later(self.app, tab_token)
        return super().on_disconnect(sid)

    def _build_static_router_data(self, sid: str, environ: dict[str, Any]) -> dict[str, Any]:
        data = super()._build_static_router_data(sid, environ)
        self._take_headers(sid, data["headers"])
        return data

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
        sid_of = self.token_to_sid  # read once, because the property builds a new dict
        for sid in [sid_of[tab] for tab in tab_tokens if tab in sid_of]:
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
    """Replace the Socket.IO namespace of the app with a `GuardedNamespace`."""
    namespace = app.event_namespace
    if namespace is None or app.sio is None:
        raise RuntimeError("The app has no state and therefore no event namespace.")
    app._event_namespace = GuardedNamespace(
        namespace.namespace, app, on_connect=on_connect, on_disconnect=on_disconnect
    )
    app.sio.register_namespace(app._event_namespace)
    install_dispatcher(app.sio, namespace.namespace)


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
    """Return the namespace that `install_guarded_namespace` has installed."""
    return cast("GuardedNamespace", app.event_namespace)


def _parse_query_params(environ: dict[str, Any]) -> dict[str, str]:
    return dict(parse_qsl(environ.get("QUERY_STRING", "")))


def _is_uuid(text: str) -> bool:
    try:
        return str(UUID(text)) == text.lower()
    except ValueError:
        return False
