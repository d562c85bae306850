"""Asks the providers for the state of all unfinished payments."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from community.core import clock, errors
from community.core.db.sessions import read_session, unit_of_work
from community.domain import site, subscriptions
from community.gateways.payments import PaymentProviderError
from community.workflows.payments import updates
from community.workflows.payments.gateways import Reachability
from community.workflows.payments.refunds import check_refunds
from community.workflows.payments.setups import check_setups

log = logging.getLogger(__name__)

BATCH_SIZE = 100


@dataclass
class PendingSummary:
    checked: int = 0
    # How many payments, refunds and cards could not be checked, because the provider did not answer
    failures: int = 0
    statuses: dict[str, int] = field(default_factory=dict)  # how many payments have which state now


async def check_pending_payments(
    *, dry_run: bool = False, on_progress: Callable[[int], None] = lambda _: None
) -> PendingSummary:
    """Ask for the state of every unfinished payment, refund and abandoned card, and apply it.

    A payment that is older than its lifetime is canceled at the provider. Payments that the
    provider may not know, because a process has stopped, are sent again with the same key. A
    provider that does not answer is asked a few times only.

    Args:
        dry_run: Only count the payments.
    """
    summary, reachability = PendingSummary(), Reachability()
    started_at, after = clock.now(), None
    while True:
        async with read_session() as session:
            orders = await subscriptions.list_unfinished(
                session, before=started_at, after=after, limit=BATCH_SIZE
            )
        if not orders:
            break
        for order in orders:
            summary.checked += 1
            if not dry_run:
                await _check(order, summary, reachability)
        on_progress(len(orders))
        after = orders[-1].created_at, orders[-1].order.payment_id
    if not dry_run:
        summary.failures += await check_refunds(reachability)
        summary.failures += await check_setups(reachability)
        async with unit_of_work() as session:
            await site.delete_expired_keys(session)
    return summary


async def _check(
    pending: subscriptions.UnfinishedOrder, summary: PendingSummary, reachability: Reachability
) -> None:
    try:
        with reachability.watch(pending.order.provider):
            status = await _update(pending.order, is_over=pending.is_over)
    except (PaymentProviderError, errors.DomainError):
        summary.failures += 1
        return
    except Exception:
        # The others must be checked even if the data of this payment is broken.
        log.exception("Payment %s could not be checked", pending.order.payment_id)
        summary.failures += 1
        return
    summary.statuses[status] = summary.statuses.get(status, 0) + 1


async def _update(order: subscriptions.Order, *, is_over: bool) -> str:
    settlement, reported = await updates.send_order(order)
    if is_over and settlement.status in subscriptions.UNFINISHED_STATUSES:
        settlement = await updates.cancel(order.provider, reported.reference)
    return settlement.status
