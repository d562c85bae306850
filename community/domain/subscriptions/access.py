"""Which features a user may use. All code asks `Actor.has_feature`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Dialect, TypeDecorator, bindparam, type_coerce
from sqlalchemy.orm import Mapped
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.errors import PermissionDenied
from community.domain.subscriptions.schemas import PlanSummary
from community.domain.subscriptions.statuses import is_live
from community.i18n import gettext as _
from community.i18n import ngettext
from community.models import PlanVersion, UserSubscription
from community.models.columns import JsonType, UTCDateTime


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


def select_features(user_id: Mapped[int]) -> ColumnElement[Any]:
    """Return an SQL expression for the features that a user's subscription includes now."""
    codes = (
        select(PlanVersion.features)
        .join(UserSubscription, col(UserSubscription.plan_version_id) == col(PlanVersion.id))
        .where(
            col(UserSubscription.user_id) == user_id,
            is_live,
            col(UserSubscription.access_until)
            > bindparam("access_now", callable_=clock.now, type_=UTCDateTime()),
        )
        .scalar_subquery()
    )
    return type_coerce(codes, _FeatureCodes)


def ensure_subscription_feature(
    actor: Actor, code: str, plans: Sequence[PlanSummary], *, message: str = ""
) -> None:
    """Raise an error unless the actor may use a feature.

    Args:
        plans: The plans on sale that include the feature.
        message: What only subscribers can do. By default the error names the plans.

    Raises:
        PermissionDenied: The actor may not use the feature (error code
            `subscription_feature_required`). `details` contains the `feature` and the `plans`.
    """
    if not actor.has_feature(code):
        raise PermissionDenied(
            message or _describe_plans(plans),
            code="subscription_feature_required",
            details={"feature": code, "plans": [plan.model_dump() for plan in plans]},
        )


def _describe_plans(plans: Sequence[PlanSummary]) -> str:
    if not plans:
        return _("This is part of a subscription that is not on sale now.")
    names = ", ".join(plan.name for plan in plans)
    return ngettext(
        "This is part of the plan {names}.",
        "This is part of the plans {names}.",
        len(plans),
        names=names,
    )


def has_access(access_until: datetime) -> bool:
    """Return whether the time until which a user may use the features of a plan is not over."""
    return clock.now() < access_until
