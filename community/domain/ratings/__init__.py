"""The rating of users, the history of their places in the ranking, and the top authors."""

from community.domain.ratings.chart import HEIGHT, WIDTH, ChartDay, RatingChart, build_chart
from community.domain.ratings.personal_data import PERSONAL_DATA, erase_places
from community.domain.ratings.queries import PERIODS, Period, get_history
from community.domain.ratings.schemas import RatingHistory, TopAuthor
from community.domain.ratings.top_authors import (
    TOP_PERIODS,
    build_exclusion_filter,
    ensure_excluded_users_exist,
    find_highest_ratings,
    list_top_authors,
    parse_period,
    replace_top_authors,
)
from community.domain.ratings.updates import count_rated_users, purge_places, store_places
