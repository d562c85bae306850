"""The function that erases reports of users whose accounts are purged."""

from collections.abc import Collection

from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.models import ModerationReport, ReportedMessage

_NOT_SYNCHRONIZED = {"synchronize_session": False}


async def erase_reports(session: AsyncSession, *, user_ids: Collection[int]) -> None:
    """Delete the reports about the users. The reports that they wrote keep no name and no text.

    The copies of their private messages in other reports are deleted.
    """
    await session.execute(
        delete(ReportedMessage)
        .where(col(ReportedMessage.author_id).in_(user_ids))
        .execution_options(**_NOT_SYNCHRONIZED)
    )
    await session.execute(
        delete(ModerationReport)
        .where(col(ModerationReport.user_id).in_(user_ids))
        .execution_options(**_NOT_SYNCHRONIZED)
    )
    await session.execute(
        update(ModerationReport)
        .where(col(ModerationReport.reporter_id).in_(user_ids))
        .values(reporter_id=None, text="")
        .execution_options(**_NOT_SYNCHRONIZED)
    )
    await session.execute(
        update(ModerationReport)
        .where(col(ModerationReport.closed_by_id).in_(user_ids))
        .values(closed_by_id=None)
        .execution_options(**_NOT_SYNCHRONIZED)
    )
