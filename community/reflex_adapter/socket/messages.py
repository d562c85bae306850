"""Limits and checks of the messages that browsers send on the socket.

Reflex, Socket.IO and Engine.IO log malformed messages with their content and a traceback, and raise
errors that end the connection without cleaning up. Therefore the application checks every message
first. An invalid message is dropped and reported in one log line without its content. A connection
that sends too many of them is closed.
"""

from typing import Any, Final

import structlog
from reflex_base.registry import RegistrationContext
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from community.core.log_entries import LogLimit
from community.reflex_adapter.serving import MAX_MESSAGE_BYTES

log = structlog.get_logger(__name__)

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
    guard: MessageGuard = scope.setdefault(GUARD_KEY, MessageGuard())
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
