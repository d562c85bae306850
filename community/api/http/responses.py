"""Responses that depend on the request: HTML or JSON, and files in ranges."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, Final

from fastapi.routing import APIRoute
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Match
from starlette.types import Scope

from community.api.http.html_pages import render_styled_page
from community.core.http import content_negotiation
from community.core.http.byte_ranges import RangeNotSatisfiable, parse_range
from community.core.text.csv_files import format_csv
from community.domain.advertising import PLACE_LABELS, Grouping, StatisticsRow
from community.gateways.media import StoredFile
from community.i18n import active_language, formats, gettext as _, noop
from community.rendering import Node, el, html_output

FORM_MEDIA_TYPE = "application/x-www-form-urlencoded"

# The responses of a route that serves files, besides 200 and errors.
FILE_RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    206: {
        "content": {"application/octet-stream": {}},
        "description": "The part of the file that the header `Range` requests.",
    },
    304: {"description": "The client's copy is current."},
    416: {"description": "The file is shorter than the start of the requested range."},
}

_GROUPINGS: Final[Mapping[Grouping, str]] = {
    "day": noop("By day"),
    "place": noop("By place"),
    "community": noop("By community"),
}


class HtmlDefaultRoute(APIRoute):
    """A JSON route that has the same URL as an HTML page.

    A GET request that prefers JSON matches this route. Other GET requests get the page.
    """

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        is_page = scope["method"] == "GET" and not prefers_json(scope)
        return (Match.NONE, {}) if is_page else super().matches(scope)


class JsonDefaultRoute(APIRoute):
    """A JSON route that has the same URL as an HTML page.

    A GET request that prefers HTML gets the page. All other requests match this route. Its URL must
    be in `urls.JSON_BY_DEFAULT`.
    """

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        is_page = scope["method"] == "GET" and prefers_html(scope)
        return (Match.NONE, {}) if is_page else super().matches(scope)


def prefers_json(scope: Scope) -> bool:
    return content_negotiation.prefers_json(get_header(scope, b"accept"))


def prefers_html(scope: Scope) -> bool:
    return content_negotiation.prefers_html(get_header(scope, b"accept"))


def has_json_body(scope: Scope) -> bool:
    media_type = get_content_type(scope)
    return media_type == content_negotiation.JSON or (
        media_type.startswith("application/") and media_type.endswith("+json")
    )


def has_form_body(scope: Scope) -> bool:
    """Return whether the body is a native HTML form without files."""
    return get_content_type(scope) == FORM_MEDIA_TYPE


def get_content_type(scope: Scope) -> str:
    """Return the media type of the body in lower case, without parameters such as `charset`."""
    return get_header(scope, b"content-type").partition(";")[0].strip().lower()


def get_header(scope: Scope, name: bytes) -> str:
    """Return the values of a header (in lower case), joined with commas, or an empty string."""
    values = [value for header, value in scope["headers"] if header == name]
    return b", ".join(values).decode("latin-1")


def stream_file(file: StoredFile, headers: dict[str, str], range_header: str) -> Response:
    """Return the file, or the part of it that the header `Range` requests."""
    try:
        byte_range = parse_range(range_header, file.size)
    except RangeNotSatisfiable:
        return Response(status_code=416, headers={"Content-Range": f"bytes */{file.size}"})
    if byte_range is None:
        headers["Content-Length"] = str(file.size)
        return StreamingResponse(file.chunks, headers=headers)
    headers["Content-Length"] = str(byte_range.length)
    headers["Content-Range"] = byte_range.content_range
    # Uploaded files are small, so that reading them from the start takes little time.
    chunks = byte_range.select(file.chunks)
    return StreamingResponse(chunks, status_code=206, headers=headers)


def build_statistics_file(by: str, rows: Sequence[StatisticsRow], name: str) -> Response:
    """Return a response with the counts. Its first column is the day, place or community."""
    cells = ([row.key, *map(str, (row.shown, row.impressions, row.clicks))] for row in rows)
    lines = [[by, "shown", "impressions", "clicks"], *cells]
    return Response(
        format_csv(lines),
        media_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{name}.csv"',
            "Cache-Control": "private, no-store",
        },
    )


def render_report(
    name: str, rows: Sequence[StatisticsRow], by: Grouping, path: str
) -> HTMLResponse:
    """Return the page on which an advertiser reads the counts. `path` contains a secret token."""
    with html_output():
        page = render_styled_page(
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
