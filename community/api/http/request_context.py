"""Middleware that knows the request: its base class, request ids and the log of requests."""

import os
import re
import time
from collections.abc import Callable

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from community.api.http.responses import get_header
from community.api.http.routing import SAFE_METHODS
from community.core import logs
from community.core.logs import get_logger
from community.core.processes import metrics

log = get_logger(__name__)

SLOW_SECONDS = 1.0
# The status that nginx logs if a client leaves before the response. No client receives it.
CLIENT_CLOSED_REQUEST = 499
_REQUEST_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")


class HttpMiddleware:
    """Base class of middleware that handles HTTP requests and passes WebSockets on unchanged."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        handle = self.handle if scope["type"] == "http" else self.app
        await handle(scope, receive, send)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        raise NotImplementedError


def call_before_start(send: Send, edit: Callable[[Message], None]) -> Send:
    """Return a `send` that passes the status and the headers of a response to `edit` first."""

    async def send_edited(message: Message) -> None:
        if message["type"] == "http.response.start":
            edit(message)
        await send(message)

    return send_edited


class RequestContextMiddleware(HttpMiddleware):
    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        started_at = time.perf_counter()
        has_left = False
        request_id = _find_or_create_request_id(scope)
        scope.setdefault("state", {})["request_id"] = request_id
        logs.request_id.set(request_id)
        status = 0

        async def receive_or_note_disconnect() -> Message:
            nonlocal has_left
            message = await receive()
            has_left = has_left or (message["type"] == "http.disconnect" and not status)
            return message

        def add_id(message: Message) -> None:
            nonlocal status
            status = message["status"]
            MutableHeaders(raw=message["headers"])["X-Request-ID"] = request_id

        try:
            await self.app(scope, receive_or_note_disconnect, call_before_start(send, add_id))
        finally:
            status = CLIENT_CLOSED_REQUEST if has_left else status or 500
            _record_metrics_and_log(scope, status, time.perf_counter() - started_at)


def _find_or_create_request_id(scope: Scope) -> str:
    client_id = get_header(scope, b"x-request-id")
    return client_id if _REQUEST_ID.fullmatch(client_id) else os.urandom(8).hex()


def _record_metrics_and_log(scope: Scope, status: int, seconds: float) -> None:
    route = getattr(scope.get("route"), "path", "") or "(pages)"
    metrics.requests.labels(scope["method"], route, status).inc()
    metrics.latency.labels(route).observe(seconds)
    if status >= 500 or seconds > SLOW_SECONDS or scope["method"] not in SAFE_METHODS:
        log.info(
            "request",
            method=scope["method"],
            path=scope["path"],
            status=status,
            ms=round(seconds * 1000, 1),
        )
