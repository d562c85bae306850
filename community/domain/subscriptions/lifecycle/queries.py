"""Functions that read the subscription of a user, its coming renewals and an unpaid one."""

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.domain import people
from community.domain.subscriptions import billing, credit, policies, schemas, statuses
from community.domain.subscriptions.billing_details import load_treatment
from community.domain.subscriptions.features import load_available_features, name_features
from community.domain.subscriptions.on_sale import find_provider
from community.domain.subscriptions.payments.failed_renewals import waits_for_bank
from community.domain.subscriptions.payments.failures import describe_failure
from community.domain.subscriptions.periods import changes, next_period
from community.i18n import formats, gettext as _, ngettext
from community.models import Payment, PaymentMethod, PlanVersion, SubscriptionPlan, UserSubscription
from community.models.subscriptions.plans import LIVE_CONDITION


async def find_subscription(session: AsyncSession, actor: Actor) -> schemas.SubscriptionView | None:
    if actor.is_guest:
        return None
    rows = await session.execute(
        select(UserSubscription, PlanVersion, SubscriptionPlan, PaymentMethod)
        .join(PlanVersion, col(PlanVersion.id) == col(UserSubscription.plan_version_id))
        .join(SubscriptionPlan, col(SubscriptionPlan.id) == col(PlanVersion.plan_id))
        .outerjoin(PaymentMethod, col(PaymentMethod.id) == col(UserSubscription.payment_method_id))
        .where(col(UserSubscription.user_id) == actor.id, statuses.is_live)
    )
    if (found := rows.one_or_none()) is None:
        return None
    subscription, version, plan, method = found
    features = await load_available_features(session)
    provider = await find_provider(session)
    overdue = await find_overdue(session, subscription)
    return schemas.SubscriptionView(
        **subscription.model_dump(
            include={"id", "status", "origin", "created_at"} | {"period_start", "access_until"}
        ),
        **version.model_dump(include={"price", "currency", "period"}),
        plan=schemas.PlanSummary(id=plan.id, name=plan.name),
        features=name_features(version, features),
        renews_at=next_period.get_paid_end(subscription)
        if subscription.next_charge_at and not overdue
        else None,
        overdue=overdue,
        may_replace_method=policies.may_have_method(subscription) and bool(method or provider),
        has_access=clock.now() < subscription.access_until,
        payment_method=schemas.PaymentMethodView.model_validate(method) if method else None,
        giver=await _find_giver(session, subscription),
        next_price=(await next_period.find_next_period(session, subscription)).price,
        upcoming=await describe_upcoming(session, subscription),
        credit=await credit.get_balance(session, actor.id, version.currency),
        vat=await load_treatment(session, actor),
    )


async def find_overdue(
    session: AsyncSession, subscription: UserSubscription
) -> schemas.OverdueRenewal | None:
    if subscription.status != "past_due":
        return None
    row = await session.scalar(
        _select_unpaid(Payment).where(col(UserSubscription.id) == subscription.id).limit(1)
    )
    if row is None:
        return None
    return schemas.OverdueRenewal(
        payment_id=row.id,
        needs_action=waits_for_bank(row),
        failure=describe_failure(row.failure),
        next_attempt_at=subscription.next_charge_at,
    )


def overdue_payment_id(user_id: Any) -> ColumnElement[Any]:
    """Return the id of the last payment for the renewal that a user has not paid, or NULL."""
    return _select_unpaid_of(user_id, col(Payment.id))


def must_confirm_payment(user_id: Any) -> ColumnElement[Any]:
    """Return whether their bank asks the user to confirm this payment. NULL if there is none."""
    has_card = col(Payment.payment_method_id).is_not(None)
    return _select_unpaid_of(user_id, and_(col(Payment.needs_action), has_card))


async def describe_upcoming(session: AsyncSession, subscription: UserSubscription) -> list[str]:
    """Return what lowers the next renewals, and from when they cost more or less.

    Empty if the subscription is not renewed, or if the price stays what it is.
    """
    if subscription.next_charge_at is None:
        return []
    version = await session.get_one(PlanVersion, subscription.plan_version_id)
    texts = []
    change = await next_period.find_price_change(session, subscription)
    if change is not None:
        version = await session.get_one(PlanVersion, change.version_id)
        date = formats.format_full_date(
            await find_first_renewal(session, subscription, version, change.starts_at)
        )
        texts.append(
            _("{price} from the renewal on {date}.", price=_describe_price(version), date=date)
        )
    if next_period.has_discount(subscription):
        texts.insert(0, _describe_discount(subscription, _describe_price(version)))
    return texts


async def find_first_renewal(
    session: AsyncSession,
    subscription: UserSubscription,
    version: PlanVersion,
    starts_at: datetime,
) -> datetime:
    """Return the first day of the first period that is charged on a day or later.

    It is the day that buyers know as the renewal. The charge is `RENEWAL_LEAD` earlier.

    Args:
        version: The terms from then on. They have the period of the present ones.
        starts_at: The beginning of the day.
    """
    end, periods = next_period.get_paid_end(subscription), 0
    anchor = end
    while end - policies.RENEWAL_LEAD < starts_at:
        periods += 1
        end = await changes.compute_period_end(session, version, anchor=anchor, periods=periods)
    return end


async def _find_giver(session: AsyncSession, subscription: UserSubscription) -> str:
    if subscription.origin != "gift":
        return ""
    giver_id = await session.scalar(
        select(Payment.user_id)
        .where(Payment.subscription_id == subscription.id, Payment.kind == "gift")
        .limit(1)
    )
    giver = await people.find_user(session, giver_id or 0)
    return giver.name if giver else ""


def _select_unpaid_of(user_id: Any, column: Any) -> ColumnElement[Any]:
    # As text, because SQLite uses a partial index only for a condition without parameters.
    is_live = text(f"user_subscriptions.{LIVE_CONDITION}")
    query: Any = (
        _select_unpaid(column)
        .where(col(UserSubscription.user_id) == user_id, is_live)
        .limit(1)
        .correlate_except(Payment, UserSubscription)
    )
    found: ColumnElement[Any] = query.scalar_subquery()
    return found


def _select_unpaid(column: Any) -> Any:
    return (
        select(column)
        .join(UserSubscription, col(UserSubscription.id) == col(Payment.subscription_id))
        .where(
            col(UserSubscription.status) == "past_due",
            col(Payment.kind) == "renewal",
            col(Payment.period_number) == col(UserSubscription.period_number) + 1,
        )
        .order_by(col(Payment.created_at).desc())
    )


def _describe_discount(subscription: UserSubscription, later: str) -> str:
    percent, count = subscription.discount_percent, subscription.discount_periods
    if count is None:
        return _("{percent}% off all payments, as long as you keep the plan.", percent=percent)
    return ngettext(
        "{percent}% off the next payment, then {price}.",
        "{percent}% off the next {n} payments, then {price}.",
        count,
        percent=percent,
        price=later,
    )


def _describe_price(version: PlanVersion) -> str:
    return billing.describe_price(version.price, version.currency, version.period)
