"""Compares the journal of money with what the providers know, and applies what it has missed.

Notifications of providers can be lost. A daily run asks for the movements of the last weeks, and
for each difference asks for the payment and settles it, as after a notification.
"""

import logging
from datetime import UTC, datetime, timedelta
from typing import Final

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.domain.subscriptions import reconciliation
from community.domain.subscriptions.reconciliation import Difference
from community.gateways.payments import PaymentProviderError
from community.models import ReconciliationFinding
from community.workflows.payments.comparison import Comparison, ReconciliationResult, fetch_amounts
from community.workflows.payments.gateways import get_gateway

log = logging.getLogger(__name__)

# A refund can fail 30 days after it was made.
WINDOW: Final = timedelta(days=35)
BEGINNING: Final = datetime(2000, 1, 1, tzinfo=UTC)


async def reconcile_payments(since: datetime = BEGINNING) -> list[Difference]:
    """Return the movements that the journal and the providers do not have with the same amount.

    Raise `PaymentProviderError` if a provider does not answer.
    """
    differences: list[Difference] = []
    for provider in await _list_providers():
        result = ReconciliationResult(provider)
        await Comparison(result, since, applies=False).run()
        differences += result.differences
    return differences


async def run_reconciliation(since: datetime | None = None) -> list[ReconciliationResult]:
    """Compare, apply what the providers say, and store what cannot be explained.

    Args:
        since: Movements before this time are left out. The default is `WINDOW` ago.
    """
    start = clock.now() - WINDOW if since is None else since
    return [await _run(provider, start) for provider in await _list_providers()]


async def _list_providers() -> list[str]:
    # A provider can have money of which the journal has nothing.
    async with read_session() as session:
        return await reconciliation.list_providers(session)


async def _run(provider: str, since: datetime) -> ReconciliationResult:
    result = ReconciliationResult(provider)
    async with unit_of_work() as session:
        run_id = await reconciliation.begin_run(session, provider, since)
    try:
        await Comparison(result, since, applies=True).run()
    except PaymentProviderError as error:
        log.warning("The journal could not be compared with %s: %s", provider, error.code)
        result.failure = error.code[:80]
        result.differences.append(Difference(provider, "", "unreachable", None, None))
    await _store(result, since)
    async with unit_of_work() as session:
        await reconciliation.finish_run(
            session,
            run_id,
            compared=result.compared,
            applied=result.applied,
            unexplained=result.unexplained,
            failure=result.failure,
        )
    return result


async def _store(result: ReconciliationResult, since: datetime) -> None:
    for difference in result.differences:
        async with unit_of_work() as session:
            result.unexplained += await reconciliation.store_finding(session, difference)
    if result.failure:
        return
    found = {(item.kind, item.reference) for item in result.differences}
    async with read_session() as session:
        rows = await reconciliation.list_open_findings(session, result.provider)
    for row in rows:
        if (row.kind, row.reference) in found:
            continue
        is_solved = row.kind == "unreachable" or since == BEGINNING
        if row.kind == reconciliation.LATE_RETURN:
            async with read_session() as session:
                is_solved = await reconciliation.is_returned(session, row.payment_id)
        elif not is_solved:
            is_solved = await _is_solved(row)
        if is_solved:
            async with unit_of_work() as session:
                await reconciliation.resolve_finding(session, row.id)
        else:
            result.unexplained += row.explained_at is None


async def _is_solved(row: ReconciliationFinding) -> bool:
    key = row.kind, row.reference
    gateway = await get_gateway(row.provider)
    async with read_session() as session:
        entry = (await reconciliation.find_entries(session, row.provider, [key])).get(key)
    try:
        amounts = await fetch_amounts(gateway, row.payment_reference)
    except PaymentProviderError:
        return False
    return amounts.get(key) == (entry.amount if entry else None)
