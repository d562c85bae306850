"""The CSV file with the counts of an advertisement."""

from collections.abc import Sequence

from starlette.responses import Response

from community.core import csv_export
from community.domain.advertising import StatisticsRow


def build_statistics_file(by: str, rows: Sequence[StatisticsRow], name: str) -> Response:
    """Return a response with the counts, of which the first column is the day, place or community.

    Args:
        name: The name of the file without its suffix.
    """
    cells = ([row.key, *map(str, (row.shown, row.impressions, row.clicks))] for row in rows)
    lines = [[by, "shown", "impressions", "clicks"], *cells]
    return Response(
        csv_export.BYTE_ORDER_MARK + "".join(map(csv_export.format_line, lines)),
        media_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{name}.csv"',
            "Cache-Control": "private, no-store",
        },
    )
