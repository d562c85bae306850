"""Applies what a provider says about a payment.

Code that learns something about a payment (a webhook, the page of the buyer, a scheduled job) asks
the provider for its current state and calls `settle`. So events can arrive twice, late and in any
order.
"""

import logging

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, events
from community.core.errors import Conflict
from community.domain.subscriptions.events import PaymentChanged
from community.domain.subscriptions.payments import changes, journal
from community.domain.subscriptions.payments.failed_renewals import record_failed_renewal
from community.domain.subscriptions.payments.locking import find_live_subscription, lock_payment
from community.domain.subscriptions.payments.methods import save_method
from community.domain.subscriptions.payments.schemas import Settlement
from community.domain.subscriptions.statuses import UNFINISHED_STATUSES, change_payment
from community.i18n import gettext as _
from community.models import Payment, PlanVersion, PromoCode, UserSubscription
from community.payments import ProviderPayment

log = logging.getLogger(__name__)


async def settle(session: AsyncSession, reported: ProviderPayment) -> Settlement:
    """Apply the state of a payment at the provider. The same state again changes nothing.

    Raises:
        NotFound: The provider names a payment that does not exist.
        Conflict: The amount, currency or id differs from the payment of the site. The error code
            is `payment_mismatch`, and nothing has changed.
    """
    if reported.payment_id is None:
        raise _make_mismatch_error("payment_id")
    payment = await lock_payment(session, reported.payment_id)
    _ensure_match(payment, reported)
    before = payment.status
    payment.reference = reported.reference
    payment.checked_at = clock.now()
    await journal.record_movements(session, payment, reported.movements)
    refund_due = await _apply_status(session, payment, reported)
    await _apply_refunds(session, payment)
    await session.flush()
    has_changed = payment.status != before
    if has_changed:
        events.record(session, PaymentChanged(payment.id, payment.user_id, payment.status))
    return Settlement(payment.id, payment.status, has_changed=has_changed, refund_due=refund_due)


async def _apply_status(session: AsyncSession, payment: Payment, reported: ProviderPayment) -> int:
    """Move the payment to the state that the provider reports. Return what must be refunded."""
    is_unfinished = payment.status in UNFINISHED_STATUSES
    if reported.status == "succeeded":
        if is_unfinished:
            await _succeed(session, payment, reported)
        elif payment.status in {"canceled", "failed", "expired"}:
            return payment.amount - await journal.compute_refunded(session, payment.id)
        return 0
    if not is_unfinished:
        return 0
    payment.failure = reported.failure[:80] or payment.failure
    if reported.status in {"canceled", "failed"}:
        await _fail(session, payment, reported.status)
        return 0
    payment.needs_action = reported.status == "requires_action"
    if payment.status == "created":
        change_payment(payment, "pending")
    return 0


async def _succeed(session: AsyncSession, payment: Payment, reported: ProviderPayment) -> None:
    change_payment(payment, "succeeded")
    payment.succeeded_at = payment.ended_at = clock.now()
    payment.failure, payment.needs_action = "", False
    method_id = None
    if reported.method is not None and payment.user_id is not None and payment.kind != "gift":
        method = await save_method(
            session, user_id=payment.user_id, provider=payment.provider, method=reported.method
        )
        payment.payment_method_id = method_id = method.id
    if payment.promo_code_id is not None:
        promo = await session.get_one(PromoCode, payment.promo_code_id, with_for_update=True)
        promo.uses += 1
    version = await session.get_one(PlanVersion, payment.plan_version_id)
    subscription = await _give(session, payment, version, method_id)
    if subscription is not None:
        payment.subscription_id = subscription.id
        payment.period_number = subscription.period_number


async def _give(
    session: AsyncSession, payment: Payment, version: PlanVersion, method_id: int | None
) -> UserSubscription | None:
    """Give what was paid, and return the subscription. None if the account was deleted."""
    owner_id = payment.recipient_id if payment.kind == "gift" else payment.user_id
    if owner_id is None:
        return None
    if payment.kind == "renewal":
        subscription = await find_live_subscription(session, owner_id)
        if subscription is not None and subscription.id == payment.subscription_id:
            await changes.start_next_period(session, subscription, used_credit=payment.credit)
            return subscription
    if payment.kind == "upgrade":
        changed = await changes.change_plan(session, owner_id, version, credit=payment.credit)
        if changed is not None:
            return changed
    return await changes.start_subscription(session, payment, version, method_id)


async def _fail(session: AsyncSession, payment: Payment, status: str) -> None:
    change_payment(payment, status)
    payment.ended_at, payment.needs_action = clock.now(), False
    if payment.kind == "renewal":
        await record_failed_renewal(session, payment)


async def _apply_refunds(session: AsyncSession, payment: Payment) -> None:
    """End the access if the whole amount was returned."""
    payment.refunded = await journal.compute_refunded(session, payment.id)
    if payment.status != "succeeded" or payment.refunded < payment.amount:
        return
    change_payment(payment, "refunded")
    owner_id = payment.recipient_id if payment.kind == "gift" else payment.user_id
    if owner_id is None:
        return
    subscription = await find_live_subscription(session, owner_id)
    if subscription is not None and _is_paid_by(subscription, payment):
        await changes.end_access(session, subscription)


def _is_paid_by(subscription: UserSubscription, payment: Payment) -> bool:
    """Return whether the current period of the subscription was paid with this payment."""
    is_same = payment.subscription_id == subscription.id
    return is_same and payment.period_number == subscription.period_number


def _ensure_match(payment: Payment, reported: ProviderPayment) -> None:
    """Raise `Conflict` if the provider speaks of another payment, amount or currency."""
    pairs = {
        "amount": (payment.amount, reported.amount),
        "currency": (payment.currency, reported.currency.upper()),
        "reference": (payment.reference or reported.reference, reported.reference),
    }
    for name, (own, other) in pairs.items():
        if own != other:
            log.error("Payment %s differs from its provider in: %s", payment.id, name)
            raise _make_mismatch_error(name)


def _make_mismatch_error(name: str) -> Conflict:
    return Conflict(
        _("The payment does not match what the provider reports."),
        code="payment_mismatch",
        details={"field": name},
    )
