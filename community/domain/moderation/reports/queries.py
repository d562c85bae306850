from typing import Any, cast

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.errors import NotFound
from community.domain import people
from community.domain.moderation.policies import ensure_may_manage, is_allowed
from community.domain.moderation.reports.messages import list_copies
from community.domain.moderation.reports.policies import SECTION, TargetKind
from community.domain.moderation.reports.schemas import ReportRecord
from community.domain.moderation.reports.targets import find_content_status, find_url
from community.i18n import gettext as _
from community.models import ModerationReport

# More open reports are counted as this number, so that counting stays fast.
MAX_WAITING = 1_000


async def count_waiting(session: AsyncSession) -> int:
    """Return how many reports are open, at most `MAX_WAITING`."""
    return await _count(session, col(ModerationReport.state) == "open")


async def count_about(session: AsyncSession, actor: Actor, *, user_id: int) -> int:
    """Return how many reports about a user and their content there are, at most `MAX_WAITING`."""
    actor.ensure_section(SECTION)
    return await _count(session, col(ModerationReport.user_id) == user_id)


async def get_report_record(session: AsyncSession, actor: Actor, report_id: int) -> ReportRecord:
    actor.ensure_section(SECTION)
    row = await session.get(ModerationReport, report_id)
    if row is None:
        raise NotFound(_("Report not found."))
    ids = {id_ for id_ in (row.reporter_id, row.user_id, row.closed_by_id) if id_ is not None}
    users = await people.find_user_summaries(session, ids)
    kind = cast("TargetKind", row.target_kind)
    return ReportRecord(
        **row.model_dump(include=set(ReportRecord.model_fields)),
        url=await find_url(session, actor, kind, row.target_id),
        reporter=users.get(row.reporter_id or 0),
        user=users.get(row.user_id or 0),
        closed_by=users.get(row.closed_by_id or 0),
        open_count=await _count(
            session,
            col(ModerationReport.state) == "open",
            col(ModerationReport.target_kind) == row.target_kind,
            col(ModerationReport.target_id) == row.target_id,
        ),
        content_status=await find_content_status(session, kind, row.target_id),
        messages=await list_copies(session, row) if kind == "message" else [],
        can_manage_user=row.user_id is not None and await _can_manage(session, actor, row.user_id),
        user_count=0
        if row.user_id is None
        else await _count(session, col(ModerationReport.user_id) == row.user_id),
    )


async def _can_manage(session: AsyncSession, actor: Actor, user_id: int) -> bool:
    user = await people.find_user(session, user_id)
    return user is not None and is_allowed(ensure_may_manage, actor, user)


async def _count(session: AsyncSession, *conditions: Any) -> int:
    rows = select(col(ModerationReport.id)).where(*conditions).limit(MAX_WAITING).subquery()
    return await session.scalar(select(func.count()).select_from(rows)) or 0
