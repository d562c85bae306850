"""State of the sheet with the statistics of one advertisement."""

from collections.abc import Sequence

import reflex as rx

from community import urls
from community.admin.advertisements import report_models
from community.core.db.sessions import read_session
from community.domain import advertising, communities
from community.i18n import gettext as _
from community.state.runtime.forms import Id
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query
from community.state.runtime.toasts import show_toast

SECTION = advertising.SECTION


class AdvertisementReportState(rx.State):
    advertisement_id: int = 0
    name: str = ""
    is_open: bool = False
    days: list[report_models.ReportRow] = []
    places: list[report_models.ReportRow] = []
    communities: list[report_models.ReportRow] = []
    totals: report_models.ReportTotals = report_models.ReportTotals()
    csv_url: str = ""
    report_url: str = ""  # the address for the advertiser, which is known only after it was created
    has_report_link: bool = False  # whether there is such an address

    @rx.event
    @admin(SECTION)
    async def open(self, advertisement_id: Id) -> None:
        view = await run_query(advertising.get_advertisement, advertisement_id)
        self.advertisement_id, self.name, self.report_url = view.id, view.name, ""
        self.csv_url = f"{urls.ADMIN_API}/advertisements/{view.id}/statistics.csv"
        await self._show(view)
        self.is_open = True

    @rx.event
    @admin(SECTION)
    async def close(self) -> None:
        self.is_open = False

    @rx.event
    @admin(SECTION, limit="writes")
    async def create_link(self) -> None:
        token = await run_action(
            advertising.create_report_link, advertisement_id=self.advertisement_id
        )
        self.report_url = urls.absolute(urls.advertisement_report(token))
        self.has_report_link = True

    @rx.event
    @admin(SECTION, limit="writes")
    async def revoke_link(self) -> None:
        await run_action(advertising.revoke_report_link, advertisement_id=self.advertisement_id)
        self.report_url, self.has_report_link = "", False
        await show_toast(self, _("Link revoked"))

    async def _show(self, view: advertising.AdvertisementView) -> None:
        self.has_report_link = view.has_report_link
        self.totals = report_models.build_totals(view)
        self.days = report_models.build_day_rows(await self._load("day"))
        self.places = report_models.build_place_rows(await self._load("place"))
        rows = await self._load("community")
        async with read_session() as session:
            ids = {int(row.key) for row in rows}
            found = await communities.find_summaries(session, ids)
        names = {id_: community.name for id_, community in found.items()}
        self.communities = report_models.build_community_rows(rows, names)

    async def _load(self, by: advertising.Grouping) -> Sequence[advertising.StatisticsRow]:
        return await run_query(
            advertising.get_statistics, advertisement_id=self.advertisement_id, by=by
        )
