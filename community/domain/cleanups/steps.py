"""The steps of the jobs that clean up the content of a user, and undo it."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, events
from community.domain import chat, comments, posts
from community.domain.cleanups.events import CleanupProgressed
from community.models import Cleanup

# On SQLite, other writes wait until the transaction of a batch ends.
BATCH_SIZE: Final = 20
# Open pages show the progress after so many posts, comments and messages.
PROGRESS_INTERVAL: Final = 100
# The kinds of content in the order in which the jobs handle them.
_SUBJECTS: Final[Sequence[tuple[str, Any]]] = (
    ("posts", posts),
    ("comments", comments),
    ("messages", chat),
)


async def run_cleanup_step(session: AsyncSession, cleanup_id: int, after: int = 0) -> int | None:
    """Hide or delete a batch. Return a number, or None when everything is done."""
    row = await _lock(session, cleanup_id, "running")
    if row is None:
        return None
    if row.step >= len(_SUBJECTS):
        _finish(session, row, "finished")
        return None
    kind, subject = _SUBJECTS[row.step]
    ids = await subject.hide_in_cleanup(session, row, limit=BATCH_SIZE) if kind in row.kinds else []
    _advance(session, row, len(ids), position=ids[-1] if ids else None)
    return after + 1


async def run_undo_step(session: AsyncSession, cleanup_id: int, after: int = 0) -> int | None:
    """Restore a batch. Return a number, or None when everything is done."""
    row = await _lock(session, cleanup_id, "undoing")
    if row is None:
        return None
    if row.step >= len(_SUBJECTS):
        _finish(session, row, "undone")
        return None
    _kind, subject = _SUBJECTS[row.step]
    count = await subject.show_after_cleanup(session, row, limit=BATCH_SIZE)
    _advance(session, row, -count, position=0 if count else None)
    return after + 1


async def _lock(session: AsyncSession, cleanup_id: int, state: str) -> Cleanup | None:
    """Return the clean-up, or None if the job is not needed any more."""
    row = await session.get(Cleanup, cleanup_id, with_for_update=True)
    return row if row is not None and row.state == state else None


def _advance(session: AsyncSession, row: Cleanup, count: int, *, position: int | None) -> None:
    """Remember what a step did. It is the last one of its kind if it has no position."""
    before = row.hidden // PROGRESS_INTERVAL
    row.hidden = max(row.hidden + count, 0)
    if position is None:
        row.step, row.position = row.step + 1, 0
    else:
        row.position = position
    if row.hidden // PROGRESS_INTERVAL != before:
        events.record(session, CleanupProgressed(row.user_id))


def _finish(session: AsyncSession, row: Cleanup, state: str) -> None:
    row.state, row.finished_at = state, clock.now()
    events.record(session, CleanupProgressed(row.user_id))
