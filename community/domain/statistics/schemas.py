from datetime import date
from typing import Final, Literal, TypeAlias

from community.core.read_models import ReadModel

Period: TypeAlias = Literal["7", "30", "90", "365"]
"""The number of days that a report covers."""

PERIODS: Final[tuple[Period, ...]] = ("7", "30", "90", "365")


class SeriesPoint(ReadModel):
    """The numbers of a day, or of the week that begins on `day`.

    `active` and `online` are None if they were not measured. For a week they are the largest
    values of its days.
    """

    day: date
    people: int = 0
    posts: int = 0
    comments: int = 0
    active: int | None = None
    online: int | None = None


class Total(ReadModel):
    """A number of the period, and the number of the period of the same length before it."""

    count: int = 0
    previous: int = 0
    overall: int = 0  # the number of all days, with what was deleted later


class Report(ReadModel):
    """The statistics of a period that ends today."""

    period: Period
    is_weekly: bool  # whether each point is a week
    points: list[SeriesPoint]
    people: Total
    posts: Total
    comments: Total
    active_today: int
    online_now: int
