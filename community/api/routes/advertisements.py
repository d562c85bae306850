"""HTTP routes that readers' browsers call for advertisements: counts and clicks."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, Field
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.api.http import Caller, Id, Session, error_responses, responses
from community.api.http.browser_security import is_followed_link
from community.api.http.rate_limits import (
    count_request,
    finish_counting,
    mark_as_rate_limit,
    rate_limit,
)
from community.api.routes.reports import ReportCreate
from community.core import errors, rate_limits, signed_tokens
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.http.user_agents import is_automated
from community.domain import advertising, communities, moderation
from community.domain.moderation import reports
from community.i18n import gettext as _

MAX_PER_REPORT = 50


async def _count_report(request: Request, actor: Caller) -> None:
    """Count the request, but not as a write of a guest: a page view must not use these up."""
    await count_request(request, actor, "advertisements")
    await finish_counting(request)


_LIMIT = mark_as_rate_limit(_count_report, "advertisements")

router = APIRouter(tags=["Advertising"])
report_router = APIRouter(tags=["Advertising"], dependencies=[rate_limit("reports")])
write_router = APIRouter(tags=["Advertising"], dependencies=[_LIMIT])

AdvertisementId = Annotated[Id, Path()]
PageView = Annotated[
    str,
    Field(
        max_length=advertising.PAGE_VIEW_LENGTH,
        pattern="^[A-Za-z0-9_-]*$",
        description="The random id of the page view.",
    ),
]
ReportToken = Annotated[str, Path(max_length=100)]
Signed = Annotated[str, Field(max_length=advertising.MAX_TOKEN_LENGTH)]


class ShownAdvertisement(BaseModel):
    """An advertisement in a page. `at` is that of its address."""

    id: Id
    at: Signed


class AdvertisementReport(BaseModel):
    """What a reader has seen in a page view since the last report."""

    page_view: PageView
    shown: Annotated[list[ShownAdvertisement], Field(max_length=MAX_PER_REPORT)] = []
    impressions: Annotated[list[ShownAdvertisement], Field(max_length=MAX_PER_REPORT)] = []


class AdvertiserReport(BaseModel):
    name: str
    items: list[advertising.StatisticsRow]


@report_router.post(
    "/ad/{advertisement}/report",
    status_code=201,
    responses={
        200: {"model": reports.ReportReceipt, "description": "You have already reported this."},
        **error_responses("not_found", "banned"),
    },
)
async def report_advertisement(
    advertisement: AdvertisementId,
    body: ReportCreate,
    actor: Caller,
    session: Session,
    *,
    request: Request,
    response: Response,
) -> reports.ReportReceipt:
    """Report an advertisement to the administrators, with or without an account."""
    receipt = await moderation.reports.report_advertisement(
        session, actor, advertisement_id=advertisement, reason=body.reason, text=body.text
    )
    if not receipt.is_new:
        response.status_code = 200
        return receipt
    # Only administrators can read the report.
    response.headers["Location"] = request.url.path
    return receipt


@write_router.post("/ad/counts", status_code=204)
async def count_advertisements(
    report: AdvertisementReport, request: Request, actor: Caller
) -> None:
    """Count advertisements that a page shows, and those that are visible, once per page view.

    Reports of programs and of administrators are accepted but not counted.
    """
    if _is_automated(request) or not report.page_view:
        return
    async with read_session() as session:
        running = await advertising.list_running(session)
    reported: dict[advertising.Measure, list[ShownAdvertisement]] = {
        "shown": report.shown,
        "impressions": report.impressions,
    }
    for measure, items in reported.items():
        found = (advertising.read_placement(item.id, item.at) for item in items)
        placements = [placement for placement in found if placement is not None]
        advertising.record(actor, running, placements, measure, page_view=report.page_view)


@router.get(
    "/ad/{advertisement}",
    status_code=302,
    response_class=Response,
    responses={
        302: {"description": "The address of the advertiser."},
        **error_responses("not_found"),
    },
)
async def follow_advertisement(
    advertisement: AdvertisementId,
    request: Request,
    actor: Caller,
    *,
    at: Annotated[Signed, Query(description="Where it was shown.")] = "",
    view: Annotated[PageView | None, Query()] = None,
) -> Response:
    """Redirect to the stored address of an advertisement, and to no other, and count the click.

    A click counts once per page view, with a valid `at`, if a person follows a link on this site.
    In a browser without JavaScript, `view` is missing, and a click counts once per page and hour.
    An empty `view` is not counted: the script of the page leaves it after the first click.
    """
    async with read_session() as session:
        running = await advertising.list_running(session)
    if (link := advertising.find_link(running, advertisement)) is None:
        raise errors.NotFound(_("Advertisement not found"))
    placement = advertising.read_placement(advertisement, at)
    if placement is not None:
        await _count_click(request, actor, running, placement, view)
    headers = {"Location": link, "Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow"}
    return Response(status_code=302, headers=headers)


@router.get(
    "/ad/report/{token}",
    response_model=AdvertiserReport,
    responses={
        200: {"description": "The counts.", "content": {"text/html": {}}},
        **error_responses("not_found"),
    },
)
async def get_report(
    token: ReportToken, request: Request, *, by: advertising.Grouping = "day"
) -> AdvertiserReport | Response:
    """Return the counts of an advertisement to whom has the address, without an account.

    Browsers get a page.
    """
    async with read_session() as session:
        name, rows = await advertising.get_report(session, token=token, by=by)
        if responses.prefers_html(request.scope):
            if by == "community":
                rows = await _name_communities(session, rows)
            return responses.render_report(name, rows, by, urls.advertisement_report(token))
    return AdvertiserReport(name=name, items=list(rows))


@router.get(
    "/ad/report/{token}/statistics.csv",
    response_class=Response,
    responses={
        200: {"description": "The CSV file.", "content": {"text/csv": {}}},
        **error_responses("not_found"),
    },
)
async def download_report(token: ReportToken, *, by: advertising.Grouping = "day") -> Response:
    """Download the counts of an advertisement as CSV, without an account."""
    async with read_session() as session:
        _name, rows = await advertising.get_report(session, token=token, by=by)
    return responses.build_statistics_file(by, rows, "advertisement")


async def _name_communities(
    session: AsyncSession, rows: Sequence[advertising.StatisticsRow]
) -> list[advertising.StatisticsRow]:
    found = await communities.find_summaries(session, [int(row.key) for row in rows])
    names = {str(id_): summary.name for id_, summary in found.items()} | {"0": _("Other pages")}
    return [row.model_copy(update={"key": names.get(row.key, row.key)}) for row in rows]


async def _count_click(
    request: Request,
    actor: Actor,
    running: Sequence[advertising.RunningAdvertisement],
    placement: advertising.Placement,
    view: str | None,
) -> None:
    """Count the click if a person clicks for the first time in this page view, in any process.

    A page without scripts has no id of its page view. The page and the reader stand for it.
    """
    if view is None:
        headers = [
            responses.get_header(request.scope, name) for name in (b"user-agent", b"referer")
        ]
        view = signed_tokens.compute_digest("page-view", rate_limits.get_actor_key(actor), *headers)
    is_person = is_followed_link(request.scope) and not _is_automated(request)
    if not view or not is_person or not advertising.is_counted(actor):
        return
    network, click = rate_limits.get_network_key(actor), f"{view}:{placement.advertisement_id}"
    for limit, key in (("clicks_of_page_view", click), ("advertisement_clicks", network)):
        if not await rate_limits.count_hit_if_allowed(limit, key):
            return
    advertising.record(actor, running, [placement], "clicks", page_view=view)


def _is_automated(request: Request) -> bool:
    """Return whether a program, or a browser before the reader asks for the page, sends this."""
    purposes = (
        responses.get_header(request.scope, name) for name in (b"sec-purpose", b"purpose", b"x-moz")
    )
    is_prefetch = any("prefetch" in purpose.lower() for purpose in purposes)
    return is_prefetch or is_automated(responses.get_header(request.scope, b"user-agent"))
