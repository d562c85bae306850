"""What becomes of the bans of a user, and of reports by and about them.

The archive contains neither who banned them nor what others have written.
"""

from typing import Final

from sqlalchemy import func, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.db.export_parts import ExportPart
from community.core.db.personal_data import Clear, Delete, Move, PersonalData, nothing
from community.i18n import noop
from community.models import ModerationReport, ReportedMessage, Sanction


async def _move_reports(
    session: AsyncSession, *, source_id: int, target_id: int, limit: int
) -> int:
    """Move up to `limit` reports by and about the source to the target. Return their number.

    Reports of one account by the other are deleted, and so are open reports that the target or
    another user has already made.
    """
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
        await _move_report(session, report_id, source_id, target_id)
    return len(ids)


async def _move_report(
    session: AsyncSession, report_id: int, source_id: int, target_id: int
) -> None:
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


PERSONAL_DATA: Final = (
    PersonalData(
        Sanction.user_id,
        export=ExportPart(
            "bans",
            noop("Bans of your account"),
            key=Sanction.id,
            fields=(Sanction.reason, Sanction.created_at, Sanction.until, Sanction.lifted_at),
        ),
        merge=Move(values={"lifted_at": func.coalesce(Sanction.lifted_at, Sanction.until)}),
        erase=Delete(),
    ),
    *nothing(
        Sanction.created_by_id,
        Sanction.lifted_by_id,
        because="What the user did as an administrator.",
    ),
    PersonalData(
        ReportedMessage.author_id,
        export="The messages of the user are in another part.",
        merge=Move(),
        erase=Delete(),
    ),
    PersonalData(
        ModerationReport.user_id,
        export="Reports of others.",
        merge=_move_reports,
        erase=Delete(),
    ),
    PersonalData(
        ModerationReport.reporter_id,
        export=ExportPart(
            "reports",
            noop("What you have reported"),
            key=ModerationReport.id,
            fields=(
                ModerationReport.target_kind,
                ModerationReport.reason,
                ModerationReport.text,
                ModerationReport.state,
                ModerationReport.created_at,
            ),
        ),
        merge=_move_reports,
        erase=Clear(values={"text": ""}),
    ),
    PersonalData(
        ModerationReport.closed_by_id,
        export="What the user did as an administrator.",
        merge="What the user did as an administrator.",
        erase=Clear(),
    ),
)
