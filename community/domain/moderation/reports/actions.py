"""The actions that create and close reports."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from sqlalchemy import ColumnElement, and_, func, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors, events
from community.core.actor import Actor
from community.core.db.statements import acquire_advisory_lock
from community.domain import audit, comments, posts, site
from community.domain.moderation.events import ContentReported, ReportsClosed
from community.domain.moderation.policies import clean_reason
from community.domain.moderation.reports import policies, schemas
from community.domain.moderation.reports.messages import store_copies
from community.domain.moderation.reports.targets import get_target
from community.i18n import gettext as _
from community.models import ModerationReport

_HOLDS: Final[Mapping[policies.TargetKind, Callable[[AsyncSession, int], Awaitable[bool]]]] = {
    "comment": comments.hold_reported,
    "post": posts.hold_reported,
}


async def report(
    session: AsyncSession,
    actor: Actor,
    *,
    target_kind: policies.TargetKind,
    target_id: int,
    reason: policies.ReportReason,
    text: str = "",
) -> schemas.ReportReceipt:
    """Report an object to the administrators.

    If the actor has already reported the object and the report is open, return that report. The
    report of a message contains copies of it and of the messages near it. Raise `Invalid` if the
    object belongs to the actor, or the reason requires a text.
    """
    reporter_id = actor.id
    if target_kind == "advertisement":
        return await report_advertisement(
            session, actor, advertisement_id=target_id, reason=reason, text=text
        )
    cleaned = policies.clean_report_text(reason, text)
    await acquire_advisory_lock(session, f"report:{reporter_id}")
    target = await get_target(session, actor, target_kind, target_id)
    policies.ensure_may_report(actor, target_kind, user_id=target.user_id)
    existing = await session.scalar(
        select(ModerationReport).where(
            col(ModerationReport.reporter_id) == reporter_id,
            _is_open_report_of(target_kind, target.id),
        )
    )
    if existing is not None:
        return _to_receipt(existing, is_new=False)
    # Before the report is inserted, because a comment and its ancestors are locked first.
    await _hold_if_reported_often(session, target_kind, target.id)
    row = ModerationReport(
        reporter_id=reporter_id,
        user_id=target.user_id,
        target_kind=target_kind,
        target_id=target.id,
        excerpt=target.excerpt,
        reason=reason.value,
        text=cleaned,
    )
    session.add(row)
    await session.flush()
    if target_kind == "message":
        await store_copies(session, actor, row)
    events.record(session, ContentReported(row.id, target_kind, target.id))
    return _to_receipt(row, is_new=True)


async def report_advertisement(
    session: AsyncSession,
    actor: Actor,
    *,
    advertisement_id: int,
    reason: policies.ReportReason,
    text: str = "",
) -> schemas.ReportReceipt:
    """Report an advertisement to the administrators. Guests may do so, too.

    If the actor has already reported it and the report is open, return that report. Guests get the
    last one if as many of theirs are open as administrators need.
    """
    policies.ensure_not_banned(actor)
    cleaned = policies.clean_report_text(reason, text)
    target = await get_target(session, actor, "advertisement", advertisement_id)
    await acquire_advisory_lock(session, f"report-advertisement:{target.id}")
    query = select(ModerationReport).where(
        col(ModerationReport.reporter_id).is_not_distinct_from(actor.user_id),
        _is_open_report_of("advertisement", target.id),
    )
    existing = list(await session.scalars(query.order_by(col(ModerationReport.id).desc())))
    if len(existing) >= (policies.MAX_OPEN_OF_GUESTS if actor.is_guest else 1):
        return _to_receipt(existing[0], is_new=False)
    row = ModerationReport(
        reporter_id=actor.user_id,
        target_kind=target.kind,
        target_id=target.id,
        excerpt=target.excerpt,
        reason=reason.value,
        text=cleaned,
    )
    session.add(row)
    await session.flush()
    events.record(session, ContentReported(row.id, target.kind, target.id))
    return _to_receipt(row, is_new=True)


async def close(
    session: AsyncSession,
    actor: Actor,
    *,
    report_id: int,
    outcome: policies.ReportOutcome,
    reason: str = "",
) -> bool:
    """Close a report, and all other open reports about the same content or user.

    Args:
        outcome: `resolved` if the content or user broke the rules.

    Returns:
        False if the report was already closed.
    """
    actor.ensure_section(policies.SECTION)
    note = clean_reason(reason, is_required=False)
    row = await session.get(ModerationReport, report_id)
    if row is None:
        raise errors.NotFound(_("Report not found."))
    policies.ensure_may_close(actor, user_id=row.user_id)
    if row.state != "open":
        return False  # Newer reports stay open.
    closed = await session.scalars(
        update(ModerationReport)
        .where(_is_open_report_of(row.target_kind, row.target_id))
        .values(state=outcome, closed_at=clock.now(), closed_by_id=actor.user_id, note=note)
        .returning(col(ModerationReport.id))
        .execution_options(synchronize_session=False)
    )
    ids = sorted(closed)
    if not ids:
        return False  # Another administrator has just closed it.
    await audit.record(
        session,
        actor,
        f"report.{outcome}",
        target_kind="report",
        target_id=report_id,
        # The log has other readers than the reports, who must not read private messages.
        target_name="" if row.target_kind == "message" else row.excerpt,
        before={"state": "open"},
        after={"state": outcome, "reports": ids},
        reason=note,
    )
    events.record(session, ReportsClosed(row.target_kind, row.target_id))
    return True


async def close_all_about(
    session: AsyncSession, actor: Actor, *, user_id: int, reason: str = ""
) -> None:
    """Resolve all open reports of a user and of what they wrote."""
    actor.ensure_section(policies.SECTION)
    note = clean_reason(reason, is_required=False)
    policies.ensure_may_close(actor, user_id=user_id)
    rows = await session.execute(
        update(ModerationReport)
        .where(col(ModerationReport.user_id) == user_id, col(ModerationReport.state) == "open")
        .values(state="resolved", closed_at=clock.now(), closed_by_id=actor.user_id, note=note)
        .returning(
            col(ModerationReport.id),
            col(ModerationReport.target_kind),
            col(ModerationReport.target_id),
        )
        .execution_options(synchronize_session=False)
    )
    closed = sorted(rows.all())
    if not closed:
        return
    await audit.record(
        session,
        actor,
        "report.resolved",
        target_kind="report",
        target_id=closed[0].id,
        before={"state": "open"},
        after={"state": "resolved", "reports": [row.id for row in closed]},
        reason=note,
    )
    for target_kind, target_id in {(row.target_kind, row.target_id) for row in closed}:
        events.record(session, ReportsClosed(target_kind, target_id))


async def _hold_if_reported_often(
    session: AsyncSession, target_kind: policies.TargetKind, target_id: int
) -> None:
    """Hold content whose new report is the one with which it reaches the number to hide it."""
    hold = _HOLDS.get(target_kind)
    limit = (await site.get_content_settings(session)).reports_to_hold
    if limit == 0 or hold is None:
        return
    others = (
        select(ModerationReport.id)
        .where(_is_open_report_of(target_kind, target_id))
        .limit(limit)
        .subquery()
    )
    if (await session.scalar(select(func.count()).select_from(others)) or 0) + 1 >= limit:
        await hold(session, target_id)


def _is_open_report_of(target_kind: str, target_id: int) -> ColumnElement[bool]:
    return and_(
        col(ModerationReport.state) == "open",
        col(ModerationReport.target_kind) == target_kind,
        col(ModerationReport.target_id) == target_id,
    )


def _to_receipt(row: ModerationReport, *, is_new: bool) -> schemas.ReportReceipt:
    fields = row.model_dump(include=set(schemas.ReportReceipt.model_fields))
    return schemas.ReportReceipt(**fields, is_new=is_new)
