"""Refunds by administrators: stored first, then sent to the provider, then applied.

A process that stops in between leaves an unfinished refund, which `check_refunds` continues with
the same idempotency key.
"""

import logging
from uuid import UUID

from community.core import clock, errors
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain.subscriptions.payments import refunds
from community.gateways.payments import PaymentProviderError, ProviderUnavailable
from community.workflows.payments import updates
from community.workflows.payments.gateways import Reachability, get_gateway

log = logging.getLogger(__name__)

BATCH_SIZE = 100


async def refund_payment(
    actor: Actor,
    *,
    payment_id: UUID,
    reason: str,
    amount: int | None = None,
    note: str = "",
    refund_id: UUID | None = None,
) -> UUID:
    """Return money to the buyer, and apply what the provider says. Return the id of the refund.

    If the provider does not answer, the refund stays unfinished, and is sent again later. Raise
    `Conflict` if the provider refuses the refund, so that nothing was returned.
    """
    async with unit_of_work() as session:
        stored_id = await refunds.begin_refund(
            session,
            actor,
            payment_id=payment_id,
            reason=reason,
            amount=amount,
            note=note,
            refund_id=refund_id,
        )
    async with read_session() as session:
        order = await refunds.load_refund_order(session, stored_id)
    try:
        await _send(order)
    except ProviderUnavailable as error:
        log.warning("Refund %s has no answer yet: %s", stored_id, error.code)
    except PaymentProviderError as error:
        message = refunds.describe_refund_failure(error.code)
        raise errors.Conflict(message, code="refund_refused") from error
    return stored_id


async def check_refunds(reachability: Reachability) -> int:
    """Send interrupted refunds again, and check the others. Return how many gave no answer."""
    failures, started_at, after = 0, clock.now(), None
    while True:
        async with read_session() as session:
            orders = await refunds.list_unfinished_refunds(
                session, before=started_at, after=after, limit=BATCH_SIZE
            )
        if not orders:
            return failures
        for order in orders:
            failures += not await _check(order, reachability)
        after = orders[-1].created_at, orders[-1].refund_id


async def _check(order: refunds.RefundOrder, reachability: Reachability) -> bool:
    try:
        with reachability.watch(order.order.provider):
            await _send(order)
    except (PaymentProviderError, errors.DomainError):
        return False
    except Exception:
        # The others must be checked even if the data of this payment is broken.
        log.exception("Refund %s could not be checked", order.refund_id)
        return False
    return True


async def _send(order: refunds.RefundOrder) -> None:
    """Ask the provider for a refund that it does not know yet, and apply its state.

    Providers forget idempotency keys, so the refunds that the provider knows are read first.

    Raises:
        ProviderUnavailable: It is unknown whether the provider has made the refund.
        PaymentProviderError: The provider refuses it, so it has failed.
    """
    payment = order.order
    await updates.refresh(payment.provider, payment.reference)
    async with read_session() as session:
        current = await refunds.load_refund_order(session, order.refund_id)
    if current.status != "created":
        return
    gateway = await get_gateway(payment.provider)
    try:
        reported = await gateway.refund(
            payment.reference,
            order.amount,
            payment.charge.currency,
            str(order.refund_id),
            receipt=updates.make_receipt(payment),
        )
    except ProviderUnavailable:
        raise
    except PaymentProviderError as error:
        async with unit_of_work() as session:
            await refunds.fail_refund(session, order.refund_id, error.code)
        raise
    await updates.apply(gateway, reported)
