"""The labels of the periods that charts can show."""

from typing import Final

from community.i18n import noop

# By the number of days.
PERIOD_LABELS: Final = {
    "7": noop("7 days"),
    "30": noop("30 days"),
    "90": noop("90 days"),
    "365": noop("Year"),
}
