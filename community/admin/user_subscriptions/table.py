from typing import Any, Final

from community.admin.blocks.table.layout import Column, FilterLabels, TableLayout, period_labels
from community.admin.blocks.table.values import Badge, Money, Person
from community.domain import subscriptions
from community.domain.subscriptions.schemas import SubscriptionStatus
from community.i18n import gettext as _, noop

STATUSES: Final[dict[SubscriptionStatus, Badge]] = {
    "active": Badge(noop("Active"), "success"),
    "past_due": Badge(noop("Payment failed"), "danger"),
    "canceled": Badge(noop("Canceled"), "accent"),
    "expired": Badge(noop("Ended")),
    "revoked": Badge(noop("Revoked"), "danger"),
}
ORIGINS: Final = {
    "purchase": noop("Purchase"),
    "trial": noop("Trial"),
    "gift": noop("Gift"),
    "grant": noop("Granted"),
}


def _to_price(record: Any) -> Money:
    return Money(record[2].price, record[2].currency)


SUBSCRIPTION_LAYOUT: Final = TableLayout(
    table=subscriptions.SUBSCRIPTION_TABLE,
    columns=(
        Column("person", noop("Person"), lambda record: Person.of(record[1]), "person", "lg"),
        Column("plan", noop("Plan"), lambda record: record[3], width="md"),
        Column("status", noop("Status"), lambda record: STATUSES[record[0].status], "badge"),
        Column("origin", noop("Origin"), lambda record: _(ORIGINS[record[0].origin])),
        Column("price", noop("Price"), _to_price, "money"),
        Column("created", noop("Started"), lambda record: record[0].created_at, "time", sort="new"),
        Column("until", noop("Access until"), lambda record: record[0].access_until, "time"),
        Column("renews", noop("Next charge"), lambda record: record[0].next_charge_at, "time"),
        Column(
            "reason",
            noop("Reason of the cancellation"),
            lambda record: record[0].cancel_reason,
            width="lg",
            is_default=False,
        ),
    ),
    filters={
        "status": FilterLabels(
            noop("Status"),
            {
                "live": noop("Not ended"),
                **{status: badge.label for status, badge in STATUSES.items()},
            },
        ),
        "origin": FilterLabels(noop("Origin"), ORIGINS),
        "created": period_labels(noop("Started")),
        "plan": FilterLabels(noop("Plan")),
        "user": FilterLabels(noop("Person")),
    },
)
