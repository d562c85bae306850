"""State of the charts of the section with the subscriptions of all users."""

from typing import Annotated, Any, TypeAlias
from urllib.parse import urlencode

import reflex as rx
from pydantic import Field

from community import urls
from community.admin.subscription_payments.table import PROVIDERS
from community.admin.user_subscriptions.history_models import History, build_history
from community.domain import subscriptions
from community.domain.subscriptions.statistics import REPORT_PERIODS, ReportPeriod
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_query

SECTION = "user-subscriptions"
MAX_ID_LENGTH = 18
Choice: TypeAlias = Annotated[str, Field(max_length=100)]


class SubscriptionHistoryState(rx.State):
    """The charts, which are loaded when the viewer opens them."""

    is_open: bool = False
    period: str = "30"
    plan: str = ""  # the id of the only plan that is counted, or ""
    provider: str = ""  # the code of the only payment provider that is counted, or ""
    currency: str = ""  # the currency of the revenue that the viewer has chosen, or ""
    history: History = History()
    csv_url: str = ""  # the address of the same numbers as CSV

    @rx.event
    @admin(SECTION, limit="admin_tables")
    async def toggle(self) -> None:
        if not self.is_open:
            await self._load()
        self.is_open = not self.is_open

    @rx.event
    @admin(SECTION, limit="admin_tables")
    async def select_period(self, period: ReportPeriod) -> None:
        if period in REPORT_PERIODS:
            self.period = period
            await self._load()

    @rx.event
    @admin(SECTION, limit="admin_tables")
    async def select_plan(self, plan: Choice) -> None:
        if plan == "" or _is_id(plan):
            self.plan = plan
            await self._load()

    @rx.event
    @admin(SECTION, limit="admin_tables")
    async def select_provider(self, provider: Choice) -> None:
        if provider in ("", *PROVIDERS):
            self.provider = provider
            await self._load()

    @rx.event
    @admin(SECTION, limit="admin_tables")
    async def select_currency(self, currency: Choice) -> None:
        if currency in self.history.currencies:
            self.currency = currency
            await self._load()

    async def _load(self) -> None:
        period = next(known for known in REPORT_PERIODS if known == self.period)
        report = await run_query(
            subscriptions.statistics.load_report,
            period=period,
            plan_id=int(self.plan) if self.plan else None,
            provider=self.provider or None,
            currency=self.currency or None,
        )
        self.history = build_history(report)
        chosen = {"period": period, "plan": self.plan, "provider": self.provider}
        query = urlencode({name: value for name, value in chosen.items() if value})
        self.csv_url = f"{urls.ADMIN_API}/subscriptions/statistics.csv?{query}"


def _is_id(value: Any) -> bool:
    # A client can send any JSON.
    return (
        isinstance(value, str)
        and value.isascii()
        and value.isdecimal()
        and len(value) <= MAX_ID_LENGTH
    )
