"""The table of all payments in the Admin Panel."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, cast, get_args
from uuid import UUID

from sqlalchemy import ColumnElement
from sqlmodel import col, or_, select

from community.domain import accounts, tables
from community.domain.subscriptions.payments.disputes import is_disputed, is_waiting_for_response
from community.domain.subscriptions.payments.refunds import is_failed_refund
from community.domain.subscriptions.policies import PAYMENTS_SECTION
from community.domain.subscriptions.schemas import PaymentKind, PaymentStatus
from community.domain.tables import Sort, Table
from community.models import Payment, PlanVersion, SubscriptionPlan, User

# The payment providers, in the order of the filter.
PROVIDERS: Final = ("stripe", "yookassa", "sandbox")

_matches_buyer = cast("Callable[[str], ColumnElement[bool]]", accounts.USER_TABLE.search)


def _select_payments() -> Any:
    return (
        select(Payment, User, col(SubscriptionPlan.name))
        .join(PlanVersion, col(PlanVersion.id) == col(Payment.plan_version_id))
        .join(SubscriptionPlan, col(SubscriptionPlan.id) == col(PlanVersion.plan_id))
        .outerjoin(User, col(User.id) == col(Payment.user_id))
    )


def _equals(column: Any) -> Callable[[str], ColumnElement[bool]]:
    return lambda value: column == value


def _matches_search(term: str) -> ColumnElement[bool]:
    return or_(_matches_buyer(term), col(Payment.reference) == term)


PAYMENT_TABLE: Final = Table(
    code="subscription-payments",
    section=PAYMENTS_SECTION,
    select=_select_payments,
    id=col(Payment.id),
    id_type=UUID,
    filters=(
        tables.value_filter("status", get_args(PaymentStatus), _equals(col(Payment.status))),
        tables.value_filter("provider", PROVIDERS, _equals(col(Payment.provider))),
        tables.value_filter("kind", get_args(PaymentKind), _equals(col(Payment.kind))),
        tables.Filter(
            "dispute",
            (
                tables.Choice("open", lambda: is_waiting_for_response),
                tables.Choice("any", lambda: is_disputed),
            ),
        ),
        tables.Filter(
            "refund", (tables.Choice("failed", lambda: is_failed_refund(col(Payment.id))),)
        ),
        tables.period_filter("created", col(Payment.created_at)),
    ),
    id_filters=(
        tables.reference_filter("user", col(Payment.user_id)),
        tables.reference_filter("subscription", col(Payment.subscription_id)),
    ),
    sorts=(Sort("new", col(Payment.created_at), datetime, is_descending=True),),
    default_sort="-new",
    search=_matches_search,
)
