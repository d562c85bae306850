import reflex as rx
from sqlalchemy.ext.asyncio import AsyncSession

from community.admin.dashboard import models
from community.core import clock
from community.core.actor import DASHBOARD, Actor
from community.core.db.sessions import read_session
from community.domain import (
    comments,
    discovery,
    jobs,
    mail,
    moderation,
    posts,
    site,
    statistics,
    subscriptions,
)
from community.domain.search.index import get_index_state
from community.jobs.update_statistics import update_statistics
from community.state.runtime import request_context
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query
from community.workflows import health


class DashboardState(rx.State):
    """The numbers and the health of the site. The page refreshes them in regular intervals."""

    is_loaded: bool = False
    period: str = "30"
    report: models.DashboardReport = models.DashboardReport()
    waiting: models.Waiting = models.Waiting()
    health: models.ComponentHealth = models.ComponentHealth()
    search: models.SearchHealth = models.SearchHealth()
    checklist: discovery.SetupChecklist | None = None

    @rx.event
    @admin(DASHBOARD, limit="admin_dashboard")
    async def load(self) -> None:
        if await run_query(statistics.is_empty):
            # A new site. Else the first administrator would see 0 people for five minutes.
            await update_statistics()
        await self._load()
        self.is_loaded = True

    @rx.event
    @admin(DASHBOARD, limit="admin_dashboard")
    async def refresh(self) -> None:
        await self._load()

    @rx.event
    @admin(DASHBOARD, limit="admin_dashboard")
    async def select_period(self, period: statistics.Period) -> None:
        if period in statistics.PERIODS:
            self.period = period
            await self._load()

    @rx.event
    @admin(DASHBOARD, limit="writes")
    async def dismiss_checklist(self) -> None:
        """Hide the checklist permanently for all administrators of the site."""
        await run_action(site.update_settings, site.ChecklistSettings(is_checklist_dismissed=True))
        self.checklist = None

    async def _load(self) -> None:
        actor = request_context.get_actor()
        async with read_session() as session:
            # A client can send any text as the period.
            period = next(known for known in statistics.PERIODS if known == self.period)
            self.report = models.build_report(
                await statistics.get_report(session, actor, period=period)
            )
            self.waiting = await _load_waiting(session, actor)
            self.checklist = await discovery.find_full_setup_checklist(session, actor)
            self.search = models.build_search_health(await get_index_state(session))
        self.health = models.build_health(await health.check_everything())


async def _load_waiting(session: AsyncSession, actor: Actor) -> models.Waiting:
    disputes, differences, refunds = None, None, None
    if actor.has_section("subscription-payments"):
        disputes = await subscriptions.disputes.get_unanswered_disputes(session)
        differences = await subscriptions.reconciliation.count_waiting(session)
        refunds = await subscriptions.refunds.count_failed(session)
    return models.Waiting(
        differences=differences,
        refunds=refunds,
        disputes=disputes.count if disputes else None,
        dispute_deadline=clock.format_iso(disputes.due_by) if disputes and disputes.due_by else "",
        posts=await posts.count_held(session) if actor.has_section("posts") else None,
        comments=await comments.count_waiting(session) if actor.has_section("comments") else None,
        reports=await moderation.reports.count_waiting(session)
        if actor.has_section(moderation.reports.SECTION)
        else None,
        jobs=await jobs.count_failed(session) if actor.has_section("jobs") else None,
        mails=await mail.count_failed(session) if actor.has_section("mail") else None,
    )
