from typing import Any, Final

from community.admin.blocks.table import layout
from community.admin.blocks.table.values import Badge, Money, Person
from community.domain import subscriptions
from community.domain.subscriptions.schemas import PaymentKind, PaymentStatus
from community.i18n import gettext as _, noop

PAYMENT_STATUSES: Final[dict[PaymentStatus, Badge]] = {
    "created": Badge(noop("Created")),
    "pending": Badge(noop("Pending"), "accent"),
    "succeeded": Badge(noop("Paid"), "success"),
    "canceled": Badge(noop("Canceled")),
    "failed": Badge(noop("Failed"), "danger"),
    "expired": Badge(noop("Expired")),
    "refunded": Badge(noop("Refunded"), "danger"),
}
PAYMENT_KINDS: Final[dict[PaymentKind, str]] = {
    "purchase": noop("Purchase"),
    "upgrade": noop("Change of the plan"),
    "gift": noop("Gift"),
    "renewal": noop("Renewal"),
}
PROVIDERS: Final = {
    "stripe": noop("Stripe"),
    "yookassa": noop("YooKassa"),
    "sandbox": noop("Sandbox"),
}


def _to_person(record: Any) -> Person | None:
    return Person.of(record[1]) if record[1] else None


def _to_refunded(record: Any) -> Money | None:
    payment = record[0]
    return Money(payment.refunded, payment.currency) if payment.refunded else None


PAYMENT_LAYOUT: Final = layout.TableLayout(
    table=subscriptions.PAYMENT_TABLE,
    columns=(
        layout.Column("person", noop("Person"), _to_person, "person", "lg"),
        layout.Column("plan", noop("Plan"), lambda record: record[2], width="md"),
        layout.Column("kind", noop("Kind"), lambda record: _(PAYMENT_KINDS[record[0].kind])),
        layout.Column(
            "amount",
            noop("Amount"),
            lambda record: Money(record[0].amount, record[0].currency),
            "money",
        ),
        layout.Column(
            "status", noop("Status"), lambda record: PAYMENT_STATUSES[record[0].status], "badge"
        ),
        layout.Column("refunded", noop("Returned"), _to_refunded, "money", is_default=False),
        layout.Column(
            "provider", noop("Provider"), lambda record: _(PROVIDERS[record[0].provider])
        ),
        layout.Column(
            "reference",
            noop("Number at the provider"),
            lambda record: record[0].reference,
            width="md",
            is_default=False,
        ),
        layout.Column(
            "created", noop("Created"), lambda record: record[0].created_at, "time", sort="new"
        ),
    ),
    filters={
        "status": layout.badge_labels(noop("Status"), PAYMENT_STATUSES),
        "provider": layout.FilterLabels(noop("Provider"), PROVIDERS),
        "kind": layout.FilterLabels(noop("Kind"), dict(PAYMENT_KINDS)),
        "dispute": layout.FilterLabels(
            noop("Dispute"), {"open": noop("To answer"), "any": noop("Any dispute")}
        ),
        "refund": layout.FilterLabels(noop("Refund"), {"failed": noop("Failed")}),
        "created": layout.period_labels(noop("Created")),
        "user": layout.FilterLabels(noop("Person")),
        "subscription": layout.FilterLabels(noop("Subscription")),
    },
)
