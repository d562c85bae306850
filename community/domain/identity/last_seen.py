"""The times at which sessions and access tokens were last used.

The times are kept in memory and written to the database in batches, so that no request waits for
the database lock of another writer. Each process writes its times every half minute. A process that
crashes loses the times that it has not written. This is acceptable, because the next use of the
session records another time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain.identity import policies
from community.models import AccessToken, User, UserSession

# Limits the memory that the times need while the database is not available.
MAX_PENDING = 100_000
# The number of sessions and tokens that one transaction updates. With SQLite, the transaction
# blocks other writers for about 20 ms.
FLUSH_BATCH_SIZE = 1_000


@dataclass(frozen=True, slots=True)
class _Use:
    actor: Actor
    seen_at: datetime


# The latest use by session id and token id. One of the two ids is None.
_pending: dict[tuple[int | None, int | None], _Use] = {}


def record_last_seen(actor: Actor) -> None:
    """Record that the actor used their session or token now. `flush_last_seen` writes the time."""
    key = (actor.session_id, actor.token_id)
    if len(_pending) < MAX_PENDING or key in _pending:
        _pending[key] = _Use(actor, clock.now())


async def flush_last_seen(session: AsyncSession) -> bool:
    """Write a batch of recorded times to the database, and extend the sessions.

    A session then expires `SESSION_LIFETIME` after its last use. Rows that another transaction has
    locked are skipped. Waiting for them could deadlock, because a batch locks the rows of many
    users.

    Returns:
        Whether more recorded times remain. Call this function again until it returns False.
    """
    batch = [_pending.pop(key) for key in list(_pending)[:FLUSH_BATCH_SIZE]]
    if batch:
        sessions = {use.actor.session_id: use for use in batch if use.actor.session_id is not None}
        tokens = {use.actor.token_id: use for use in batch if use.actor.token_id is not None}
        await _update_users(session, list(sessions.values()))
        await _update_sessions(session, sessions)
        await _update_tokens(session, tokens)
    return bool(_pending)


async def _update_users(session: AsyncSession, uses: Sequence[_Use]) -> None:
    seen_at = {use.actor.id: use.seen_at for use in sorted(uses, key=lambda use: use.seen_at)}
    locked = await _lock_available(session, User, seen_at)
    rows = [{"id": user_id, "last_seen_at": seen_at[user_id]} for user_id in locked]
    await _update_rows(session, User, rows)


async def _update_sessions(session: AsyncSession, uses: dict[int, _Use]) -> None:
    rows = [
        {
            "id": session_id,
            "last_seen_at": uses[session_id].seen_at,
            "expires_at": uses[session_id].seen_at + policies.SESSION_LIFETIME,
            "address": uses[session_id].actor.ip_address[:45],
        }
        for session_id in await _lock_available(session, UserSession, uses)
    ]
    await _update_rows(session, UserSession, rows)


async def _update_tokens(session: AsyncSession, uses: dict[int, _Use]) -> None:
    rows = [
        {"id": token_id, "last_used_at": uses[token_id].seen_at}
        for token_id in await _lock_available(session, AccessToken, uses)
    ]
    await _update_rows(session, AccessToken, rows)


async def _lock_available(
    session: AsyncSession, model: Any, row_ids: dict[int, Any]
) -> Sequence[int]:
    """Lock the rows that are neither revoked nor locked elsewhere, and return their ids."""
    query = select(model.id).where(col(model.id).in_(row_ids))
    if model is not User:
        query = query.where(col(model.revoked_at).is_(None))
    rows = await session.scalars(query.with_for_update(skip_locked=True, **FOR_NO_KEY_UPDATE))
    return rows.all()


async def _update_rows(session: AsyncSession, model: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        await session.execute(update(model), rows)
