"""The live socket, before any event of it is handled.

Reflex copies the headers of a socket into State, and State into the page: the session cookie would
become readable for scripts. Here it is taken out and kept beside the socket, where only the gate
looks.
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

from community import recognition
from community.realtime import frames, watchers

log = logging.getLogger(__name__)

_tokens: dict[str, str] = {}


class GuardedNamespace(EventNamespace):
    """Reflex's namespace for sockets whose tab token is a UUID, without their cookies."""

    async def on_connect(self, sid: str, environ: dict[str, Any], auth: Any = None) -> bool | None:
        """Refuses tokens that are not UUIDs: others could name what is not a tab.

        A socket whose first event cannot be read is refused too. It never was a connection, so that
        nobody would tell of its end: what is kept beside it is let go here.
        """
        if not _is_uuid(_query(environ).get("token", "")):
            return False
        try:
            await super().on_connect(sid, environ, auth)
        except Exception as error:  # noqa: BLE001  # raised further, it would leave the socket pending
            log.warning("a socket was refused: %s", type(error).__name__)
            await self._let_go(sid)
            return False
        except BaseException:
            await self._let_go(sid)
            raise
        return None

    async def _let_go(self, sid: str) -> None:
        if (cleaning := self.on_disconnect(sid)) is not None:
            await cleaning

    async def emit_to(self, update: StateUpdate, tabs: Sequence[str]) -> None:
        """Send the same update to many tabs of this process; it is encoded once for all of them.

        A socket that is busy, or of a server that takes no finished frames, gets it in its turn.
        """
        message = frames.Framed.of(self._encoded(update))
        sid_of = self.token_to_sid  # made anew whenever it is asked for
        waiting = [sid_of[tab] for tab in tabs if not self._write(sid_of[tab], message)]
        if waiting:
            await self.emit(str(SocketEvent.EVENT), update, to=waiting)

    def _encoded(self, update: StateUpdate) -> str:
        """An update as socket.io puts it into a message of engine.io."""
        event = self.server.packet_class(
            packet.EVENT, namespace=self.namespace, data=[str(SocketEvent.EVENT), update]
        )
        return str(eio_packet.Packet(eio_packet.MESSAGE, event.encode()).encode())

    def _write(self, sid: str, message: frames.Framed) -> bool:
        """Write past the queue of a socket, if nothing stands in it."""
        engine = self.server.eio
        eio_sid = self.server.manager.eio_sid_from_sid(sid, self.namespace)
        opened = engine.sockets.get(eio_sid)
        if opened is None or not opened.upgraded or not opened.queue.empty():
            return False
        write = frames.writing_to(self.server.environ[eio_sid]["asgi.scope"])
        return write is not None and write(message)

    def on_disconnect(self, sid: str, *_: Any) -> Any:
        _tokens.pop(sid, None)
        if (tab := self.sid_to_token.get(sid)) is not None:
            watchers.forget(tab)
        return super().on_disconnect(sid)

    def _build_static_router_data(self, sid: str, environ: dict[str, Any]) -> dict[str, Any]:
        data = super()._build_static_router_data(sid, environ)
        token = recognition.session_cookie(data["headers"].pop("cookie", ""))
        data["headers"].pop("authorization", None)
        if token is not None:
            _tokens[sid] = token
        return data


def session_token(sid: str) -> str | None:
    """The session token in the cookie that a socket was opened with."""
    return _tokens.get(sid)


def guard(app: rx.App) -> None:
    """Put our namespace in the place of Reflex's."""
    namespace = app.event_namespace
    if namespace is None or app.sio is None:
        raise RuntimeError("The application has no state, so it has no sockets to guard.")
    app._event_namespace = GuardedNamespace(namespace.namespace, app)
    app.sio.register_namespace(app._event_namespace)


def _query(environ: dict[str, Any]) -> dict[str, str]:
    return dict(parse_qsl(environ.get("QUERY_STRING", "")))


def _is_uuid(text: str) -> bool:
    try:
        return str(UUID(text)) == text.lower()
    except ValueError:
        return False
