"""Storage of responses to requests with an `Idempotency-Key`.

Each key has a database row. The row is also a lock that prevents two processes from handling the
same request at the same time. The transaction that commits the changes of the request also sets
`completed_at`. If a repeated request has taken over the lock, this transaction fails. The changes
are therefore committed at most once. A second transaction then stores the response.

If the process crashes before the first transaction commits, the client can repeat the request after
a minute. If the process crashes between the two transactions, the response is lost. A repeated
request then gets 409 and changes nothing.
"""

import hashlib
import hmac
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import orjson
from joserfc import jwe
from joserfc.jwk import OctKey
from sqlalchemy import Update, delete, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.sql.dml import ReturningInsert
from sqlmodel import col, select

from community.core import clock
from community.core.errors import Conflict, Invalid
from community.core.settings import settings
from community.i18n import gettext as _
from community.models import IdempotencyRecord

RETENTION = timedelta(hours=24)
# A request that takes longer counts as crashed. A repeated request then takes over its lock, after
# which the first request can no longer commit.
LOCK_TIMEOUT = timedelta(minutes=1)
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


@dataclass(slots=True)
class IdempotencyLock:
    """The exclusive right to handle a request with an idempotency key.

    Attributes:
        scoped_key: The caller, method, URL and idempotency key in one string. This string is
            secret, because the key that encrypts the response is derived from it.
        is_active: Whether the server is still handling the request.
    """

    scoped_key: str
    locked_at: datetime
    is_active: bool = True

    @property
    def key_hash(self) -> str:
        return hash_key(self.scoped_key)


def hash_key(scoped_key: str) -> str:
    """Return a hash to store instead of the key, because the key can decrypt the response."""
    return hashlib.sha256(scoped_key.encode()).hexdigest()


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
    if (
        await session.scalars(_build_insert_if_absent_statement(session, values))
    ).one_or_none() is not None:
        return IdempotencyLock(scoped_key, now)
    row = (
        await session.scalars(
            select(IdempotencyRecord)
            .where(col(IdempotencyRecord.key) == hash_key(scoped_key))
            .with_for_update()
        )
    ).one_or_none()
    if row is None:  # The lock was released between the two statements.
        raise _create_still_running_error()
    if row.created_at > now - RETENTION:
        response = _find_response(row, scoped_key, body_hash, now)
        if response is not None:
            return response
    row.body_hash, row.status_code, row.encrypted_response = body_hash, None, ""
    row.created_at, row.completed_at = now, None
    return IdempotencyLock(scoped_key, now)


def build_mark_done_statement(lock: IdempotencyLock) -> Update:
    """Return the UPDATE statement that marks a request as completed.

    Execute the statement in the transaction that commits the changes of the request. If a repeated
    request has taken over the lock, the statement updates no row.
    """
    return (
        update(IdempotencyRecord)
        .where(
            col(IdempotencyRecord.key) == lock.key_hash,
            col(IdempotencyRecord.created_at) == lock.locked_at,
            col(IdempotencyRecord.status_code).is_(None),
        )
        .values(completed_at=clock.now())
    )


async def store_response(
    session: AsyncSession, lock: IdempotencyLock, response: RecordedResponse
) -> None:
    await session.execute(
        update(IdempotencyRecord)
        .where(
            col(IdempotencyRecord.key) == lock.key_hash,
            col(IdempotencyRecord.created_at) == lock.locked_at,
        )
        .values(
            status_code=response.status,
            encrypted_response=_encrypt_response(response, lock.scoped_key),
        )
    )


async def release_lock(session: AsyncSession, lock: IdempotencyLock) -> None:
    """Delete the lock of a request that changed nothing, so that the client can retry it."""
    await session.execute(
        delete(IdempotencyRecord).where(
            col(IdempotencyRecord.key) == lock.key_hash,
            col(IdempotencyRecord.created_at) == lock.locked_at,
            col(IdempotencyRecord.completed_at).is_(None),
        )
    )


async def delete_expired_records(session: AsyncSession) -> None:
    cutoff = clock.now() - RETENTION
    await session.execute(
        delete(IdempotencyRecord).where(col(IdempotencyRecord.created_at) < cutoff)
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


def _build_insert_if_absent_statement(
    session: AsyncSession, values: dict[str, Any]
) -> ReturningInsert[tuple[str]]:
    is_sqlite = session.get_bind().dialect.name == "sqlite"
    insert = sqlite.insert(IdempotencyRecord) if is_sqlite else postgresql.insert(IdempotencyRecord)
    return insert.values(values).on_conflict_do_nothing().returning(col(IdempotencyRecord.key))


def _derive_encryption_key(scoped_key: str) -> OctKey:
    purpose = b"idempotency:" + scoped_key.encode()
    return OctKey.import_key(hmac.digest(settings().signing_key.encode(), purpose, "sha256"))


def _encrypt_response(response: RecordedResponse, scoped_key: str) -> str:
    head = orjson.dumps({"headers": response.headers, "limits": response.limits})
    plaintext = head + b"\n" + response.body
    return jwe.encrypt_compact(_JWE_HEADER, plaintext, _derive_encryption_key(scoped_key))


def _decrypt_response(record: IdempotencyRecord, scoped_key: str) -> RecordedResponse:
    decrypted = jwe.decrypt_compact(record.encrypted_response, _derive_encryption_key(scoped_key))
    head, _newline, body = (decrypted.plaintext or b"").partition(b"\n")
    stored: Any = orjson.loads(head)
    headers, limits = ([tuple(pair) for pair in stored[part]] for part in ("headers", "limits"))
    return RecordedResponse(record.status_code or 200, headers, body, limits)
