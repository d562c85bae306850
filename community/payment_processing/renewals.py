"""Renews subscriptions with saved cards and wallets."""

from collections.abc import Callable
from dataclasses import dataclass

from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import DomainError
from community.domain import subscriptions
from community.payment_processing import updates
from community.payments import PaymentProviderError

BATCH_SIZE = 100


@dataclass
class RenewalSummary:
    """The result of a run.

    Attributes:
        due: How many subscriptions were due.
        renewed: How many have a new period.
        declined: How many payments the provider declined.
        waiting: How many payments have no result yet.
        failures: How many could not be charged, because the provider did not answer.
        expired: How many subscriptions ended.
    """

    due: int = 0
    renewed: int = 0
    declined: int = 0
    waiting: int = 0
    failures: int = 0
    expired: int = 0


async def renew_subscriptions(
    *, dry_run: bool = False, on_progress: Callable[[int], None] = lambda _: None
) -> RenewalSummary:
    """Charge all subscriptions whose renewal is due, and end those whose time is over.

    Several processes may do so at once: a period is charged once.

    Args:
        dry_run: Only count the subscriptions that are due.
        on_progress: Called with the number of subscriptions that each batch has handled.
    """
    summary, after = RenewalSummary(), 0
    while True:
        async with read_session() as session:
            rows = await subscriptions.list_due_renewals(session, after=after, limit=BATCH_SIZE)
        if not rows:
            break
        summary.due += len(rows)
        after = rows[-1].id
        if not dry_run:
            for row in rows:
                await _renew(row.id, summary)
        on_progress(len(rows))
    if not dry_run:
        summary.expired = await _expire_ended()
    return summary


async def _renew(subscription_id: int, summary: RenewalSummary) -> None:
    try:
        async with unit_of_work() as session:
            order = await subscriptions.begin_renewal(session, subscription_id)
        if order is None:
            return
        settlement, reported = await updates.send_order(order)
        if reported.status == "requires_action":
            # The buyer is not there to confirm, so the provider must not wait for them.
            settlement = await updates.cancel(order.provider, reported.reference)
    except (PaymentProviderError, DomainError):
        summary.failures += 1
        return
    if settlement.status == "succeeded":
        summary.renewed += 1
    elif settlement.status == "pending":
        summary.waiting += 1
    else:
        summary.declined += 1


async def _expire_ended() -> int:
    expired = 0
    while True:
        async with read_session() as session:
            user_ids = await subscriptions.list_ended(session, limit=BATCH_SIZE)
        if not user_ids:
            return expired
        for user_id in user_ids:
            async with unit_of_work() as session:
                expired += await subscriptions.expire_subscription(session, user_id)
