"""Who may start bulk actions, their limits, and how administrators see their progress."""

from datetime import timedelta
from typing import Final, Literal

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors
from community.core.actor import Actor
from community.core.db.personal_data import Clear, PersonalData
from community.core.read_models import ReadModel, Timestamp
from community.domain import identity
from community.domain.bulk_actions.kinds import BulkActionKind
from community.domain.bulk_actions.registry import TABLES, find_kind
from community.domain.tables import Table
from community.i18n import gettext as _
from community.models import BulkAction

# Counting more would take longer than a click may take.
MAX_RECORDS: Final = 100_000
# The section shows the last action, and offers to undo it, for so long.
SHOWN_FOR: Final = timedelta(days=1)
RETENTION: Final = timedelta(days=30)
# Different reasons for skipped records that are counted. The others are counted together.
MAX_REASONS: Final = 20
State = Literal["running", "stopped", "finished", "undoing", "undone"]


def ensure_may_act(actor: Actor, table: Table, kind: BulkActionKind) -> None:
    actor.ensure_section(table.section)
    if kind.needs_password:
        identity.ensure_recently_confirmed(actor)


class SkipReason(ReadModel):
    """Why records were skipped, and how many."""

    message: str
    count: int


class BulkActionView(ReadModel):
    id: int
    table: str
    action: str
    state: State
    stop_reason: str  # why the job stopped; empty if an administrator stopped it
    total: int  # how many records matched at the beginning
    done: int  # how many of them the action has changed
    skipped: int  # how many refused the action, or its undoing
    undone: int  # how many of the changed records are restored
    reasons: list[SkipReason]  # why records were skipped, most frequent first
    can_undo: bool
    created_at: Timestamp
    finished_at: Timestamp | None


async def find_latest(session: AsyncSession, actor: Actor, *, table: str) -> BulkActionView | None:
    """Return the last bulk action on a table, unless it is old or its result was closed."""
    if table not in TABLES:
        raise make_not_found_error()
    actor.ensure_section(TABLES[table].table.section)
    row = await session.scalar(
        select(BulkAction)
        .where(BulkAction.section_table == table)
        .order_by(col(BulkAction.id).desc())
        .limit(1)
    )
    if row is None or row.dismissed_at is not None:
        return None
    is_old = row.created_at < clock.now() - SHOWN_FOR
    return None if is_old and not is_active(row) else build_view(row)


async def get_bulk_action(
    session: AsyncSession, actor: Actor, *, bulk_action_id: int
) -> BulkActionView:
    return build_view(await get_row(session, actor, bulk_action_id))


async def get_row(session: AsyncSession, actor: Actor, bulk_action_id: int) -> BulkAction:
    """Lock and return a bulk action whose table the actor may open, as `get_bulk_action`."""
    row = await session.get(
        BulkAction, bulk_action_id, with_for_update=True, populate_existing=True
    )
    if row is None or row.section_table not in TABLES:
        raise make_not_found_error()
    actor.ensure_section(TABLES[row.section_table].table.section)
    return row


def is_active(row: BulkAction) -> bool:
    return row.state in {"running", "undoing"}


def may_undo(row: BulkAction) -> bool:
    found = find_kind(row.section_table, row.action)
    is_possible = found is not None and found[1].undo is not None
    return is_possible and row.done > row.undone and row.state in {"finished", "stopped"}


def build_view(row: BulkAction) -> BulkActionView:
    reasons = sorted(row.reasons.items(), key=lambda item: -item[1])
    return BulkActionView(
        **row.model_dump(
            include={
                "id",
                "action",
                "state",
                "stop_reason",
                "total",
                "done",
                "skipped",
                "undone",
                "created_at",
                "finished_at",
            }
        ),
        table=row.section_table,
        reasons=[SkipReason(message=message, count=count) for message, count in reasons],
        can_undo=may_undo(row),
    )


def make_not_found_error() -> errors.NotFound:
    return errors.NotFound(_("Bulk action not found."))


PERSONAL_DATA: Final = tuple(
    PersonalData(
        column,
        export="What the user did as an administrator.",
        merge="The same.",
        erase=Clear(),
    )
    for column in (BulkAction.created_by_id, BulkAction.undone_by_id)
)
