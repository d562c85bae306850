"""The renewal of subscriptions with the saved card or wallet of the user."""

from collections.abc import Sequence
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors, events
from community.core.actor import Actor, make_banned_error
from community.domain import identity, people
from community.domain.subscriptions import billing_details, credit, policies, statuses
from community.domain.subscriptions.events import PaymentChanged
from community.domain.subscriptions.on_sale import get_provider
from community.domain.subscriptions.payment_methods import read_method
from community.domain.subscriptions.payments import failed_renewals, orders, schemas
from community.domain.subscriptions.payments.failures import BUYER_MUST_CONFIRM, is_for_next_period
from community.domain.subscriptions.periods import changes, locking, next_period
from community.domain.subscriptions.periods.prices import Price, apply_credit
from community.gateways.payments import get_amount_step, get_minimum_amount
from community.i18n import gettext as _
from community.models import Payment, PaymentMethod, SubscriptionPlan, User, UserSubscription


async def list_due_renewals(
    session: AsyncSession, *, after: int = 0, limit: int = 100
) -> Sequence[UserSubscription]:
    """Return subscriptions whose renewal is due, in the order of their ids.

    The renewals of banned users wait for the end of the ban.
    """
    rows = await session.scalars(
        select(UserSubscription)
        .join(User, col(User.id) == col(UserSubscription.user_id))
        .where(
            col(UserSubscription.next_charge_at) <= clock.now(),
            statuses.is_live,
            col(UserSubscription.id) > after,
            people.is_listed,
        )
        .order_by(col(UserSubscription.id))
        .limit(limit)
    )
    return rows.all()


async def begin_overdue_payment(
    session: AsyncSession, actor: Actor, *, with_other_card: bool = False
) -> schemas.Order | schemas.UnfinishedPayment | None:
    """Begin to pay the renewal of the actor that has failed, or continue what they have begun.

    The saved card is charged. The buyer pays on the page of the payment if they want to use another
    card, if there is no saved card any more, or if their bank wants them to confirm the payment.

    Returns:
        See `begin_renewal`. None if the credit pays the period.

    Raises:
        Conflict: No renewal has failed.
    """
    if actor.banned_at is not None:
        raise make_banned_error(actor)
    await locking.lock_user(session, actor.id)
    subscription = await locking.find_live_subscription(session, actor.id)
    if subscription is None:
        raise errors.NotFound(_("You have no subscription."))
    if subscription.status != "past_due":
        raise errors.Conflict(_("There is nothing to pay."), code="nothing_due")
    last = await _find_failed(session, subscription)
    must_confirm = last is not None and last.failure in BUYER_MUST_CONFIRM
    is_on_page = with_other_card or must_confirm or subscription.payment_method_id is None
    return await begin_renewal(session, subscription.id, is_early=True, is_on_page=is_on_page)


async def begin_renewal(
    session: AsyncSession,
    subscription_id: int,
    *,
    is_early: bool = False,
    is_on_page: bool = False,
) -> schemas.Order | schemas.UnfinishedPayment | None:
    """Begin the payment for the next period, or continue one that was interrupted.

    While a payment waits for the bank, there is no other one for the period: the buyer is reminded.

    Args:
        is_early: Whether a renewal that has failed is tried again before it is due.
        is_on_page: Whether the buyer pays it on its page, instead of with the saved card.

    Returns:
        What to ask the provider for. An `UnfinishedPayment` if another payment for the period must
        be canceled first. None if there is nothing to pay: the renewal is not due any more, the
        user is banned or was reminded, the credit pays it, or there is nothing to charge.
    """
    subscription = await _lock_due(session, subscription_id, is_early=is_early)
    if subscription is None:
        return None
    upcoming = await next_period.find_next_period(session, subscription)
    plan = await session.get_one(SubscriptionPlan, upcoming.version.plan_id)
    payment = await _find_unfinished(session, subscription)
    if payment is not None and payment.needs_action:
        action = await _handle_waiting(
            session, subscription, payment, is_early=is_early, is_on_page=is_on_page
        )
        if action == "cancel":
            return schemas.UnfinishedPayment(payment.id, payment.provider, payment.reference)
        if action == "wait":
            return None
    if payment is None:
        payment = await _create_payment(session, subscription, upcoming, is_on_page=is_on_page)
    if payment is None:
        return None
    # The request of an unfinished payment is repeated with the card with which it began.
    method = await session.get(PaymentMethod, payment.payment_method_id or 0)
    return await orders.build_order(
        session, payment, plan, method=read_method(method) if method else None
    )


async def compute_price(
    session: AsyncSession,
    subscription: UserSubscription,
    upcoming: next_period.NextPeriod,
    provider: str,
) -> Price:
    """Return what the next renewal costs now. `provider` is "" if the user removed their card."""
    currency = upcoming.version.currency
    balances = await credit.list_available(session, subscription.user_id, is_renewal=True)
    return apply_credit(
        Price("renewal", upcoming.price),
        available=balances.get(currency, 0),
        minimum=get_minimum_amount(provider, currency) if provider else 0,
        step=get_amount_step(provider, currency) if provider else 1,
    )


async def list_ended(session: AsyncSession, *, limit: int) -> Sequence[int]:
    """Return the ids of users whose access is over and is not renewed."""
    rows = await session.scalars(
        select(UserSubscription.user_id)
        .where(
            statuses.is_live,
            col(UserSubscription.access_until) <= clock.now(),
            col(UserSubscription.next_charge_at).is_(None),
        )
        .order_by(col(UserSubscription.access_until))
        .limit(limit)
    )
    return rows.all()


async def expire_subscription(session: AsyncSession, user_id: int) -> bool:
    """End the subscription of a user if its access is over and it is not renewed."""
    await locking.lock_user(session, user_id)
    subscription = await locking.find_live_subscription(session, user_id)
    if subscription is None or subscription.next_charge_at is not None:
        return False
    if subscription.access_until > clock.now():
        return False
    statuses.end_subscription(subscription, "expired")
    await session.flush()
    changes.record_change(session, subscription)
    return True


async def _lock_due(
    session: AsyncSession, subscription_id: int, *, is_early: bool
) -> UserSubscription | None:
    found = await session.get(UserSubscription, subscription_id)
    if found is None:
        return None
    await locking.lock_user(session, found.user_id)
    subscription = await locking.find_live_subscription(session, found.user_id)
    if subscription is None or subscription.id != subscription_id:
        return None
    user = await people.find_user(session, subscription.user_id)
    if user is not None and identity.is_banned(user):
        return None
    if is_early and subscription.status == "past_due":
        return subscription
    is_due = subscription.next_charge_at is not None and subscription.next_charge_at <= clock.now()
    return subscription if is_due else None


async def _create_payment(
    session: AsyncSession,
    subscription: UserSubscription,
    upcoming: next_period.NextPeriod,
    *,
    is_on_page: bool,
) -> Payment | None:
    """Create the payment for the next period. Return None if there is nothing to pay or charge."""
    method = await session.get(PaymentMethod, subscription.payment_method_id or 0)
    has_method = method is not None and method.removed_at is None
    if not is_on_page and not has_method:
        subscription.next_charge_at = None
        next_period.end_grace(subscription)
        await session.flush()
        return None
    provider = method.provider if method else await _find_provider(session, subscription)
    price = await compute_price(session, subscription, upcoming, provider)
    if price.amount == 0:
        await changes.renew_for_credit(session, subscription, upcoming)
        return None
    payment = Payment(
        user_id=subscription.user_id,
        subscription_id=subscription.id,
        plan_version_id=upcoming.version.id,
        payment_method_id=None if is_on_page else subscription.payment_method_id,
        kind="renewal",
        provider=provider,
        amount=price.amount,
        credit=price.credit,
        currency=upcoming.version.currency,
        period_number=subscription.period_number + 1,
    )
    await billing_details.add_vat(session, payment)
    session.add(payment)
    await session.flush()
    events.record(session, PaymentChanged(payment.id, payment.user_id, payment.status))
    return payment


async def _handle_waiting(
    session: AsyncSession,
    subscription: UserSubscription,
    payment: Payment,
    *,
    is_early: bool,
    is_on_page: bool,
) -> Literal["continue", "wait", "cancel"]:
    if not await is_for_next_period(session, subscription, payment):
        return "cancel"
    if not failed_renewals.waits_for_bank(payment):  # the buyer pays it on its page
        if is_early:
            return "continue" if is_on_page else "cancel"
        age = clock.now() - payment.created_at
        return "wait" if age < policies.CHECKOUT_LIFETIME else "cancel"
    if is_on_page or payment.payment_method_id != subscription.payment_method_id:
        return "cancel"
    if is_early:
        return "continue"
    is_reminded = await failed_renewals.remind_of_confirmation(session, subscription, payment)
    return "wait" if is_reminded else "cancel"


async def _find_failed(session: AsyncSession, subscription: UserSubscription) -> Payment | None:
    return await session.scalar(
        select(Payment)
        .where(
            Payment.subscription_id == subscription.id,
            Payment.period_number == subscription.period_number + 1,
            Payment.kind == "renewal",
            Payment.status == "failed",
        )
        .order_by(col(Payment.created_at).desc())
        .limit(1)
    )


async def _find_provider(session: AsyncSession, subscription: UserSubscription) -> str:
    last = await _find_failed(session, subscription)
    return last.provider if last else await get_provider(session)


async def _find_unfinished(session: AsyncSession, subscription: UserSubscription) -> Payment | None:
    return await session.scalar(
        select(Payment).where(
            Payment.subscription_id == subscription.id,
            Payment.period_number == subscription.period_number + 1,
            Payment.kind == "renewal",
            statuses.is_unfinished,
        )
    )
