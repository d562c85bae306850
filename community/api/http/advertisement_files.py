"""The CSV file with the counts of an advertisement, and the page for its advertiser."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Final

from starlette.responses import HTMLResponse, Response

from community.api.http.html_pages import render_text_page
from community.domain import tables
from community.domain.advertising import PLACE_LABELS, Grouping, StatisticsRow
from community.i18n import active_language, formats, noop
from community.i18n import gettext as _
from community.rendering import Node, el, html_output

_GROUPINGS: Final[Mapping[Grouping, str]] = {
    "day": noop("By day"),
    "place": noop("By place"),
    "community": noop("By community"),
}


def build_statistics_file(by: str, rows: Sequence[StatisticsRow], name: str) -> Response:
    """Return a response with the counts, of which the first column is the day, place or community.

    Args:
        name: The name of the file without its suffix.
    """
    cells = ([row.key, *map(str, (row.shown, row.impressions, row.clicks))] for row in rows)
    lines = [[by, "shown", "impressions", "clicks"], *cells]
    return Response(
        tables.format_csv(lines),
        media_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{name}.csv"',
            "Cache-Control": "private, no-store",
        },
    )


def render_report(
    name: str, rows: Sequence[StatisticsRow], by: Grouping, path: str
) -> HTMLResponse:
    """Return the page on which an advertiser reads the counts.

    Args:
        path: The URL of the page, whose token other sites must not learn.
    """
    with html_output():
        page = render_text_page(
            name,
            [
                el.h1(name, dir="auto"),
                el.p(_list_links(by, path)),
                el.table(
                    el.thead(_make_row(el.th, _list_headings(by))),
                    el.tbody([_row(by, row) for row in (*rows, _add_up(rows))]),
                ),
                el.p(_("An impression counts when half of the area was visible for one second.")),
                el.p(
                    el.a(_("Download as CSV"), href=f"{path}/statistics.csv?by={by}", download=True)
                ),
            ],
            lang=active_language(),
        )
    headers = {"Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer"}
    return HTMLResponse(page, headers=headers)


def _list_links(by: Grouping, path: str) -> list[Node]:
    nodes: list[Node] = []
    for grouping, label in _GROUPINGS.items():
        text = _(label)
        link = el.strong(text) if grouping == by else el.a(text, href=f"{path}?by={grouping}")
        nodes += [" · " if nodes else None, link]
    return nodes


def _list_headings(by: Grouping) -> list[str]:
    firsts: dict[Grouping, str] = {
        "day": _("Day"),
        "place": _("Place"),
        "community": _("Community"),
    }
    return [firsts[by], _("Shown"), _("Impressions"), _("Viewability"), _("Clicks")]


def _row(by: Grouping, row: StatisticsRow) -> Node:
    share = formats.format_share(row.impressions / row.shown) if row.shown else "–"
    numbers = (row.shown, row.impressions)
    cells = [_describe_key(by, row.key), *map(formats.format_number, numbers), share]
    return _make_row(el.td, [*cells, formats.format_number(row.clicks)])


def _make_row(cell: Callable[..., Node], texts: Sequence[str]) -> Node:
    first, *numbers = texts
    return el.tr(cell(first), [cell(number, class_name="number") for number in numbers])


def _describe_key(by: Grouping, key: str) -> str:
    if not key:
        return _("Total")
    if by == "day":
        return formats.format_short_date(date.fromisoformat(key))
    return _(PLACE_LABELS[key]) if by == "place" else key  # type: ignore[index]


def _add_up(rows: Sequence[StatisticsRow]) -> StatisticsRow:
    return StatisticsRow(
        key="",
        shown=sum(row.shown for row in rows),
        impressions=sum(row.impressions for row in rows),
        clicks=sum(row.clicks for row in rows),
    )
