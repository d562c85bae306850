"""The outermost middleware. It assigns request ids, records metrics and logs requests."""

import os
import re
import time

import structlog
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from community.api.negotiation import get_header
from community.api.routing import SAFE_METHODS
from community.core import logs, metrics

log = structlog.get_logger(__name__)

SLOW_SECONDS = 1.0
_REQUEST_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")


class RequestContextMiddleware:
    """Assigns the request id, records metrics and logs unsafe, slow and failed requests."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started_at = time.perf_counter()
        request_id = _find_or_create_request_id(scope)
        scope.setdefault("state", {})["request_id"] = request_id
        logs.request_id.set(request_id)
        status = 500

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(raw=message["headers"])["X-Request-ID"] = request_id
            await send(message)

        try:
            await self.app(scope, receive, send_with_id)
        finally:
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
