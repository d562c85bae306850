"""What reports contribute to the merge of two accounts."""

from sqlalchemy import or_, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.models import ModerationReport, ReportedMessage


async def move_reports(session: AsyncSession, *, source_id: int, target_id: int, limit: int) -> int:
    """Move up to `limit` reports by and about the source to the target. Return their number.

    Reports of one account by the other are deleted, and so are open reports that the target or
    another user has already made. Copies of private messages in reports move too.
    """
    await session.execute(
        update(ReportedMessage)
        .where(col(ReportedMessage.author_id) == source_id)
        .values(author_id=target_id)
        .execution_options(synchronize_session=False)
    )
    ids = (
        await session.scalars(
            select(ModerationReport.id)
            .where(
                or_(
                    col(ModerationReport.user_id) == source_id,
                    col(ModerationReport.reporter_id) == source_id,
                )
            )
            .order_by(col(ModerationReport.id))
            .limit(limit)
        )
    ).all()
    for report_id in ids:
        await _move(session, report_id, source_id, target_id)
    return len(ids)


async def _move(session: AsyncSession, report_id: int, source_id: int, target_id: int) -> None:
    row = await session.get_one(ModerationReport, report_id, with_for_update=True)
    if row.user_id == source_id:
        row.user_id = target_id
        if row.target_kind == "user":
            row.target_id = target_id
    if row.reporter_id == source_id:
        row.reporter_id = target_id
    with session.no_autoflush:
        is_duplicate = row.state == "open" and await _has_other_report(session, row)
    if row.reporter_id == row.user_id or is_duplicate:
        await session.delete(row)
    await session.flush()


async def _has_other_report(session: AsyncSession, row: ModerationReport) -> bool:
    found = await session.scalar(
        select(ModerationReport.id).where(
            col(ModerationReport.id) != row.id,
            col(ModerationReport.state) == "open",
            col(ModerationReport.reporter_id) == row.reporter_id,
            col(ModerationReport.target_kind) == row.target_kind,
            col(ModerationReport.target_id) == row.target_id,
        )
    )
    return found is not None
