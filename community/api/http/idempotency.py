"""Middleware for the `Idempotency-Key` header, which lets clients retry a request safely.

If a client repeats a request with the same key, the server returns the stored response to the first
request. This works for unsafe requests with a JSON body or without a body. The server stores each
response for a day and returns it only for the same caller, method, URL and key. It does not store
server errors, responses with `Retry-After` and the statuses in `UNSTORED_STATUSES`, because the
next attempt can succeed.

A route has one transaction, which also completes the key. A route with several transactions depends
on `resumable`: after an error or a crash, a repeated request runs the route again, unless a
transaction was marked as the last one (`mark_as_last`).

A key occupies a database row for a day. Therefore the server stores a new key only after the route
has counted the request towards its rate limit, and guests can use only a limited number of keys.
"""

import hashlib
import re
import zlib
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import orjson
from fastapi import Depends, HTTPException
from sqlalchemy import ColumnElement, and_, delete, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col
from starlette.requests import ClientDisconnect, Request
from starlette.types import Message, Receive, Scope, Send

from community.api.http.callers import authenticate
from community.api.http.rate_limits import (
    add_current_limits_to_response,
    get_counted_hits,
    get_reported_limits,
)
from community.api.http.request_context import HttpMiddleware
from community.api.http.responses import get_content_type, get_header, has_json_body
from community.api.http.routing import SAFE_METHODS
from community.core import clock, encryption, rate_limits
from community.core.actor import Actor
from community.core.db.sessions import call_before_commits, is_last, read_session, unit_of_work
from community.core.db.statements import insert
from community.core.errors import Conflict, Invalid
from community.core.logs import get_logger
from community.i18n import gettext as _
from community.models import IdempotencyRecord
from community.models.site import RESPONSE_RETENTION

# A request that takes longer counts as crashed. A repeated request then takes over its lock, after
# which the first request can no longer commit.
LOCK_TIMEOUT = timedelta(minutes=1)
# The longest post with its HTML fits. Responses with a larger body are not stored.
MAX_BODY_BYTES = 1_500_000
# Compressing the largest body takes about 10 ms at this level.
_COMPRESSION_LEVEL = 1

log = get_logger(__name__)

KEY_PATTERN = re.compile(r"[\x21-\x7e]{1,255}")
UNSTORED_STATUSES = frozenset({401, 404, 405, 429})


@dataclass(frozen=True, slots=True)
class RecordedResponse:
    status: int
    headers: list[tuple[str, str]]
    body: bytes
    # The rate limits in which the request was counted, as pairs of group and key
    limits: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class IdempotencyLock:
    """The exclusive right to handle a request with an idempotency key."""

    # The caller, method, URL and idempotency key in one string. This string is secret, because the
    # key that encrypts the response is derived from it.
    scoped_key: str
    locked_at: datetime

    @property
    def key_hash(self) -> str:
        return hash_key(self.scoped_key)


def hash_key(scoped_key: str) -> str:
    """Return a hash to store instead of the key, because the key can decrypt the response."""
    return hashlib.sha256(scoped_key.encode()).hexdigest()


async def find_response(
    session: AsyncSession, scoped_key: str, body_hash: str
) -> RecordedResponse | None:
    """Return the stored response if the request is a repetition, otherwise None.

    Raises:
        Invalid: The first request with this key had another body.
        Conflict: The first request is still running, or its response was lost in a crash.
    """
    row = await session.get(IdempotencyRecord, hash_key(scoped_key))
    now = clock.now()
    if row is None or row.created_at <= now - RESPONSE_RETENTION:
        return None
    return _find_response(row, scoped_key, body_hash, now)


async def acquire_lock(
    session: AsyncSession, scoped_key: str, body_hash: str
) -> IdempotencyLock | RecordedResponse:
    """Return the lock for a request, or the stored response if the request is a repetition.

    Raises:
        Invalid: The first request with this key had another body.
        Conflict: The first request is still running, or its response was lost in a crash.
    """
    now = clock.now()
    values = {
        "key": hash_key(scoped_key),
        "body_hash": body_hash,
        "encrypted_response": "",
        "created_at": now,
    }
    inserted = insert(session, IdempotencyRecord).values(values).on_conflict_do_nothing()
    if await session.scalar(inserted.returning(IdempotencyRecord.key)) is not None:
        return IdempotencyLock(scoped_key, now)
    row = await session.get(IdempotencyRecord, hash_key(scoped_key), with_for_update=True)
    if row is None:  # The lock was released between the two statements.
        raise _create_still_running_error()
    if row.created_at > now - RESPONSE_RETENTION:
        response = _find_response(row, scoped_key, body_hash, now)
        if response is not None:
            return response
    row.body_hash, row.status_code, row.encrypted_response = body_hash, None, ""
    row.created_at, row.completed_at = now, None
    return IdempotencyLock(scoped_key, now)


async def confirm_lock(session: AsyncSession, lock: IdempotencyLock, *, is_completed: bool) -> None:
    """Make sure that the transaction commits only if the request still has its lock.

    Args:
        is_completed: Whether the transaction is the last one of the request. A repeated request is
            then never run again.

    Raises:
        Conflict: The request took too long, and a repeated request has taken over the lock.
    """
    result = await session.execute(
        update(IdempotencyRecord)
        .where(_is_locked_by(lock), col(IdempotencyRecord.status_code).is_(None))
        .values(completed_at=clock.now() if is_completed else None)
    )
    if not result.rowcount:  # type: ignore[attr-defined]
        raise Conflict(_("This request took too long and was retried."))


async def store_response(
    session: AsyncSession, lock: IdempotencyLock, response: RecordedResponse
) -> None:
    await session.execute(
        update(IdempotencyRecord)
        .where(
            _is_locked_by(lock),
        )
        .values(
            status_code=response.status,
            encrypted_response=_encrypt_response(response, lock.scoped_key),
        )
    )


async def release_lock(session: AsyncSession, lock: IdempotencyLock) -> None:
    """Delete the lock of a request that is not completed, so that the client can retry it."""
    await session.execute(
        delete(IdempotencyRecord).where(
            _is_locked_by(lock),
            col(IdempotencyRecord.completed_at).is_(None),
        )
    )


def _is_locked_by(lock: IdempotencyLock) -> ColumnElement[bool]:
    return and_(
        col(IdempotencyRecord.key) == lock.key_hash,
        col(IdempotencyRecord.created_at) == lock.locked_at,
    )


def _find_response(
    record: IdempotencyRecord, scoped_key: str, body_hash: str, now: datetime
) -> RecordedResponse | None:
    if record.body_hash != body_hash:
        raise Invalid.for_field(
            "Idempotency-Key",
            _("This Idempotency-Key was used with a different request body. Use a new key."),
        )
    if record.status_code is not None:
        return _decrypt_response(record, scoped_key)
    if record.completed_at is not None and record.created_at <= now - LOCK_TIMEOUT:
        raise Conflict(
            _("The request was completed, but its response was lost. Check before you repeat it.")
        )
    if record.created_at > now - LOCK_TIMEOUT:
        raise _create_still_running_error()
    return None


def _create_still_running_error() -> Conflict:
    return Conflict(_("A request with this Idempotency-Key is still running."))


def _encrypt_response(response: RecordedResponse, scoped_key: str) -> str:
    head = orjson.dumps({"headers": response.headers, "limits": response.limits})
    plaintext = zlib.compress(head + b"\n" + response.body, _COMPRESSION_LEVEL)
    return encryption.encrypt_bytes(plaintext, purpose=f"idempotency:{scoped_key}")


def _decrypt_response(record: IdempotencyRecord, scoped_key: str) -> RecordedResponse:
    plaintext = encryption.decrypt_bytes(
        record.encrypted_response, purpose=f"idempotency:{scoped_key}"
    )
    head, _newline, body = zlib.decompress(plaintext).partition(b"\n")
    stored: Any = orjson.loads(head)
    headers, limits = ([tuple(pair) for pair in stored[part]] for part in ("headers", "limits"))
    return RecordedResponse(record.status_code or 200, headers, body, limits)


@dataclass(slots=True)
class KeyedRequest:
    scoped_key: str  # the caller, method, URL and idempotency key in one string
    body_hash: str
    # The `state` of the scope, which contains whether the route is `resumable`
    state: dict[str, Any] = field(default_factory=dict)
    # The lock for the key, or None while the request is not within its rate limits yet
    lock: IdempotencyLock | None = None

    async def confirm_lock(self, session: AsyncSession) -> None:
        """Take part in a transaction of the route, before it commits.

        Raise `Conflict` if the request took too long, and a repeated request has replaced it.
        """
        if self.lock is not None:
            is_completed = is_last(session) or not self.state.get("is_resumable", False)
            await confirm_lock(session, self.lock, is_completed=is_completed)


async def _declare_resumable(request: Request) -> None:
    request.state.is_resumable = True


# The dependency of a route that commits several transactions. If the route runs again after any of
# them, it must continue what it has begun, and must not do anything twice.
resumable: Any = Depends(_declare_resumable)


class _AlreadyAnswered(Exception):
    """Another request with the same key was answered while this request started."""

    def __init__(self, response: RecordedResponse) -> None:
        super().__init__()
        self.response = response


class IdempotencyMiddleware(HttpMiddleware):
    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] in SAFE_METHODS or not _has_idempotency_key(scope):
            await self.app(scope, receive, send)
            return
        key = _get_valid_key(scope)
        actor = await authenticate(scope)
        body = await _read_body(scope, receive)
        request = KeyedRequest(
            _build_scoped_key(scope, actor, key),
            hashlib.sha256(body).hexdigest(),
            scope.setdefault("state", {}),
        )
        async with read_session() as session:
            response = await find_response(session, request.scoped_key, request.body_hash)
        if response is None:
            _acquire_lock_after_rate_limit(request, scope, actor)
            try:
                response = await self._run_request(request, scope, body, receive)
            except _AlreadyAnswered as error:
                response = error.response
            else:
                await _send_response(send, response)
                return
        await add_current_limits_to_response(scope, response.limits)
        await _send_response(send, response, is_replayed=True)

    async def _run_request(
        self, request: KeyedRequest, scope: Scope, body: bytes, receive: Receive
    ) -> RecordedResponse:
        recorder = _ResponseRecorder()
        try:
            with call_before_commits(request.confirm_lock):
                await self.app(scope, _replay_body(body, receive), recorder)
        except BaseException:
            await _finish_request(request, None)
            raise
        response = recorder.to_response(get_reported_limits(scope))
        await _finish_request(request, response)
        return response


def _acquire_lock_after_rate_limit(request: KeyedRequest, scope: Scope, actor: Actor) -> None:
    """Acquire the lock for the key as soon as the route has counted the request."""
    hits = get_counted_hits(scope)

    async def lock_key() -> None:
        if actor.is_guest:
            hits.unreported.append(
                await rate_limits.count_hit(
                    "guest_idempotency_keys", rate_limits.get_actor_key(actor)
                )
            )
        async with unit_of_work() as session:
            found = await acquire_lock(session, request.scoped_key, request.body_hash)
        if isinstance(found, RecordedResponse):
            raise _AlreadyAnswered(found)
        request.lock = found

    hits.on_counted = lock_key


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


async def _finish_request(request: KeyedRequest, response: RecordedResponse | None) -> None:
    lock = request.lock
    if lock is None:
        return
    try:
        async with unit_of_work() as session:
            if response is None or not _is_storable(response):
                await release_lock(session, lock)
            else:
                await store_response(session, lock, response)
    except Exception:
        # The changes are committed, so the client gets the response.
        log.exception("idempotent_response_not_stored")


def _is_storable(response: RecordedResponse) -> bool:
    is_final = response.status < 500 and response.status not in UNSTORED_STATUSES
    if any(name == "retry-after" for name, _ in response.headers):
        is_final = False
    return is_final and len(response.body) <= MAX_BODY_BYTES


def _has_idempotency_key(scope: Scope) -> bool:
    is_given = any(name == b"idempotency-key" for name, _ in scope["headers"])
    return is_given and (has_json_body(scope) or not get_content_type(scope))


def _get_valid_key(scope: Scope) -> str:
    key = get_header(scope, b"idempotency-key")
    if not KEY_PATTERN.fullmatch(key):
        raise Invalid.for_field("Idempotency-Key", _("Use 1 to 255 printable ASCII characters."))
    return key


def _build_scoped_key(scope: Scope, actor: Actor, key: str) -> str:
    query = scope["query_string"].decode("latin-1")
    return "\n".join((rate_limits.get_actor_key(actor), scope["method"], scope["path"], query, key))


async def _read_body(scope: Scope, receive: Receive) -> bytes:
    try:
        return await Request(scope, receive).body()
    except ClientDisconnect as error:
        raise HTTPException(400) from error


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
