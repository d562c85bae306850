"""The table of all subscriptions in the Admin Panel."""

from typing import Any, Final, get_args

from sqlalchemy import ColumnElement
from sqlmodel import col, select

from community.domain import accounts
from community.domain.subscriptions import policies, schemas, statuses
from community.domain.tables import Sort, Table, period_filter, reference_filter, value_filter
from community.models import PlanVersion, SubscriptionPlan, User, UserSubscription

# How a subscription began, in the order of the filter.
ORIGINS: Final = ("purchase", "trial", "gift", "grant")


def _select_subscriptions() -> Any:
    return (
        select(UserSubscription, User, PlanVersion, col(SubscriptionPlan.name))
        .join(User, col(User.id) == col(UserSubscription.user_id))
        .join(PlanVersion, col(PlanVersion.id) == col(UserSubscription.plan_version_id))
        .join(SubscriptionPlan, col(SubscriptionPlan.id) == col(PlanVersion.plan_id))
    )


def _has_status(status: str) -> ColumnElement[bool]:
    return statuses.is_live if status == "live" else col(UserSubscription.status) == status


SUBSCRIPTION_TABLE: Final = Table(
    code="user-subscriptions",
    section=policies.SUBSCRIPTIONS_SECTION,
    select=_select_subscriptions,
    id=col(UserSubscription.id),
    filters=(
        value_filter("status", ("live", *get_args(schemas.SubscriptionStatus)), _has_status),
        value_filter("origin", ORIGINS, lambda origin: col(UserSubscription.origin) == origin),
        period_filter("created", col(UserSubscription.created_at)),
    ),
    id_filters=(
        reference_filter("plan", col(PlanVersion.plan_id)),
        reference_filter("user", col(UserSubscription.user_id)),
    ),
    # Ids have the same order as the times of creation, and an index.
    sorts=(Sort("new", col(UserSubscription.id), int, is_descending=True),),
    default_sort="-new",
    search=accounts.USER_TABLE.search,
)
