from collections import Counter
from typing import Any

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.errors import NotFound
from community.domain.people import find_user_summaries
from community.domain.subscriptions import credit, policies
from community.domain.subscriptions.administration import schemas
from community.domain.subscriptions.billing import Terms, compute_monthly_revenue
from community.domain.subscriptions.schemas import PaymentMethodView, PlanSummary
from community.domain.subscriptions.statuses import LIVE_STATUSES, is_live
from community.i18n import gettext as _
from community.models import PaymentMethod, PlanVersion, SubscriptionPlan, UserSubscription


async def get_subscription(
    session: AsyncSession, actor: Actor, *, subscription_id: int
) -> schemas.SubscriptionRecord:
    policies.ensure_may_manage_subscriptions(actor)
    rows = await session.execute(
        select(UserSubscription, PlanVersion, SubscriptionPlan, PaymentMethod)
        .join(PlanVersion, col(PlanVersion.id) == col(UserSubscription.plan_version_id))
        .join(SubscriptionPlan, col(SubscriptionPlan.id) == col(PlanVersion.plan_id))
        .outerjoin(PaymentMethod, col(PaymentMethod.id) == col(UserSubscription.payment_method_id))
        .where(col(UserSubscription.id) == subscription_id)
    )
    if (found := rows.one_or_none()) is None:
        raise NotFound(_("Subscription not found"))
    subscription, version, plan, method = found
    people = [subscription.user_id, subscription.changed_by_id or 0]
    users = await find_user_summaries(session, people)
    return schemas.SubscriptionRecord(
        **subscription.model_dump(
            include={"id", "status", "origin", "cancel_reason", "created_at"}
            | {"period_start", "access_until", "paid_until", "canceled_at", "ended_at"}
        ),
        **version.model_dump(include={"price", "currency", "period"}),
        credit=await credit.get_balance(session, subscription.user_id, version.currency),
        user=users.get(subscription.user_id),
        plan=PlanSummary(id=plan.id, name=plan.name),
        renews_at=subscription.next_charge_at,
        changed_by=users.get(subscription.changed_by_id or 0),
        payment_method=PaymentMethodView.model_validate(method) if method else None,
        is_live=subscription.status in LIVE_STATUSES,
    )


async def find_subscription_of_user(
    session: AsyncSession, actor: Actor, *, user_id: int
) -> schemas.SubscriptionRecord | None:
    policies.ensure_may_manage_subscriptions(actor)
    subscription_id = await session.scalar(
        select(UserSubscription.id).where(col(UserSubscription.user_id) == user_id, is_live)
    )
    if subscription_id is None:
        return None
    return await get_subscription(session, actor, subscription_id=subscription_id)


async def load_statistics(session: AsyncSession, actor: Actor) -> schemas.SubscriptionStatistics:
    """Return how many users have each plan, and what the plans bring in a month.

    Trials, gifts and grants bring in nothing. The formula is in `docs/payments.md`.
    """
    policies.ensure_may_manage_subscriptions(actor)
    paid = func.count().filter(col(UserSubscription.period_number) > 0)
    groups: Any = (PlanVersion.plan_id, PlanVersion.currency, PlanVersion.period)
    price: Any = UserSubscription.period_price
    rows = await session.execute(
        select(*groups, price, func.count(), paid)  # type: ignore[call-overload]
        .join(UserSubscription, col(UserSubscription.plan_version_id) == col(PlanVersion.id))
        .where(is_live)
        .group_by(*groups, price)
    )
    revenue: Counter[str] = Counter()
    counts: Counter[int] = Counter()
    for plan_id, currency, period, amount, count, paid_count in rows:
        revenue[currency] += compute_monthly_revenue(Terms(amount, period)) * paid_count
        counts[plan_id] += count
    plans = await session.scalars(
        select(SubscriptionPlan).order_by(col(SubscriptionPlan.position), col(SubscriptionPlan.id))
    )
    return schemas.SubscriptionStatistics(
        live_count=counts.total(),
        monthly_revenue=[
            schemas.Revenue(amount=amount, currency=currency)
            for currency, amount in sorted(revenue.items())
            if amount
        ],
        plans=[
            schemas.PlanSubscribers(
                plan=PlanSummary(id=plan.id, name=plan.name), count=counts[plan.id]
            )
            for plan in plans
        ],
    )
