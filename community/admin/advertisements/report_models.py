"""The statistics of an advertisement with texts in the language of the site."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from community.core.read_models import ReadModel
from community.domain import advertising
from community.i18n import formats, gettext as _


class ReportRow(ReadModel):
    """The counts of a day, a place or a community."""

    label: str
    shown: int
    impressions: int
    clicks: int


class ReportTotals(ReadModel):
    """The totals as texts. The rates are "–" if there is nothing to divide by."""

    impressions: str = "0"
    viewability: str = "–"
    clicks: str = "0"
    click_rate: str = "–"


def build_totals(view: advertising.AdvertisementView) -> ReportTotals:
    return ReportTotals(
        impressions=formats.format_number(view.impressions),
        viewability=_format_rate(view.impressions, view.shown),
        clicks=formats.format_number(view.clicks),
        click_rate=_format_rate(view.clicks, view.impressions),
    )


def build_day_rows(rows: Sequence[advertising.StatisticsRow]) -> list[ReportRow]:
    return [_build(row, formats.format_short_date(date.fromisoformat(row.key))) for row in rows]


def build_place_rows(rows: Sequence[advertising.StatisticsRow]) -> list[ReportRow]:
    labels: Mapping[Any, str] = advertising.PLACE_LABELS
    return [_build(row, _(labels[row.key])) for row in rows]


def build_community_rows(
    rows: Sequence[advertising.StatisticsRow], names: Mapping[int, str]
) -> list[ReportRow]:
    return [
        _build(row, names.get(int(row.key), _("Other pages") if row.key == "0" else row.key))
        for row in rows
    ]


def _build(row: advertising.StatisticsRow, label: str) -> ReportRow:
    return ReportRow(label=label, **row.model_dump(exclude={"key"}))


def _format_rate(part: int, whole: int) -> str:
    return formats.format_share(part / whole) if whole else "–"
