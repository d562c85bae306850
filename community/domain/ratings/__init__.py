"""The rating of users, their places in the ranking, and the history of these places."""

from community.domain.ratings.chart import HEIGHT, WIDTH, ChartDay, RatingChart, build_chart
from community.domain.ratings.erasure import erase_places
from community.domain.ratings.formula import select_ratings
from community.domain.ratings.queries import PERIODS, Period, get_history
from community.domain.ratings.schemas import RatingHistory, RatingPoint
from community.domain.ratings.updates import (
    count_rated_users,
    purge_places,
    store_places,
)

__all__ = [
    "HEIGHT",
    "PERIODS",
    "WIDTH",
    "ChartDay",
    "Period",
    "RatingChart",
    "RatingHistory",
    "RatingPoint",
    "build_chart",
    "count_rated_users",
    "erase_places",
    "get_history",
    "purge_places",
    "select_ratings",
    "store_places",
]
