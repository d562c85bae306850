"""What the dashboard shows, with numbers and dates as text in the language of the site."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from community.core.read_models import ReadModel
from community.domain import statistics
from community.domain.search.index import IndexState
from community.i18n import gettext as _, ngettext
from community.i18n.formats import format_change, format_number, format_short_date, format_size
from community.workflows import health

# Smaller changes would be shown as 0%.
SMALLEST_CHANGE: Final = 0.005
# Texts are indexed within seconds, except after an update of the site.
MAX_INDEX_DELAY: Final = timedelta(minutes=30)


class DashboardPoint(ReadModel):
    """A point of the charts. `label` is the day, or the first day of the week."""

    label: str
    people: int
    posts: int
    comments: int
    active: int | None
    online: int | None


class Figure(ReadModel):
    """A number of the period, and the change since the period before, such as "+12%".

    `overall` is the number since the site began, as text.
    """

    count: str = "0"
    change: str = ""
    overall: str = ""


class DashboardReport(ReadModel):
    """The numbers of a period. `has_gaps` tells that `active` was not measured on all days."""

    points: list[DashboardPoint] = []
    people: Figure = Figure()
    posts: Figure = Figure()
    comments: Figure = Figure()
    active_today: str = "0"
    online_now: str = "0"
    has_gaps: bool = False


class Waiting(ReadModel):
    """How much waits for an administrator. None if the viewer may not open the section."""

    posts: int | None = None
    comments: int | None = None
    reports: int | None = None
    jobs: int | None = None
    mails: int | None = None
    disputes: int | None = None  # the payments whose disputes the site must answer
    dispute_deadline: str = ""  # the next deadline in ISO format, or "" if there is none
    # The payments with a refund that failed at the provider and was not made again
    refunds: int | None = None
    differences: int | None = None  # the differences between the journal of money and the providers


class ComponentHealth(ReadModel):
    database: health.Status = "ok"
    redis: health.Status = "ok"
    jobs: health.Status = "ok"
    mail: health.Status = "ok"
    storage: health.Status = "ok"


class SearchHealth(ReadModel):
    """How complete the search index is. It fails if texts have been waiting for long."""

    status: health.Status = "ok"
    text: str = ""


def build_report(report: statistics.Report) -> DashboardReport:
    return DashboardReport(
        points=[
            DashboardPoint(label=format_short_date(point.day), **point.model_dump(exclude={"day"}))
            for point in report.points
        ],
        people=_build_figure(report.people),
        posts=_build_figure(report.posts),
        comments=_build_figure(report.comments),
        active_today=format_number(report.active_today),
        online_now=format_number(report.online_now),
        has_gaps=any(point.active is None for point in report.points),
    )


def build_health(statuses: Mapping[health.Component, health.Status]) -> ComponentHealth:
    return ComponentHealth.model_validate(dict(statuses))


def build_search_health(state: IndexState) -> SearchHealth:
    parts = [
        ngettext(
            "The search index contains {n} text.",
            "The search index contains {n} texts.",
            state.documents,
        ),
        _("Its size is {size}.", size=format_size(state.size_bytes)),
    ]
    if state.outdated:
        parts.append(
            ngettext(
                "{n} text waits to be indexed.", "{n} texts wait to be indexed.", state.outdated
            )
        )
    if (minutes := state.delay_seconds // 60) > 0:
        parts.append(
            ngettext(
                "The first has been waiting for {n} minute.",
                "The first has been waiting for {n} minutes.",
                minutes,
            )
        )
    is_late = state.delay_seconds > MAX_INDEX_DELAY.total_seconds()
    return SearchHealth(status="failing" if is_late else "ok", text=" ".join(parts))


def _build_figure(total: statistics.Total) -> Figure:
    count = format_number(total.count)
    overall = _("{n} in total", n=format_number(total.overall))
    if not total.previous:
        return Figure(count=count, overall=overall)
    change = (total.count - total.previous) / total.previous
    if abs(change) < SMALLEST_CHANGE:
        return Figure(count=count, change=_("No change"), overall=overall)
    return Figure(count=count, change=format_change(change), overall=overall)
