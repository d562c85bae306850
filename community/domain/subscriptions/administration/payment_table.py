"""The table of all payments in the Admin Panel."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, cast, get_args
from uuid import UUID

from sqlalchemy import ColumnElement
from sqlmodel import col, or_, select

from community.domain import accounts
from community.domain.subscriptions.payments.disputes import is_disputed, is_waiting_for_response
from community.domain.subscriptions.payments.refunds import is_failed_refund
from community.domain.subscriptions.policies import PAYMENTS_SECTION
from community.domain.subscriptions.schemas import PaymentKind, PaymentStatus
from community.domain.tables import (
    Badge,
    Choice,
    Column,
    Filter,
    IdFilter,
    Money,
    Person,
    Sort,
    Table,
    period_filter,
)
from community.i18n import gettext as _
from community.i18n import noop
from community.models import Payment, PlanVersion, SubscriptionPlan, User

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


_matches_buyer = cast("Callable[[str], ColumnElement[bool]]", accounts.USER_TABLE.search)


def _select_payments() -> Any:
    return (
        select(Payment, User, col(SubscriptionPlan.name))
        .join(PlanVersion, col(PlanVersion.id) == col(Payment.plan_version_id))
        .join(SubscriptionPlan, col(SubscriptionPlan.id) == col(PlanVersion.plan_id))
        .outerjoin(User, col(User.id) == col(Payment.user_id))
    )


def _equals(column: Any, value: str) -> Callable[[], ColumnElement[bool]]:
    return lambda: column == value


def _matches_search(term: str) -> ColumnElement[bool]:
    return or_(_matches_buyer(term), col(Payment.reference) == term)


def _to_person(record: Any) -> Person | None:
    user = record[1]
    return Person(user.name, user.slug, user.avatar) if user else None


def _to_refunded(record: Any) -> Money | None:
    payment = record[0]
    return Money(payment.refunded, payment.currency) if payment.refunded else None


PAYMENT_TABLE: Final = Table(
    code="subscription-payments",
    section=PAYMENTS_SECTION,
    select=_select_payments,
    id=col(Payment.id),
    id_type=UUID,
    columns=(
        Column("person", noop("Person"), _to_person, "person", "lg"),
        Column("plan", noop("Plan"), lambda record: record[2], width="md"),
        Column("kind", noop("Kind"), lambda record: _(PAYMENT_KINDS[record[0].kind])),
        Column(
            "amount",
            noop("Amount"),
            lambda record: Money(record[0].amount, record[0].currency),
            "money",
        ),
        Column(
            "status", noop("Status"), lambda record: PAYMENT_STATUSES[record[0].status], "badge"
        ),
        Column("refunded", noop("Returned"), _to_refunded, "money", is_default=False),
        Column("provider", noop("Provider"), lambda record: _(PROVIDERS[record[0].provider])),
        Column(
            "reference",
            noop("Number at the provider"),
            lambda record: record[0].reference,
            width="md",
            is_default=False,
        ),
        Column("created", noop("Created"), lambda record: record[0].created_at, "time", sort="new"),
    ),
    filters=(
        Filter(
            "status",
            noop("Status"),
            tuple(
                Choice(code, PAYMENT_STATUSES[code].label, _equals(col(Payment.status), code))
                for code in get_args(PaymentStatus)
            ),
        ),
        Filter(
            "provider",
            noop("Provider"),
            tuple(
                Choice(code, label, _equals(col(Payment.provider), code))
                for code, label in PROVIDERS.items()
            ),
        ),
        Filter(
            "kind",
            noop("Kind"),
            tuple(
                Choice(code, label, _equals(col(Payment.kind), code))
                for code, label in PAYMENT_KINDS.items()
            ),
        ),
        Filter(
            "dispute",
            noop("Dispute"),
            (
                Choice("open", noop("To answer"), lambda: is_waiting_for_response),
                Choice("any", noop("Any dispute"), lambda: is_disputed),
            ),
        ),
        Filter(
            "refund",
            noop("Refund"),
            (Choice("failed", noop("Failed"), lambda: is_failed_refund(col(Payment.id))),),
        ),
        period_filter("created", noop("Created"), col(Payment.created_at)),
    ),
    id_filters=(
        IdFilter("user", noop("Person"), lambda user_id: col(Payment.user_id) == user_id),
        IdFilter(
            "subscription",
            noop("Subscription"),
            lambda subscription_id: col(Payment.subscription_id) == subscription_id,
        ),
    ),
    sorts=(Sort("new", noop("Created"), col(Payment.created_at), datetime, is_descending=True),),
    default_sort="-new",
    search=_matches_search,
)
