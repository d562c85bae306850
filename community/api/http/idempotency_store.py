"""Storage of responses to requests with an `Idempotency-Key`.

Each key has a database row. The row is also a lock that prevents two processes from handling the
same request at the same time. Each transaction of the request confirms the lock before it commits,
so that it fails if a repeated request has taken over the lock. The response is stored afterwards.

The transaction of a request that has only one also sets `completed_at`, so that the request is run
at most once: if the process crashes before the response is stored, a repeated request gets 409 and
changes nothing. A request with several transactions is completed when its response is stored. If
the process crashes before, a repeated request continues after a minute.
"""

import hashlib
import hmac
import zlib
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import orjson
from joserfc import jwe
from joserfc.jwk import OctKey
from sqlalchemy import ColumnElement, and_, delete, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core import clock
from community.core.db.upsert import insert
from community.core.errors import Conflict, Invalid
from community.core.settings import settings
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
_JWE_HEADER = {"alg": "dir", "enc": "A256GCM"}


@dataclass(frozen=True, slots=True)
class RecordedResponse:
    """A complete HTTP response.

    Attributes:
        limits: The rate limits in which the request was counted, as pairs of group and key.
    """

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    limits: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class IdempotencyLock:
    """The exclusive right to handle a request with an idempotency key.

    Attributes:
        scoped_key: The caller, method, URL and idempotency key in one string. This string is
            secret, because the key that encrypts the response is derived from it.
    """

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


def _derive_encryption_key(scoped_key: str) -> OctKey:
    purpose = b"idempotency:" + scoped_key.encode()
    return OctKey.import_key(hmac.digest(settings().signing_key.encode(), purpose, "sha256"))


def _encrypt_response(response: RecordedResponse, scoped_key: str) -> str:
    head = orjson.dumps({"headers": response.headers, "limits": response.limits})
    plaintext = zlib.compress(head + b"\n" + response.body, _COMPRESSION_LEVEL)
    return jwe.encrypt_compact(_JWE_HEADER, plaintext, _derive_encryption_key(scoped_key))


def _decrypt_response(record: IdempotencyRecord, scoped_key: str) -> RecordedResponse:
    decrypted = jwe.decrypt_compact(record.encrypted_response, _derive_encryption_key(scoped_key))
    head, _newline, body = zlib.decompress(decrypted.plaintext or b"").partition(b"\n")
    stored: Any = orjson.loads(head)
    headers, limits = ([tuple(pair) for pair in stored[part]] for part in ("headers", "limits"))
    return RecordedResponse(record.status_code or 200, headers, body, limits)
