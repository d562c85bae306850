"""The features of users, which every query of users reads together with the other columns.

So pages that show many users need no other query, and no copy of the features can be outdated.
"""

from typing import Any

from sqlalchemy import Dialect, TypeDecorator, bindparam, inspect, text, type_coerce
from sqlalchemy.orm import column_property
from sqlmodel import col, select

from community.core import clock
from community.core.db.columns import JsonType, UTCDateTime
from community.models.people import User
from community.models.subscriptions.plans import LIVE_CONDITION, PlanVersion, UserSubscription


class _FeatureCodes(TypeDecorator[frozenset[str]]):
    """Converts the features of a plan to a set. A user without a subscription has none."""

    impl = JsonType
    cache_ok = True

    def process_result_value(
        self,
        value: Any,
        dialect: Dialect,  # noqa: ARG002  # signature of SQLAlchemy
    ) -> frozenset[str]:
        return frozenset(value or ())


def add_features_to_users() -> None:
    """Add the attribute `features` to the class of users."""
    codes = (
        select(PlanVersion.features)
        .join(UserSubscription, col(UserSubscription.plan_version_id) == col(PlanVersion.id))
        .where(
            col(UserSubscription.user_id) == col(User.id),
            # As text, because SQLite uses a partial index only for a condition without parameters.
            text(f"user_subscriptions.{LIVE_CONDITION}"),
            col(UserSubscription.access_until)
            > bindparam("access_now", callable_=clock.now, type_=UTCDateTime()),
        )
        .correlate_except(PlanVersion, UserSubscription)
        .scalar_subquery()
    )
    features = column_property(type_coerce(codes, _FeatureCodes), expire_on_flush=False)
    inspect(User).add_property("features", features)
