"""Around every request: its id, its time, its line in the log, and the headers of every answer."""

import os
import re
import time

import structlog
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from community.api.negotiation import header
from community.api.routing import SAFE
from community.core import logs, metrics

log = structlog.get_logger(__name__)

SLOW_SECONDS = 1.0
_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")


class Edge:
    """The outermost layer of ours: what leaves has passed here."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        request_id = _request_id(scope)
        scope.setdefault("state", {})["request_id"] = request_id
        logs.request_id.set(request_id)
        status = 500

        async def leave(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(raw=message["headers"])["X-Request-ID"] = request_id
            await send(message)

        try:
            await self.app(scope, receive, leave)
        finally:
            _note(scope, status, time.perf_counter() - began)


def _request_id(scope: Scope) -> str:
    given = header(scope, b"x-request-id")
    return given if _ID.fullmatch(given) else os.urandom(8).hex()


def _note(scope: Scope, status: int, seconds: float) -> None:
    route = getattr(scope.get("route"), "path", "") or "(pages)"
    metrics.requests.labels(scope["method"], route, status).inc()
    metrics.latency.labels(route).observe(seconds)
    if status >= 500 or seconds > SLOW_SECONDS or scope["method"] not in SAFE:
        log.info(
            "request",
            method=scope["method"],
            path=scope["path"],
            status=status,
            ms=round(seconds * 1000, 1),
        )
