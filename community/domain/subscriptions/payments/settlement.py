"""Applies what a provider says about a payment.

Code that learns something about a payment (a webhook, the page of the buyer, a scheduled job) asks
the provider for its current state and calls `settle`. So events can arrive twice, late and in any
order.
"""

import logging
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, errors, events
from community.domain.subscriptions import credit, policies, statuses, vat
from community.domain.subscriptions.events import MoneyReturned, PaymentChanged
from community.domain.subscriptions.payment_methods import save_method
from community.domain.subscriptions.payments import failed_renewals, journal, plan_restoration
from community.domain.subscriptions.payments.disputes import record_disputes
from community.domain.subscriptions.payments.failures import find_obstacle, get_owner_id
from community.domain.subscriptions.payments.refunds import record_refunds
from community.domain.subscriptions.payments.returns import apply_returns
from community.domain.subscriptions.payments.schemas import Settlement
from community.domain.subscriptions.periods import changes
from community.domain.subscriptions.periods.locking import find_live_subscription, lock_payment
from community.domain.subscriptions.periods.next_period import begin_discount
from community.gateways.payments import ProviderPayment
from community.i18n import gettext as _
from community.models import Payment, PlanVersion, PromoCode, UserSubscription

log = logging.getLogger(__name__)


async def settle(session: AsyncSession, reported: ProviderPayment, *, provider: str) -> Settlement:
    """Apply the state of a payment at its provider. The same state again changes nothing.

    Args:
        provider: The name of the gateway that has reported the state.

    Raises:
        NotFound: The provider names a payment that does not exist.
        Conflict: The provider, amount, currency or id differs from the payment of the site. The
            error code is `payment_mismatch`, and nothing has changed.
    """
    if reported.payment_id is None:
        raise _make_mismatch_error("payment_id")
    payment = await lock_payment(session, reported.payment_id)
    _ensure_match(payment, reported, provider)
    before, refunded_before = payment.status, payment.refunded
    payment.reference = reported.reference
    payment.checked_at = clock.now()
    await journal.record_movements(session, payment, reported.movements)
    await _apply_status(session, payment, reported)
    _record_change(session, payment, before)
    # The site can learn of the payment and of its return at the same time.
    paid = payment.status
    await apply_returns(session, payment)
    refund_id = await record_refunds(session, payment, reported.refunds)
    await record_disputes(session, payment, reported.disputes)
    _record_change(session, payment, paid, refund_id=refund_id)
    payment.refund_due = _compute_refund_due(payment, reported)
    await session.flush()
    gave_nothing = payment.status in statuses.ENDED_STATUSES
    if gave_nothing and payment.refunded >= payment.amount > refunded_before:
        events.record(session, MoneyReturned(payment.id, payment.user_id))
    return Settlement(
        payment.id,
        payment.status,
        has_changed=payment.status != before,
        refund_due=payment.refund_due,
    )


async def reject(session: AsyncSession, payment_id: UUID, code: str) -> None:
    """End a payment because the provider does not accept the request to create it.

    A renewal waits for a day, because the reason can be a wrong key, which administrators mend.
    """
    payment = await lock_payment(session, payment_id)
    if payment.status not in statuses.UNFINISHED_STATUSES or payment.reference:
        return
    is_new = payment.created_at > clock.now() - policies.PAYMENT_LIFETIME
    if payment.kind == "renewal" and is_new:
        return
    before = payment.status
    payment.failure = code[:80]
    await _fail(session, payment, "failed")
    await session.flush()
    _record_change(session, payment, before)


def _record_change(
    session: AsyncSession, payment: Payment, before: str, *, refund_id: UUID | None = None
) -> None:
    if payment.status != before:
        event = PaymentChanged(
            payment.id, payment.user_id, payment.status, previous=before, refund_id=refund_id
        )
        events.record(session, event)


async def _apply_status(session: AsyncSession, payment: Payment, reported: ProviderPayment) -> None:
    if payment.status not in statuses.UNFINISHED_STATUSES:
        return
    if reported.status == "succeeded":
        if obstacle := await find_obstacle(session, payment):
            payment.failure = obstacle
            _end(payment, "canceled")
        else:
            await _succeed(session, payment, reported)
        return
    payment.failure = reported.failure[:80] or payment.failure
    has_waited = failed_renewals.waits_for_bank(payment)
    # The buyer was declined when they confirmed, and can try again.
    is_open = has_waited and reported.next_step is not None
    if reported.status == "canceled" or (reported.status == "failed" and not is_open):
        await _fail(session, payment, reported.status)
        return
    payment.needs_action = reported.status in {"requires_action", "failed"}
    if payment.status == "created":
        statuses.set_payment_status(payment, "pending")
    if failed_renewals.waits_for_bank(payment) and not has_waited:
        await failed_renewals.record_question_of_bank(session, payment)


def _compute_refund_due(payment: Payment, reported: ProviderPayment) -> int:
    """Return what the buyer must get back: the provider has the money, and nothing was given."""
    if reported.status != "succeeded" or payment.status not in statuses.ENDED_STATUSES:
        return 0
    waiting = sum(item.amount for item in reported.refunds if item.status == "pending")
    return max(payment.amount - payment.refunded - waiting, 0)


async def _succeed(session: AsyncSession, payment: Payment, reported: ProviderPayment) -> None:
    statuses.set_payment_status(payment, "succeeded")
    payment.succeeded_at = payment.ended_at = clock.now()
    payment.failure, payment.needs_action = "", False
    # Renewals charge from now on what the buyer has paid with on the page of the payment.
    is_paid_on_page = payment.payment_method_id is None
    method_id = None
    if reported.method is not None and payment.user_id is not None and payment.kind != "gift":
        method = await save_method(
            session, user_id=payment.user_id, provider=payment.provider, method=reported.method
        )
        payment.payment_method_id = method_id = method.id
    promo = None
    if payment.promo_code_id is not None:
        promo = await session.get_one(PromoCode, payment.promo_code_id, with_for_update=True)
        promo.uses += 1
    version = await session.get_one(PlanVersion, payment.plan_version_id)
    subscription = await _give(session, payment, version, method_id if is_paid_on_page else None)
    if promo is not None and payment.kind == "purchase":
        begin_discount(subscription, promo)
    await credit.use_for_payment(session, payment)
    payment.subscription_id = subscription.id
    payment.period_number = subscription.period_number
    payment.period_start = subscription.period_start
    if payment.kind != "renewal":  # a renewal pays its whole period, also the days of grace
        payment.period_start = max(payment.period_start, payment.succeeded_at)
    payment.period_end = subscription.access_until


async def _give(
    session: AsyncSession, payment: Payment, version: PlanVersion, method_id: int | None
) -> UserSubscription:
    owner_id = get_owner_id(payment)
    assert owner_id is not None  # because `find_obstacle` has found the owner
    if payment.kind in {"purchase", "gift"}:
        return await changes.start_subscription(
            session,
            user_id=owner_id,
            version=version,
            origin="gift" if payment.kind == "gift" else "purchase",
            value=vat.get_price_part(payment, payment.amount) + payment.credit,
            method_id=method_id,
        )
    subscription = await find_live_subscription(session, owner_id)
    assert subscription is not None  # because `find_obstacle` has found it
    if payment.kind == "renewal":
        if method_id is not None:
            await changes.use_method(session, subscription, method_id)
        await changes.start_next_period(session, subscription)
        return subscription
    payment.replaced = plan_restoration.describe_replaced(subscription)
    if method_id is not None:
        await changes.use_method(session, subscription, method_id)
    await changes.change_plan(
        session,
        subscription,
        version,
        restarts_period=payment.restarts_period,
        rest=_compute_paid_rest(subscription, payment),
    )
    return subscription


def _compute_paid_rest(subscription: UserSubscription, upgrade: Payment) -> int | None:
    """Return what is paid for the rest of the period, if it is longer than when the upgrade began.

    An administrator has given the additional time, so it must not count with the price of the plan.
    """
    extended_at = subscription.extended_at
    if extended_at is None or extended_at < upgrade.created_at:
        return None
    paid = vat.get_price_part(upgrade, upgrade.amount) + upgrade.credit
    return changes.compute_rest(subscription, clock.now()) + paid


async def _fail(session: AsyncSession, payment: Payment, status: str) -> None:
    has_waited = failed_renewals.waits_for_bank(payment)
    _end(payment, status)
    if payment.kind == "renewal":
        await failed_renewals.record_failed_renewal(session, payment, has_waited=has_waited)


def _end(payment: Payment, status: str) -> None:
    statuses.set_payment_status(payment, status)
    payment.ended_at, payment.needs_action = clock.now(), False


def _ensure_match(payment: Payment, reported: ProviderPayment, provider: str) -> None:
    """Raise `Conflict` if another provider reports, or of another payment, amount or currency."""
    pairs = {
        "provider": (payment.provider, provider),
        "amount": (payment.amount, reported.amount),
        "currency": (payment.currency, reported.currency.upper()),
        "reference": (payment.reference or reported.reference, reported.reference),
    }
    for name, (own, other) in pairs.items():
        if own != other:
            log.error("Payment %s differs from its provider in: %s", payment.id, name)
            raise _make_mismatch_error(name)


def _make_mismatch_error(name: str) -> errors.Conflict:
    return errors.Conflict(
        _("The payment does not match what the provider reports."),
        code="payment_mismatch",
        details={"field": name},
    )
