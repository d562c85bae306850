"""The actions that begin, stop and undo a bulk action, and close its result."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors, events
from community.core.actor import Actor
from community.core.db import statements
from community.core.events import DomainEvent
from community.domain import audit, tables
from community.domain.bulk_actions import queries
from community.domain.bulk_actions.kinds import BulkActionKind
from community.domain.bulk_actions.queries import BulkActionView
from community.domain.bulk_actions.registry import find_kind
from community.domain.jobs import outbox
from community.domain.tables import Table
from community.i18n import formats, gettext as _, ngettext
from community.models import BulkAction, BulkActionRecord

PURGE_BATCH_SIZE: Final = 1_000
RUN_JOB: Final = "run_bulk_action"


@dataclass(frozen=True, slots=True)
class BulkActionProgressed(DomainEvent):
    """A bulk action, or its undoing, has begun, advanced or ended."""

    table: str


async def count_matching(
    session: AsyncSession, actor: Actor, *, table: Table, view: tables.TableView
) -> int:
    """Return how many records match. Raise `Invalid` if there are more than `MAX_RECORDS`."""
    limit = queries.MAX_RECORDS
    count = await tables.count_matching(session, actor, table, view, limit=limit)
    if count > limit:
        raise errors.Invalid(
            _(
                "More than {n} records match. Add a filter to change them together.",
                n=formats.format_number(limit),
            )
        )
    return count


async def start(
    session: AsyncSession,
    actor: Actor,
    *,
    table: str,
    action: str,
    view: Mapping[str, str],
    expected: int,
    reason: str = "",
    options: Mapping[str, Any] | None = None,
) -> BulkActionView:
    """Begin a bulk action. A job performs it.

    Args:
        view: The parameters of the search and the filters, as in the URL of the table.
        expected: The number of records that the administrator has confirmed.
        options: What else the form of the action contains.

    Raises:
        Invalid: The reason is missing, nothing matches, or too many records match.
        Conflict: More records match than expected, or another action on the table is running.
    """
    found = find_kind(table, action)
    if found is None:
        raise queries.make_not_found_error()
    definition, kind = found
    queries.ensure_may_act(actor, definition, kind)
    if kind.needs_reason and not reason.strip():
        raise errors.Invalid.for_field("reason", _("Enter a reason."))
    await statements.acquire_advisory_lock(session, f"bulk_actions:{table}")
    await _ensure_none_is_running(session, table)
    parsed = tables.parse_view(definition, view)
    total = await count_matching(session, actor, table=definition, view=parsed)
    _ensure_expected(total, expected)
    row = BulkAction(
        section_table=table,
        action=action,
        view=tables.build_params(definition, tables.keep_conditions(definition, parsed)),
        options=kind.options.model_validate(options or {}).model_dump(mode="json"),
        reason=reason.strip()[: audit.REASON_MAX_LENGTH],
        created_by_id=actor.id,
        session_id=actor.session_id,
        total=total,
        last_id=str(await tables.find_last_id(session, definition, parsed)),
    )
    session.add(row)
    await session.flush()
    options = {name: value for name, value in row.options.items() if value}
    filters = tables.build_url("", row.view).removeprefix("?")
    after = {"filters": filters, "total": total, **options}
    await _record(session, actor, row, "started", after=after)
    _run(session, row)
    return queries.build_view(row)


async def stop(session: AsyncSession, actor: Actor, *, bulk_action_id: int) -> BulkActionView:
    """Stop the job of a bulk action, unless it has ended. What it has changed stays so."""
    row = await queries.get_row(session, actor, bulk_action_id)
    if queries.is_active(row):
        row.state, row.stop_reason, row.finished_at = "stopped", "", clock.now()
        await _record(session, actor, row, "stopped", after={"done": row.done})
        events.record(session, BulkActionProgressed(row.section_table))
    return queries.build_view(row)


async def undo(session: AsyncSession, actor: Actor, *, bulk_action_id: int) -> BulkActionView:
    """Restore the records that an action has changed. A job does so, record by record.

    Raise `Conflict` if the action is running, was undone, or cannot be undone.
    """
    row = await queries.get_row(session, actor, bulk_action_id)
    definition, kind = _get_kind(row)
    queries.ensure_may_act(actor, definition, kind)
    if not queries.may_undo(row):
        raise errors.Conflict(_("This can't be undone."))
    row.state, row.position, row.skipped, row.reasons = "undoing", "", 0, {}
    row.stop_reason, row.finished_at = "", None
    row.undone_by_id, row.session_id = actor.id, actor.session_id
    await _record(session, actor, row, "undone", after={"done": row.done})
    _run(session, row)
    return queries.build_view(row)


async def dismiss(session: AsyncSession, actor: Actor, *, bulk_action_id: int) -> None:
    """Close the result of an action. One that is running stays visible."""
    row = await queries.get_row(session, actor, bulk_action_id)
    if not queries.is_active(row) and row.dismissed_at is None:
        row.dismissed_at = clock.now()
        events.record(session, BulkActionProgressed(row.section_table))


def _get_kind(row: BulkAction) -> tuple[Table, BulkActionKind]:
    found = find_kind(row.section_table, row.action)
    if found is None:
        raise queries.make_not_found_error()
    return found


def _ensure_expected(total: int, expected: int) -> None:
    if not total:
        raise errors.Invalid(_("Nothing matches the search and the filters."))
    if total > expected:
        raise errors.Conflict(
            ngettext(
                "Now {n} record matches. Confirm again.",
                "Now {n} records match. Confirm again.",
                total,
            ),
            code="more_records_match",
        )


def _run(session: AsyncSession, row: BulkAction) -> None:
    outbox.enqueue(session, RUN_JOB, bulk_action_id=row.id)
    events.record(session, BulkActionProgressed(row.section_table))


async def _record(
    session: AsyncSession, actor: Actor, row: BulkAction, action: str, *, after: dict[str, Any]
) -> None:
    await audit.record(
        session,
        actor,
        f"bulk_action.{action}",
        target_kind="table",
        target_id=row.section_table,
        after={"table": row.section_table, "action": row.action, **after},
        reason=row.reason,
    )


async def _ensure_none_is_running(session: AsyncSession, table: str) -> None:
    running = select(BulkAction.id).where(
        BulkAction.section_table == table, col(BulkAction.state).in_(("running", "undoing"))
    )
    if await session.scalar(running.limit(1)) is not None:
        raise errors.Conflict(_("Another action on these records is still running."))


async def purge_old(session: AsyncSession) -> bool:
    """Delete a batch of what is stored of old bulk actions. Return whether more may remain."""
    is_old = col(BulkAction.created_at) < clock.now() - queries.RETENTION
    old = select(col(BulkAction.id)).where(is_old)
    records = (
        select(col(BulkActionRecord.id))
        .where(col(BulkActionRecord.bulk_action_id).in_(old))
        .limit(PURGE_BATCH_SIZE)
    )
    ids = (await session.scalars(records)).all()
    if ids:
        await session.execute(
            delete(BulkActionRecord)
            .where(col(BulkActionRecord.id).in_(ids))
            .execution_options(synchronize_session=False)
        )
        return True
    await session.execute(
        delete(BulkAction).where(is_old).execution_options(synchronize_session=False)
    )
    return False
