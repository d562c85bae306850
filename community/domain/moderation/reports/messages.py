"""The copies of private messages that belong to a report."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core.actor import Actor
from community.core.errors import NotFound
from community.domain import chat, people
from community.domain.moderation.reports.policies import MESSAGES_RETENTION, SECTION
from community.domain.moderation.reports.schemas import ReportFileView, ReportMessageView
from community.i18n import gettext as _
from community.models import ChatFile, ModerationReport, ReportedMessage

_PURGE_BATCH = 500


async def store_copies(session: AsyncSession, actor: Actor, report: ModerationReport) -> None:
    """Copy the reported message and those near it, as the reporter sees them."""
    found = await chat.list_reportable(session, actor, report.target_id)
    files = await chat.list_file_names(session, [message.id for message in found])
    for message in found:
        session.add(
            ReportedMessage(
                report_id=report.id,
                message_id=message.id,
                author_id=message.author_id,
                text=message.text,
                files=files.get(message.id, []),
                created_at=message.created_at,
            )
        )
    await session.flush()


async def list_copies(session: AsyncSession, report: ModerationReport) -> list[ReportMessageView]:
    """Return the copies of a report, the oldest message first."""
    rows = (
        await session.scalars(
            select(ReportedMessage)
            .where(col(ReportedMessage.report_id) == report.id)
            .order_by(col(ReportedMessage.message_id))
        )
    ).all()
    files = await chat.list_files(session, [row.message_id for row in rows])
    users = await people.find_user_summaries(
        session, {row.author_id for row in rows}, with_deleted=True
    )
    return [
        ReportMessageView(
            id=row.message_id,
            author=users[row.author_id],
            text=row.text,
            files=row.files,
            attachments=[
                ReportFileView(
                    id=file.id,
                    name=file.name or file.alt,
                    url=urls.reported_file(report.id, file.id),
                    is_picture=bool(file.variants),
                )
                for file in files
                if file.message_id == row.message_id
            ],
            is_reported=row.message_id == report.target_id,
            created_at=row.created_at,
        )
        for row in rows
    ]


async def get_file(
    session: AsyncSession, actor: Actor, *, report_id: int, file_id: UUID
) -> ChatFile:
    """Return a picture or file of a message whose copy belongs to a report.

    Raises:
        NotFound: The actor is not an administrator, or the report has no such file. It is deleted
            with its message.
    """
    actor.ensure_section(SECTION)
    message_ids = await session.scalars(
        select(ReportedMessage.message_id).where(col(ReportedMessage.report_id) == report_id)
    )
    for file in await chat.list_files(session, message_ids.all()):
        if file.id == file_id:
            return file
    raise NotFound(_("File not found."))


async def purge_copies(session: AsyncSession, now: datetime) -> bool:
    """Erase a batch of copies and excerpts of old reports. Return whether more may remain."""
    found = await session.scalars(
        select(ModerationReport.id)
        .where(
            col(ModerationReport.target_kind) == "message",
            col(ModerationReport.closed_at) < now - MESSAGES_RETENTION,
            select(ReportedMessage.report_id)
            .where(col(ReportedMessage.report_id) == col(ModerationReport.id))
            .exists(),
        )
        .limit(_PURGE_BATCH)
    )
    ids = found.all()
    await session.execute(
        delete(ReportedMessage)
        .where(col(ReportedMessage.report_id).in_(ids))
        .execution_options(synchronize_session=False)
    )
    await session.execute(
        update(ModerationReport)
        .where(col(ModerationReport.id).in_(ids))
        .values(excerpt="")
        .execution_options(synchronize_session=False)
    )
    return len(ids) == _PURGE_BATCH
