"""Renews subscriptions with saved cards and wallets."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import DomainError
from community.domain import subscriptions
from community.gateways.payments import PaymentProviderError
from community.workflows.payments import updates
from community.workflows.payments.gateways import Reachability
from community.workflows.payments.overdue import begin

log = logging.getLogger(__name__)

BATCH_SIZE = 100


@dataclass
class RenewalSummary:
    due: int = 0
    renewed: int = 0  # how many have a new period
    declined: int = 0
    waiting: int = 0  # how many payments have no result yet
    failures: int = 0  # how many could not be charged, because the provider did not answer
    expired: int = 0
    reminders: int = 0  # how many users were reminded of a renewal or of the end of their plan


async def renew_subscriptions(
    *, dry_run: bool = False, on_progress: Callable[[int], None] = lambda _: None
) -> RenewalSummary:
    """Charge all subscriptions whose renewal is due, end those whose time is over, and remind.

    Several processes may do so at once: a period is charged once, and a user is reminded once. A
    provider that does not answer is asked a few times only.

    Args:
        dry_run: Only count the subscriptions that are due, and the reminders.
    """
    summary, after, reachability = RenewalSummary(), 0, Reachability()
    while True:
        async with read_session() as session:
            rows = await subscriptions.renewals.list_due_renewals(
                session, after=after, limit=BATCH_SIZE
            )
        if not rows:
            break
        summary.due += len(rows)
        after = rows[-1].id
        if not dry_run:
            for row in rows:
                await _renew(row.id, summary, reachability)
        on_progress(len(rows))
    if not dry_run:
        summary.expired = await _expire_ended()
    await _send_reminders(summary, dry_run=dry_run)
    return summary


async def _renew(subscription_id: int, summary: RenewalSummary, reachability: Reachability) -> None:
    try:
        order = await begin(subscriptions.renewals.begin_renewal, subscription_id)
        if order is None:
            return
        with reachability.watch(order.provider):
            settlement, _reported = await updates.send_order(order)
    except (PaymentProviderError, DomainError):
        summary.failures += 1
        return
    except Exception:
        # The others must be renewed even if the data of this subscription is broken.
        log.exception("Subscription %s could not be renewed", subscription_id)
        summary.failures += 1
        return
    if settlement.status == "succeeded":
        summary.renewed += 1
    elif settlement.status == "pending":
        summary.waiting += 1
    else:
        summary.declined += 1


async def _send_reminders(summary: RenewalSummary, *, dry_run: bool) -> None:
    after = 0
    while True:
        async with read_session() as session:
            rows = await subscriptions.list_due_reminders(session, after=after, limit=BATCH_SIZE)
        if not rows:
            return
        after = rows[-1].id
        if dry_run:
            summary.reminders += len(rows)
            continue
        for row in rows:
            async with unit_of_work() as session:
                summary.reminders += await subscriptions.remind(session, row.id, row.user_id)


async def _expire_ended() -> int:
    expired = 0
    while True:
        async with read_session() as session:
            user_ids = await subscriptions.renewals.list_ended(session, limit=BATCH_SIZE)
        if not user_ids:
            return expired
        for user_id in user_ids:
            async with unit_of_work() as session:
                expired += await subscriptions.renewals.expire_subscription(session, user_id)
