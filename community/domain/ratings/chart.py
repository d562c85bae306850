"""The line chart of the places of a user, which the browser draws from an SVG path."""

import datetime as dt
from typing import Final

from community.core.read_models import ReadModel
from community.domain.ratings.schemas import RatingHistory, RatingPoint
from community.i18n import formats

WIDTH: Final = 640
HEIGHT: Final = 160
# The line does not touch the edges.
_MARGIN: Final = 6


class ChartDay(ReadModel):
    """A day with a place. `day` is its text in the language of the site."""

    day: str
    place: int
    rating: int


class RatingChart(ReadModel):
    """The chart of a history, in coordinates up to `WIDTH` and `HEIGHT`. Place 1 is the top."""

    path: str  # the `d` attribute of the line; days without a place leave a gap
    best_place: int
    worst_place: int
    days: list[ChartDay]  # the days with a place, latest first


def build_chart(history: RatingHistory) -> RatingChart | None:
    """Return the chart of a complete history, or None if the user had no place in its period."""
    points = history.items
    if not points:
        return None
    places = [point.place for point in points]
    best, worst = min(places), max(places)
    return RatingChart(
        path=_build_path(points[::-1], best, worst),
        best_place=best,
        worst_place=worst,
        days=[
            ChartDay(
                day=formats.format_short_date(point.date),
                place=point.place,
                rating=round(point.rating),
            )
            for point in points
        ],
    )


def _build_path(points: list[RatingPoint], best: int, worst: int) -> str:
    first_day = points[0].date
    days = max((points[-1].date - first_day).days, 1)
    commands = []
    previous: dt.date | None = None
    for point in points:
        x = _MARGIN + (point.date - first_day).days / days * (WIDTH - 2 * _MARGIN)
        # A place that never changes is in the middle.
        depth = (point.place - best) / (worst - best) if worst > best else 0.5
        y = _MARGIN + depth * (HEIGHT - 2 * _MARGIN)
        is_next_day = previous is not None and (point.date - previous).days == 1
        # The short line makes a day between gaps visible, because line ends are round.
        commands.append(f"L{x:.1f} {y:.1f}" if is_next_day else f"M{x:.1f} {y:.1f}h.1")
        previous = point.date
    return "".join(commands)
