from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import exists, func, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.errors import NotFound
from community.domain.subscriptions import policies, schemas, statuses
from community.domain.subscriptions.features import (
    find_unavailable,
    is_worth_selling,
    load_available_features,
    load_features,
    name_features,
)
from community.domain.subscriptions.plans.price_changes import count_movable, find_planned_changes
from community.i18n import gettext as _
from community.models import (
    Payment,
    PlanPriceChange,
    PlanVersion,
    SubscriptionPlan,
    UserSubscription,
)

# Something refers to the version, so that it can neither change nor be deleted.
is_version_used = or_(
    exists().where(col(UserSubscription.plan_version_id) == col(PlanVersion.id)),
    exists().where(col(Payment.plan_version_id) == col(PlanVersion.id)),
    exists().where(col(PlanPriceChange.version_id) == col(PlanVersion.id)),
)


@dataclass(frozen=True, slots=True)
class _Use:
    """What only administrators know of the plans."""

    subscribers: Mapping[int, int]  # the number of users who have each plan, by its id
    bought_ids: frozenset[int]
    # The number of subscribers who pay an earlier price, by the id of the plan
    earlier: Mapping[int, int]
    price_changes: Mapping[int, schemas.PriceChangeView]  # by the id of the plan


async def list_plans_on_sale(session: AsyncSession) -> list[schemas.PlanView]:
    """Return the plans that users can buy, in display order, with the features that they get.

    Plans of which buyers would get nothing are omitted.
    """
    rows = (await session.execute(_select_plans().where(col(SubscriptionPlan.is_active)))).all()
    if not rows:
        return []
    unavailable = await find_unavailable(session)
    features = await load_available_features(session)
    return [
        _build_plan(plan, version, features)
        for plan, version in rows
        if is_worth_selling(version.features, unavailable)
    ]


async def list_plans(session: AsyncSession, actor: Actor) -> list[schemas.PlanView]:
    """Return all plans with the number of their subscribers, in display order."""
    policies.ensure_may_manage_plans(actor)
    return await _load_plans(session, _select_plans())


async def list_feature_choices(session: AsyncSession, actor: Actor) -> list[schemas.FeatureChoice]:
    """Return the features that a plan can include, also those that are unavailable now."""
    policies.ensure_may_manage_plans(actor)
    unavailable = await find_unavailable(session)
    return [
        schemas.FeatureChoice(**feature.model_dump(), unavailable=unavailable.get(code, ""))
        for code, feature in (await load_features(session)).items()
    ]


async def load_plan(session: AsyncSession, plan_id: int) -> schemas.PlanView:
    query = _select_plans().where(SubscriptionPlan.id == plan_id)
    plans = await _load_plans(session, query)
    if not plans:
        raise NotFound(_("Plan not found"))
    return plans[0]


def _select_plans() -> Any:
    return (
        select(SubscriptionPlan, PlanVersion)
        .join(PlanVersion, col(PlanVersion.plan_id) == col(SubscriptionPlan.id))
        .where(col(PlanVersion.is_current))
        .order_by(col(SubscriptionPlan.position), col(SubscriptionPlan.id))
    )


async def _load_plans(session: AsyncSession, query: Any) -> list[schemas.PlanView]:
    use = await _load_use(session)
    features = await load_features(session)
    rows = (await session.execute(query)).all()
    return [_build_plan(plan, version, features, use) for plan, version in rows]


def _build_plan(
    plan: SubscriptionPlan,
    version: PlanVersion,
    features: Mapping[str, schemas.PlanFeature],
    use: _Use | None = None,
) -> schemas.PlanView:
    return schemas.PlanView(
        **plan.model_dump(include={"id", "name", "description", "is_active", "position"}),
        **version.model_dump(include={"price", "currency", "period", "trial_days"}),
        features=name_features(version, features),
        subscribers_count=None if use is None else use.subscribers.get(plan.id, 0),
        is_bought=None if use is None else plan.id in use.bought_ids,
        earlier_subscribers_count=None if use is None else use.earlier.get(plan.id, 0),
        price_change=use.price_changes.get(plan.id) if use else None,
    )


async def _load_use(session: AsyncSession) -> _Use:
    bought = select(PlanVersion.plan_id).where(is_version_used).distinct()
    return _Use(
        subscribers=await _count_subscribers(session),
        bought_ids=frozenset(await session.scalars(bought)),
        earlier=await count_movable(session),
        price_changes=await find_planned_changes(session),
    )


async def _count_subscribers(session: AsyncSession) -> dict[int, int]:
    rows = await session.execute(
        select(PlanVersion.plan_id, func.count())
        .join(UserSubscription, col(UserSubscription.plan_version_id) == col(PlanVersion.id))
        .where(statuses.is_live)
        .group_by(col(PlanVersion.plan_id))
    )
    return {row[0]: row[1] for row in rows}
