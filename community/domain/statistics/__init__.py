"""The numbers of people, posts and comments by day, which the Admin Panel shows as charts."""

from community.domain.statistics.queries import get_report, is_empty
from community.domain.statistics.schemas import PERIODS, Period, Report, SeriesPoint, Total
from community.domain.statistics.updates import measure, store
