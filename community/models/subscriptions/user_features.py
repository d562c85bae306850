"""The features of users, which every query of users reads together with the other columns.

So pages that show many users need no other query, and no copy of the features can be outdated.
"""

from sqlalchemy import bindparam, inspect, text, type_coerce
from sqlalchemy.orm import column_property
from sqlmodel import col, select

from community.core import clock
from community.core.db.columns import TextSet, UTCDateTime
from community.models.people import User
from community.models.subscriptions.plans import LIVE_CONDITION, PlanVersion, UserSubscription


def add_features_to_users() -> None:
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
    features = column_property(type_coerce(codes, TextSet), expire_on_flush=False)
    inspect(User).add_property("features", features)
