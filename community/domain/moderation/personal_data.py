"""The bans and reports of a user: for the archive with their data, and the deletion of bans.

The archive contains neither who banned them nor what others have written.
"""

from collections.abc import Collection
from typing import Final

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.db.export_parts import ExportPart
from community.i18n import noop
from community.models import ModerationReport, Sanction

EXPORT_PARTS: Final = (
    ExportPart(
        "bans",
        noop("Bans of your account"),
        user=Sanction.user_id,
        key=Sanction.id,
        fields=(Sanction.reason, Sanction.created_at, Sanction.until, Sanction.lifted_at),
    ),
    ExportPart(
        "reports",
        noop("What you have reported"),
        user=ModerationReport.reporter_id,
        key=ModerationReport.id,
        fields=(
            ModerationReport.target_kind,
            ModerationReport.reason,
            ModerationReport.text,
            ModerationReport.state,
            ModerationReport.created_at,
        ),
    ),
)


async def erase_sanctions(session: AsyncSession, *, user_ids: Collection[int]) -> None:
    await session.execute(
        delete(Sanction)
        .where(col(Sanction.user_id).in_(user_ids))
        .execution_options(synchronize_session=False)
    )
