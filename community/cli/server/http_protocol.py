"""The HTTP protocol of uvicorn with limits for clients that send slowly or without end."""

import asyncio
from http import HTTPStatus
from typing import Any, Literal

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from community.core.http import request_limits

Phase = Literal["head", "body", "handling"]


class LimitedHttpProtocol(HttpToolsProtocol):
    """Closes connections whose requests arrive too slowly (408) or have a too long head (431).

    A timer runs only while a request is incomplete, so that it costs nothing for most requests.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._phase: Phase = "head"
        self._received_bytes = 0
        self._started_at = self._last_data_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._begin("head")
        self._start_timer(request_limits.READ_TIMEOUT_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._received_bytes += len(data)
        self._last_data_at = self.loop.time()
        if self._phase == "head" and self._received_bytes > request_limits.MAX_HEAD_BYTES:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        elif self._phase != "handling" and self._timer is None:
            self._start_timer(request_limits.READ_TIMEOUT_SECONDS)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._begin("head")

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._begin("body")

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._phase = "handling"

    def handle_websocket_upgrade(self) -> None:
        self._phase = "handling"
        self._stop_timer()
        super().handle_websocket_upgrade()

    def _begin(self, phase: Phase) -> None:
        self._phase, self._received_bytes = phase, 0
        self._started_at = self._last_data_at = self.loop.time()

    def _start_timer(self, seconds: float) -> None:
        if not self.transport.is_closing():
            self._timer = self.loop.call_later(seconds, self._check_progress)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _check_progress(self) -> None:
        self._timer = None
        if self._phase == "handling" or self.transport.is_closing():
            return
        now = self.loop.time()
        if self.flow.read_paused:  # The client waits for the application.
            self._started_at = self._last_data_at = now
        deadline = self._started_at + request_limits.READ_TIMEOUT_SECONDS
        if self._phase == "body":
            deadline += self._received_bytes / request_limits.MIN_BYTES_PER_SECOND
            deadline = min(deadline, self._last_data_at + request_limits.READ_TIMEOUT_SECONDS)
        if now >= deadline:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self._start_timer(deadline - now)

    def _refuse(self, status: HTTPStatus) -> None:
        """Close the connection. Send an error response if no other response has started."""
        is_silent = self._phase == "head" and not self._received_bytes
        has_started = self._phase == "body" and self.cycle.response_started
        if not (is_silent or has_started):
            message = status.phrase.encode()
            self.transport.write(
                b"%scontent-type: text/plain\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%s"
                % (STATUS_LINE[status], len(message), message)
            )
        self.transport.close()
