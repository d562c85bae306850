from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors
from community.core.actor import Actor
from community.core.db.personal_data import Clear, PersonalData
from community.domain.bulk_actions import policies
from community.domain.bulk_actions.registry import TABLES, find_kind
from community.domain.bulk_actions.schemas import BulkActionView, SkipReason
from community.i18n import gettext as _
from community.models import BulkAction


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
    is_old = row.created_at < clock.now() - policies.SHOWN_FOR
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
