"""The renewal of subscriptions with the saved card or wallet of the user."""

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.core.actor import Actor, make_banned_error
from community.core.errors import Conflict, NotFound
from community.domain import accounts
from community.domain.subscriptions import billing_details
from community.domain.subscriptions.events import PaymentChanged
from community.domain.subscriptions.payments import changes, credit
from community.domain.subscriptions.payments.checkout import build_order
from community.domain.subscriptions.payments.locking import find_live_subscription, lock_user
from community.domain.subscriptions.payments.methods import read_method
from community.domain.subscriptions.payments.prices import Price, use_credit
from community.domain.subscriptions.payments.schemas import Order
from community.domain.subscriptions.statuses import end_subscription, is_live, is_unfinished
from community.i18n import gettext as _
from community.models import (
    Payment,
    PaymentMethod,
    PlanVersion,
    SubscriptionPlan,
    User,
    UserSubscription,
)
from community.payments import get_minimum_amount


async def list_due_renewals(
    session: AsyncSession, *, after: int = 0, limit: int = 100
) -> Sequence[UserSubscription]:
    """Return subscriptions whose renewal is due, in the order of their ids.

    The renewals of banned users wait for the end of the ban.

    Args:
        after: The id of the last subscription of the previous batch.
    """
    rows = await session.scalars(
        select(UserSubscription)
        .join(User, col(User.id) == col(UserSubscription.user_id))
        .where(
            col(UserSubscription.next_charge_at) <= clock.now(),
            is_live,
            col(UserSubscription.id) > after,
            accounts.is_listed,
        )
        .order_by(col(UserSubscription.id))
        .limit(limit)
    )
    return rows.all()


async def begin_overdue_payment(session: AsyncSession, actor: Actor) -> Order | None:
    """Begin to charge the saved card of the actor again, whose renewal has failed.

    Returns:
        What to ask the provider for. None if the credit pays the period.

    Raises:
        PermissionDenied: The actor is banned.
        NotFound: The actor has no subscription.
        Conflict: No renewal has failed, or there is no saved card.
    """
    if actor.banned_at is not None:
        raise make_banned_error(actor)
    await lock_user(session, actor.id)
    subscription = await find_live_subscription(session, actor.id)
    if subscription is None:
        raise NotFound(_("You have no subscription."))
    if subscription.status != "past_due":
        raise Conflict(_("There is nothing to pay."), code="nothing_due")
    if subscription.payment_method_id is None:
        raise Conflict(_("There is no saved card. Add one first."), code="payment_method_required")
    return await begin_renewal(session, subscription.id, is_early=True)


async def begin_renewal(
    session: AsyncSession, subscription_id: int, *, is_early: bool = False
) -> Order | None:
    """Begin the payment for the next period, or continue one that was interrupted.

    Args:
        is_early: Whether a renewal that has failed is tried again before it is due.

    Returns:
        What to ask the provider for. None if there is nothing to pay: the renewal is not due any
        more, the user is banned, the credit pays it, or there is nothing to charge.
    """
    subscription = await _lock_due(session, subscription_id, is_early=is_early)
    if subscription is None:
        return None
    version = await session.get_one(PlanVersion, subscription.plan_version_id)
    plan = await session.get_one(SubscriptionPlan, version.plan_id)
    period_number = subscription.period_number + 1
    payment = await _find_unfinished(session, subscription_id, period_number)
    # The request of an unfinished payment is repeated with the card with which it began.
    method_id = payment.payment_method_id if payment else subscription.payment_method_id
    method = await session.get(PaymentMethod, method_id or 0)
    if method is None or (payment is None and method.removed_at is not None):
        subscription.next_charge_at = None
        await session.flush()
        return None
    if payment is None:
        price = await compute_price(session, subscription, version, method)
        if price.amount == 0:
            await changes.renew_for_credit(session, subscription, version)
            return None
        payment = Payment(
            user_id=subscription.user_id,
            subscription_id=subscription.id,
            plan_version_id=version.id,
            payment_method_id=method.id,
            kind="renewal",
            provider=method.provider,
            amount=price.amount,
            credit=price.credit,
            currency=version.currency,
            period_number=period_number,
        )
        await billing_details.add_vat(session, payment)
        session.add(payment)
        await session.flush()
        events.record(session, PaymentChanged(payment.id, payment.user_id, payment.status))
    return await build_order(session, payment, plan, method=read_method(method))


async def compute_price(
    session: AsyncSession,
    subscription: UserSubscription,
    version: PlanVersion,
    method: PaymentMethod | None,
) -> Price:
    """Return what the next renewal costs now.

    Args:
        method: What is charged, or None if the user has removed it.
    """
    balances = await credit.list_available(session, subscription.user_id, is_renewal=True)
    return use_credit(
        Price("renewal", version.price),
        available=balances.get(version.currency, 0),
        minimum=get_minimum_amount(method.provider, version.currency) if method else 0,
    )


async def list_ended(session: AsyncSession, *, limit: int) -> Sequence[int]:
    """Return the ids of users whose access is over and is not renewed."""
    rows = await session.scalars(
        select(UserSubscription.user_id)
        .where(
            is_live,
            col(UserSubscription.access_until) <= clock.now(),
            col(UserSubscription.next_charge_at).is_(None),
        )
        .order_by(col(UserSubscription.access_until))
        .limit(limit)
    )
    return rows.all()


async def expire_subscription(session: AsyncSession, user_id: int) -> bool:
    """End the subscription of a user if its access is over and it is not renewed."""
    await lock_user(session, user_id)
    subscription = await find_live_subscription(session, user_id)
    if subscription is None or subscription.next_charge_at is not None:
        return False
    if subscription.access_until > clock.now():
        return False
    end_subscription(subscription, "expired")
    await session.flush()
    changes.record_change(session, subscription)
    return True


async def _lock_due(
    session: AsyncSession, subscription_id: int, *, is_early: bool
) -> UserSubscription | None:
    found = await session.get(UserSubscription, subscription_id)
    if found is None:
        return None
    await lock_user(session, found.user_id)
    subscription = await find_live_subscription(session, found.user_id)
    if subscription is None or subscription.id != subscription_id:
        return None
    user = await accounts.find_user(session, subscription.user_id)
    if user is not None and accounts.is_banned(user):
        return None
    if is_early and subscription.status == "past_due":
        return subscription
    is_due = subscription.next_charge_at is not None and subscription.next_charge_at <= clock.now()
    return subscription if is_due else None


async def _find_unfinished(
    session: AsyncSession, subscription_id: int, period_number: int
) -> Payment | None:
    return await session.scalar(
        select(Payment).where(
            Payment.subscription_id == subscription_id,
            Payment.period_number == period_number,
            Payment.kind == "renewal",
            is_unfinished,
        )
    )
