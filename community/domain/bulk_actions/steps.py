"""The steps of the job that performs a bulk action, or undoes it.

Each record is changed in a transaction of its own, which also stores the position of the job.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.core.actor import Actor
from community.domain import identity, tables
from community.domain.bulk_actions import kinds, queries
from community.domain.bulk_actions.actions import BulkActionProgressed
from community.domain.bulk_actions.kinds import BulkActionKind
from community.domain.bulk_actions.registry import find_kind
from community.domain.tables import Table
from community.i18n import gettext as _
from community.models import BulkAction, BulkActionRecord

BATCH_SIZE: Final = 50
# Open pages show the progress after so many records.
PROGRESS_INTERVAL: Final = 20


@dataclass(frozen=True, slots=True)
class Item:
    """A record that the job handles next."""

    record_id: str
    position: str  # the position of the job after this record
    mark: str = ""  # what the action has stored of the record, if it is undone


@dataclass(frozen=True, slots=True)
class Batch:
    position: str  # the position of the job before these records
    items: Sequence[Item]


async def read_batch(session: AsyncSession, bulk_action_id: int) -> Batch | None:
    """Return the next records, or None if the job is not needed any more."""
    row = await session.get(BulkAction, bulk_action_id)
    if row is None or not queries.is_active(row):
        return None
    if row.state == "undoing":
        return Batch(row.position, await _read_changed(session, row))
    found = find_kind(row.section_table, row.action)
    return Batch(row.position, await _read_matching(session, row, found[0]) if found else ())


async def perform(session: AsyncSession, bulk_action_id: int, item: Item, *, after: str) -> bool:
    """Perform or undo the action on a record. Return False if the job must not continue here.

    Args:
        after: The position of the job before the record. Another worker may have moved it.

    Raises:
        DomainError: The record refuses the action. The caller calls `skip` in another transaction.
    """
    row = await _lock(session, bulk_action_id, after)
    if row is None:
        return False
    found, actor = find_kind(row.section_table, row.action), await _find_actor(session, row)
    if found is None or actor is None or not actor.has_section(found[0].section):
        _stop(session, row, _("The administrator no longer has access to this section."))
        return False
    definition, kind = found
    is_undoing = row.state == "undoing"
    record_id, options = definition.parse_record_id(item.record_id), _read_options(row, kind)
    call = kinds.RecordCall(session, actor, record_id, row.reason, options, item.mark)
    action = kind.undo if is_undoing else kind.perform
    mark = None if action is None else await action(call)
    if mark is None:
        _count_skipped(row, _("Nothing to change"))
    elif is_undoing:
        row.undone += 1
    else:
        row.done += 1
        session.add(BulkActionRecord(bulk_action_id=row.id, record_id=item.record_id, mark=mark))
    _advance(session, row, item)
    return True


async def skip(
    session: AsyncSession, bulk_action_id: int, item: Item, reason: str, *, after: str
) -> bool:
    """Count a record that refused the action. Return False if the job must not continue here."""
    row = await _lock(session, bulk_action_id, after)
    if row is None:
        return False
    _count_skipped(row, reason)
    _advance(session, row, item)
    return True


async def finish(session: AsyncSession, bulk_action_id: int, *, after: str) -> None:
    row = await _lock(session, bulk_action_id, after)
    if row is not None:
        row.state = "finished" if row.state == "running" else "undone"
        row.finished_at = clock.now()
        events.record(session, BulkActionProgressed(row.section_table))


def _read_options(row: BulkAction, kind: BulkActionKind) -> BaseModel:
    return kind.options.model_validate(row.options)


async def _lock(session: AsyncSession, bulk_action_id: int, position: str) -> BulkAction | None:
    row = await session.get(
        BulkAction, bulk_action_id, with_for_update=True, populate_existing=True
    )
    if row is None or not queries.is_active(row) or row.position != position:
        return None
    return row


async def _find_actor(session: AsyncSession, row: BulkAction) -> Actor | None:
    """Return the administrator as they are now, as if they had just confirmed their password.

    They did so before the action began, which may take longer than the confirmation lasts.
    """
    user_id = row.undone_by_id if row.state == "undoing" else row.created_by_id
    if user_id is None:
        return None
    actor = await identity.find_actor_of_job(session, user_id)
    return actor and replace(actor, session_id=row.session_id, confirmed_at=clock.now())


async def _read_matching(session: AsyncSession, row: BulkAction, definition: Table) -> list[Item]:
    ids = await tables.list_ids(
        session,
        definition,
        tables.parse_view(definition, row.view),
        after=definition.parse_record_id(row.position),
        last=definition.parse_record_id(row.last_id),
        limit=BATCH_SIZE,
    )
    return [Item(str(record_id), str(record_id)) for record_id in ids]


async def _read_changed(session: AsyncSession, row: BulkAction) -> list[Item]:
    query: Any = (
        select(BulkActionRecord)
        .where(
            BulkActionRecord.bulk_action_id == row.id,
            col(BulkActionRecord.id) > int(row.position or 0),
        )
        .order_by(col(BulkActionRecord.id))
        .limit(BATCH_SIZE)
    )
    rows = await session.scalars(query)
    return [Item(record.record_id, str(record.id), record.mark) for record in rows]


def _count_skipped(row: BulkAction, reason: str) -> None:
    row.skipped += 1
    is_known = reason in row.reasons or len(row.reasons) < queries.MAX_REASONS - 1
    key = reason if is_known else _("Other reasons")
    row.reasons = {**row.reasons, key: row.reasons.get(key, 0) + 1}


def _advance(session: AsyncSession, row: BulkAction, item: Item) -> None:
    row.position = item.position
    handled = row.undone + row.skipped if row.state == "undoing" else row.done + row.skipped
    if handled % PROGRESS_INTERVAL == 0:
        events.record(session, BulkActionProgressed(row.section_table))


def _stop(session: AsyncSession, row: BulkAction, reason: str) -> None:
    row.state, row.stop_reason, row.finished_at = "stopped", reason, clock.now()
    events.record(session, BulkActionProgressed(row.section_table))
