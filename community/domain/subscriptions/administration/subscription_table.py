"""The table of all subscriptions in the Admin Panel."""

from collections.abc import Callable
from typing import Any, Final, get_args

from sqlalchemy import ColumnElement
from sqlmodel import col, select

from community.domain import accounts
from community.domain.subscriptions.policies import SUBSCRIPTIONS_SECTION
from community.domain.subscriptions.schemas import SubscriptionStatus
from community.domain.subscriptions.statuses import is_live
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
from community.models import PlanVersion, SubscriptionPlan, User, UserSubscription

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


def _select_subscriptions() -> Any:
    return (
        select(UserSubscription, User, PlanVersion, col(SubscriptionPlan.name))
        .join(User, col(User.id) == col(UserSubscription.user_id))
        .join(PlanVersion, col(PlanVersion.id) == col(UserSubscription.plan_version_id))
        .join(SubscriptionPlan, col(SubscriptionPlan.id) == col(PlanVersion.plan_id))
    )


def _has_status(status: str) -> Callable[[], ColumnElement[bool]]:
    return lambda: col(UserSubscription.status) == status


def _has_origin(origin: str) -> Callable[[], ColumnElement[bool]]:
    return lambda: col(UserSubscription.origin) == origin


def _to_person(record: Any) -> Person:
    user = record[1]
    return Person(user.name, user.slug, user.avatar)


def _to_price(record: Any) -> Money:
    return Money(record[2].price, record[2].currency)


SUBSCRIPTION_TABLE: Final = Table(
    code="user-subscriptions",
    section=SUBSCRIPTIONS_SECTION,
    select=_select_subscriptions,
    id=col(UserSubscription.id),
    columns=(
        Column("person", noop("Person"), _to_person, "person", "lg"),
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
    filters=(
        Filter(
            "status",
            noop("Status"),
            (
                Choice("live", noop("Not ended"), lambda: is_live),
                *(
                    Choice(code, STATUSES[code].label, _has_status(code))
                    for code in get_args(SubscriptionStatus)
                ),
            ),
        ),
        Filter(
            "origin",
            noop("Origin"),
            tuple(Choice(code, label, _has_origin(code)) for code, label in ORIGINS.items()),
        ),
        period_filter("created", noop("Started"), col(UserSubscription.created_at)),
    ),
    id_filters=(
        IdFilter("plan", noop("Plan"), lambda plan_id: col(PlanVersion.plan_id) == plan_id),
        IdFilter("user", noop("Person"), lambda user_id: col(UserSubscription.user_id) == user_id),
    ),
    # Ids have the same order as the times of creation, and an index.
    sorts=(Sort("new", noop("Started"), col(UserSubscription.id), int, is_descending=True),),
    default_sort="-new",
    search=accounts.USER_TABLE.search,
)
