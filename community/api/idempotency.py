"""Middleware for the `Idempotency-Key` header, which lets clients retry a request safely.

If a client repeats a request with the same key, the server returns the stored response to the first
request. This works for unsafe requests with a JSON body or without a body. The server stores each
response for a day and returns it only for the same caller, method, URL and key. It does not store
server errors and the statuses in `UNSTORED_STATUSES`, because the next attempt can succeed.
"""

import hashlib
import re
from contextvars import ContextVar
from datetime import datetime, timedelta

import structlog
from fastapi import HTTPException
from sqlalchemy import event
from sqlalchemy.orm import Session
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from community import throttle
from community.api import idempotency_store
from community.api.authentication import authenticate
from community.api.idempotency_store import IdempotencyLock, RecordedResponse
from community.api.negotiation import get_content_type, get_header, has_json_body
from community.api.rate_limits import add_current_limits_to_response, get_counted_limits
from community.api.routing import SAFE_METHODS
from community.core import clock
from community.core.database import unit_of_work
from community.core.errors import Conflict, Invalid
from community.i18n import gettext as _

log = structlog.get_logger(__name__)

KEY_PATTERN = re.compile(r"[\x21-\x7e]{1,255}")
UNSTORED_STATUSES = frozenset({401, 404, 405, 429})
CLEANUP_INTERVAL = timedelta(hours=1)

_current_lock: ContextVar[IdempotencyLock | None] = ContextVar("idempotency_lock", default=None)


class IdempotencyMiddleware:
    """Returns the stored response if a client repeats a request with the same idempotency key."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._cleaned_at: datetime | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (
            scope["type"] != "http"
            or scope["method"] in SAFE_METHODS
            or not _has_idempotency_key(scope)
        ):
            await self.app(scope, receive, send)
            return
        body = await _read_body(receive)
        scoped_key = await _build_scoped_key(scope)
        found = await self._acquire_lock(scoped_key, hashlib.sha256(body).hexdigest())
        if isinstance(found, RecordedResponse):
            await add_current_limits_to_response(scope, found.limits)
            await _send_response(send, found, is_replayed=True)
        else:
            await _send_response(send, await self._run_request(found, scope, body, receive))

    async def _acquire_lock(
        self, scoped_key: str, body_hash: str
    ) -> IdempotencyLock | RecordedResponse:
        async with unit_of_work() as session:
            if self._cleaned_at is None or self._cleaned_at < clock.now() - CLEANUP_INTERVAL:
                self._cleaned_at = clock.now()
                await idempotency_store.delete_expired_records(session)
            return await idempotency_store.acquire_lock(session, scoped_key, body_hash)

    async def _run_request(
        self, lock: IdempotencyLock, scope: Scope, body: bytes, receive: Receive
    ) -> RecordedResponse:
        recorder = _ResponseRecorder()
        token = _current_lock.set(lock)
        try:
            await self.app(scope, _replay_body(body, receive), recorder)
        except BaseException:
            await _finish_request(lock, None)
            raise
        finally:
            _current_lock.reset(token)
        response = recorder.to_response(get_counted_limits(scope))
        await _finish_request(lock, response)
        return response


class _ResponseRecorder:
    """An ASGI `send` function that records the response instead of sending it to the client."""

    def __init__(self) -> None:
        self._start: Message = {}
        self._body: list[bytes] = []

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message
        elif message["type"] == "http.response.body":
            self._body.append(message.get("body", b""))

    def to_response(self, limits: list[tuple[str, str]]) -> RecordedResponse:
        headers = [(n.decode("latin-1"), v.decode("latin-1")) for n, v in self._start["headers"]]
        return RecordedResponse(self._start["status"], headers, b"".join(self._body), limits)


@event.listens_for(Session, "before_commit")
def _mark_request_done(session: Session) -> None:
    """Mark the current request as completed before SQLAlchemy commits the transaction.

    Raises:
        Conflict: The request took too long, and a repeated request has replaced it.
    """
    lock = _current_lock.get()
    if lock is None or not lock.is_active:
        return
    if not session.execute(idempotency_store.build_mark_done_statement(lock)).rowcount:  # type: ignore[attr-defined]
        raise Conflict(_("This request took too long and was retried."))


async def _finish_request(lock: IdempotencyLock, response: RecordedResponse | None) -> None:
    lock.is_active = False
    try:
        async with unit_of_work() as session:
            if response is None or response.status >= 500 or response.status in UNSTORED_STATUSES:
                await idempotency_store.release_lock(session, lock)
            else:
                await idempotency_store.store_response(session, lock, response)
    except Exception:
        # The changes are committed and the key is marked as done, so the client gets the response.
        log.exception("idempotent_response_not_stored")


def _has_idempotency_key(scope: Scope) -> bool:
    is_given = any(name == b"idempotency-key" for name, _ in scope["headers"])
    return is_given and (has_json_body(scope) or not get_content_type(scope))


async def _build_scoped_key(scope: Scope) -> str:
    key = get_header(scope, b"idempotency-key")
    if not KEY_PATTERN.fullmatch(key):
        raise Invalid.for_field("Idempotency-Key", _("Use 1 to 255 printable ASCII characters."))
    caller = throttle.get_actor_key(await authenticate(scope))
    query = scope["query_string"].decode("latin-1")
    return "\n".join((caller, scope["method"], scope["path"], query, key))


async def _read_body(receive: Receive) -> bytes:
    parts = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise HTTPException(400)
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


def _replay_body(body: bytes, receive: Receive) -> Receive:
    is_read = False

    async def receive_replayed_body() -> Message:
        nonlocal is_read
        if is_read:
            return await receive()
        is_read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_replayed_body


async def _send_response(
    send: Send, response: RecordedResponse, *, is_replayed: bool = False
) -> None:
    headers = [(n.encode("latin-1"), v.encode("latin-1")) for n, v in response.headers]
    if is_replayed:
        headers.append((b"idempotent-replayed", b"true"))
    await send({"type": "http.response.start", "status": response.status, "headers": headers})
    await send({"type": "http.response.body", "body": response.body})
