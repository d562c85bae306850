"""First answers to requests with an Idempotency-Key: claimed, marked as done, kept, given again.

A claim is a row. The transaction that does what was asked also writes `done_at` into it (`mark`,
called at its commit), and fails if the row is no longer its own: so the effect happens at most once
however often, wherever and whenever the request is repeated. The answer is added afterwards. A
crash in between leaves a row that is done and has no answer: repeating says so (409), does nothing.
A crash before the effect leaves a row that is not done, and after a minute somebody may try again.
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
from community.models import StoredAnswer

KEPT = timedelta(hours=24)
# A request that takes longer than this has died; should it live after all, its effect is refused.
GIVEN_UP = timedelta(minutes=1)
_SEAL = {"alg": "dir", "enc": "A256GCM"}


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer: its status, headers and body as they go over the wire.

    Attributes:
        limits: the rate limits that it counted in, each a group and a key.
    """

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    limits: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class Claim:
    """The right to give the first answer. `name` is who, where and the key, in one secret text."""

    name: str
    moment: datetime
    is_open: bool = True

    @property
    def key(self) -> str:
        return key_of(self.name)


def key_of(name: str) -> str:
    """What is stored of a name: a digest, which does not open the answer."""
    return hashlib.sha256(name.encode()).hexdigest()


async def claim(session: AsyncSession, name: str, body_hash: str) -> Claim | Answer:
    """The right to answer this request, or the answer that it was already given.

    Raises:
        Invalid: the key was used with another body.
        Conflict: the first request is still running, or was done and its answer is lost.
    """
    moment = clock.now()
    values = {"key": key_of(name), "body_hash": body_hash, "sealed": "", "created_at": moment}
    if (await session.scalars(_insert(session, values))).one_or_none() is not None:
        return Claim(name, moment)
    row = (
        await session.scalars(
            select(StoredAnswer).where(col(StoredAnswer.key) == key_of(name)).with_for_update()
        )
    ).one_or_none()
    if row is None:  # released a moment ago
        raise _in_flight()
    is_kept = row.created_at > moment - KEPT
    if is_kept and (answer := _first_answer(row, name, body_hash, moment)) is not None:
        return answer
    row.body_hash, row.status, row.sealed = body_hash, None, ""
    row.created_at, row.done_at = moment, None
    return Claim(name, moment)


def mark(claimed: Claim) -> Update:
    """What the transaction of the effect writes: one row, or none if somebody else took over."""
    return (
        update(StoredAnswer)
        .where(
            col(StoredAnswer.key) == claimed.key,
            col(StoredAnswer.created_at) == claimed.moment,
            col(StoredAnswer.status).is_(None),
        )
        .values(done_at=clock.now())
    )


async def keep(session: AsyncSession, claimed: Claim, answer: Answer) -> None:
    """Store the first answer."""
    await session.execute(
        update(StoredAnswer)
        .where(col(StoredAnswer.key) == claimed.key, col(StoredAnswer.created_at) == claimed.moment)
        .values(status=answer.status, sealed=_seal(answer, claimed.name))
    )


async def release(session: AsyncSession, claimed: Claim) -> None:
    """Nothing happened and the answer is not for keeping: the same key may be tried again."""
    await session.execute(
        delete(StoredAnswer).where(
            col(StoredAnswer.key) == claimed.key,
            col(StoredAnswer.created_at) == claimed.moment,
            col(StoredAnswer.done_at).is_(None),
        )
    )


async def forget_old(session: AsyncSession) -> None:
    """Remove the answers that are not given again any more."""
    old = clock.now() - KEPT
    await session.execute(delete(StoredAnswer).where(col(StoredAnswer.created_at) < old))


def _first_answer(row: StoredAnswer, name: str, body_hash: str, moment: datetime) -> Answer | None:
    if row.body_hash != body_hash:
        sentence = "This Idempotency-Key was used with another body. Use a new key."
        raise Invalid(sentence, fields={"Idempotency-Key": [sentence]})
    if row.status is not None:
        return _open(row, name)
    if row.done_at is not None and row.created_at <= moment - GIVEN_UP:
        raise Conflict("This was done, but its answer was lost. Look before you do it again.")
    if row.created_at > moment - GIVEN_UP:
        raise _in_flight()
    return None


def _in_flight() -> Conflict:
    return Conflict("The first request with this Idempotency-Key is still running.")


def _insert(session: AsyncSession, values: dict[str, Any]) -> ReturningInsert[tuple[str]]:
    is_sqlite = session.get_bind().dialect.name == "sqlite"
    insert = sqlite.insert(StoredAnswer) if is_sqlite else postgresql.insert(StoredAnswer)
    return insert.values(values).on_conflict_do_nothing().returning(col(StoredAnswer.key))


def _secret(name: str) -> OctKey:
    key = hmac.digest(settings().secret.encode(), b"answer:" + name.encode(), "sha256")
    return OctKey.import_key(key)


def _seal(answer: Answer, name: str) -> str:
    head = orjson.dumps({"headers": answer.headers, "limits": answer.limits})
    return jwe.encrypt_compact(_SEAL, head + b"\n" + answer.body, _secret(name))


def _open(row: StoredAnswer, name: str) -> Answer:
    plain = jwe.decrypt_compact(row.sealed, _secret(name)).plaintext or b""
    head, _, body = plain.partition(b"\n")
    known: Any = orjson.loads(head)
    if isinstance(known, list):  # kept before limits were
        known = {"headers": known, "limits": []}
    headers, limits = ([tuple(pair) for pair in known[part]] for part in ("headers", "limits"))
    return Answer(row.status or 200, headers, body, limits)
