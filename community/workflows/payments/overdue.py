"""Pays renewals that have failed, and replaces a payment for the same period that waits."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import subscriptions
from community.domain.subscriptions import Order, UnfinishedPayment
from community.workflows.payments import updates
from community.workflows.payments.purchases import StartedPayment

# How often a payment that waits is canceled before another one begins.
_MAX_ATTEMPTS: Final = 3


async def begin(
    action: Callable[..., Awaitable[Order | UnfinishedPayment | None]], *values: Any, **options: Any
) -> Order | None:
    """Begin a renewal. A payment for the same period that must not wait any more is canceled first.

    Args:
        action: `subscriptions.renewals.begin_renewal` or `begin_overdue_payment`.

    Raises:
        PaymentProviderError: The provider does not answer, or cannot cancel the payment.
    """
    for _attempt in range(_MAX_ATTEMPTS):
        async with unit_of_work() as session:
            step = await action(session, *values, **options)
        if not isinstance(step, UnfinishedPayment):
            return step
        await updates.cancel(step.provider, step.reference)
    return None


async def pay_now(actor: Actor, *, with_other_card: bool = False) -> StartedPayment | None:
    """Pay the renewal that has failed by card or on the page. None if the credit paid it."""
    with updates.report_to_buyer():
        order = await begin(
            subscriptions.renewals.begin_overdue_payment, actor, with_other_card=with_other_card
        )
        if order is None:
            return None
        _settlement, reported = await updates.send_order(order)
    async with read_session() as session:
        payment = await subscriptions.get_own_payment(session, actor, order.payment_id)
    is_unfinished = payment.status in subscriptions.UNFINISHED_STATUSES
    return StartedPayment(payment, reported.next_step if is_unfinished else None)
