"""The columns of the CSV file with the statistics."""

from typing import Final

from community.core.money import to_decimal
from community.domain.subscriptions.statistics.schemas import EVENTS, SubscriptionDay
from community.domain.tables import format_cell

CSV_COLUMNS: Final = [
    *("day", "plan", "provider", "currency", "subscribers", "monthly_revenue"),
    *EVENTS,
]


def to_cells(day: SubscriptionDay) -> list[str]:
    """Return the texts of `CSV_COLUMNS`. Numbers that were not counted are empty."""
    revenue = day.monthly_revenue
    return [
        day.day.isoformat(),
        format_cell(day.plan),
        day.provider,
        day.currency,
        format_cell(day.subscribers),
        "" if revenue is None else str(to_decimal(revenue, day.currency)),
        *(format_cell(getattr(day, name)) for name in EVENTS),
    ]
