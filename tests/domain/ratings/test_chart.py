"""Tests of the chart of the places of a user."""

import datetime as dt

from community.domain.ratings import RatingHistory, build_chart
from community.domain.ratings.schemas import RatingPoint

DAY = dt.date(2026, 3, 1)


def make_history(places: dict[int, int]) -> RatingHistory:
    """Return a history with these places by the number of days after `DAY`."""
    points = [
        RatingPoint(date=DAY + dt.timedelta(days=day), place=place, rating=1.6)
        for day, place in places.items()
    ]
    return RatingHistory(user_id=1, rating=1.6, place=1, items=points[::-1])


def test_the_best_place_is_at_the_top_and_days_are_in_order() -> None:
    chart = build_chart(make_history({0: 9, 1: 1, 2: 5}))
    assert chart is not None
    assert chart.path == "M6.0 154.0h.1L320.0 6.0L634.0 80.0"
    assert (chart.best_place, chart.worst_place) == (1, 9)
    assert [day.place for day in chart.days] == [5, 1, 9]
    assert chart.days[0].rating == 2


def test_days_without_a_place_leave_a_gap() -> None:
    chart = build_chart(make_history({0: 1, 1: 1, 4: 2}))
    assert chart is not None
    assert chart.path.count("M") == 2


def test_a_single_day_and_an_unchanged_place_are_in_the_middle() -> None:
    chart = build_chart(make_history({0: 3}))
    assert chart is not None
    assert chart.path == "M6.0 80.0h.1"


def test_a_user_without_a_place_has_no_chart() -> None:
    assert build_chart(make_history({})) is None
