"""Compares the movements of money of one provider with the journal."""

import logging
from array import array
from bisect import bisect_left
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from community.core.db.sessions import read_session
from community.core.errors import DomainError, NotFound
from community.domain.subscriptions import reconciliation
from community.domain.subscriptions.reconciliation import Difference, JournalEntry
from community.gateways import payments
from community.gateways.payments.account_chain import AccountChain
from community.workflows.payments import updates
from community.workflows.payments.gateways import get_gateway

log = logging.getLogger(__name__)

BATCH_SIZE: Final = 200
# The reference of the finding that an account cannot be asked, because its keys were withdrawn.
LOST_ACCOUNT: Final = "replaced_keys"


@dataclass
class ReconciliationResult:
    provider: str
    compared: int = 0  # how many movements the provider has named
    applied: int = 0  # how many payments of the site were out of date
    differences: list[Difference] = field(default_factory=list)
    unexplained: int = 0  # how many of them no administrator has explained
    failure: str = ""  # the code of the provider if it did not answer, or ""


@dataclass
class Comparison:
    """The comparison with one provider, in batches, so that all movements are never in memory."""

    result: ReconciliationResult
    since: datetime
    applies: bool  # whether the site applies what the provider says
    # The ids of the movements in the journal that the provider has named
    matched: "array[int]" = field(default_factory=lambda: array("q"))
    refreshed: set[str] = field(default_factory=set)  # the payments whose state was asked for

    async def run(self) -> None:
        provider = self.result.provider
        try:
            gateway = await get_gateway(provider)
        except NotFound:
            await self._report_unreachable()
            return
        if self.applies:
            # A dispute is decided after weeks, and its date is that of its beginning.
            async with read_session() as session:
                disputed = await reconciliation.list_disputed_references(session, provider)
            for reference in disputed:
                await self._refresh(reference)
        async for batch in _split(gateway.list_movements(self.since)):
            await self._compare_batch(batch)
        await self._find_missing(gateway)

    async def _report_unreachable(self) -> None:
        provider = self.result.provider
        async with read_session() as session:
            entries = await reconciliation.list_entries(
                session, provider, since=self.since, after=0, limit=1
            )
        if entries:
            self.result.failure = "no_keys"
            self.result.differences.append(Difference(provider, "", "unreachable", None, None))

    async def _compare_batch(self, batch: list[tuple[str, payments.Movement]]) -> None:
        self.result.compared += len(batch)
        entries = await self._find_entries(batch)
        for reference, movement in batch:
            entry = entries.get((movement.kind, movement.reference))
            if entry is None or entry.amount != movement.amount:
                entry = await self._examine(reference, movement, entry)
            if entry is not None:
                self.matched.append(entry.id)

    async def _examine(
        self, reference: str, movement: payments.Movement, entry: JournalEntry | None
    ) -> JournalEntry | None:
        """Settle the payment of a movement that differs. Return its entry in the journal."""
        if self.applies:
            is_first = reference not in self.refreshed
            await self._refresh(reference)
            key = movement.kind, movement.reference
            entry = (await self._find_entries([(reference, movement)])).get(key)
            if entry is not None and entry.amount == movement.amount:
                self.result.applied += is_first
                return entry
        self.result.differences.append(
            Difference(
                self.result.provider,
                movement.reference,
                movement.kind,
                entry.amount if entry else None,
                movement.amount,
                movement.currency,
                reference,
            )
        )
        return entry

    async def _refresh(self, reference: str) -> None:
        """Ask for the state of a payment, and apply it. What cannot be applied stays different."""
        if reference in self.refreshed:
            return
        self.refreshed.add(reference)
        try:
            await updates.refresh(self.result.provider, reference)
        except payments.ProviderUnavailable:
            raise
        except (payments.PaymentProviderError, DomainError) as error:
            log.warning("Payment %s could not be reconciled: %s", reference, error)

    async def _find_missing(self, gateway: payments.PaymentGateway) -> None:
        """Report the movements in the journal that the provider does not have.

        The site can have learned of older movements within the time, so the provider is asked for
        the payment.
        """
        self.matched = array("q", sorted(self.matched))
        after = 0
        while True:
            async with read_session() as session:
                entries = await reconciliation.list_entries(
                    session,
                    self.result.provider,
                    since=self.since,
                    after=after,
                    limit=BATCH_SIZE,
                )
            if not entries:
                return
            after = entries[-1].id
            for entry in entries:
                if not self._is_matched(entry.id):
                    await self._report_missing(gateway, entry)

    async def _report_missing(self, gateway: payments.PaymentGateway, entry: JournalEntry) -> None:
        amounts = await fetch_amounts(gateway, entry.payment_reference)
        if amounts.get(entry.key) == entry.amount:
            return
        if not amounts and isinstance(gateway, AccountChain) and gateway.has_lost_account:
            self._report_lost_account()
            return
        self.result.differences.append(
            Difference(
                self.result.provider,
                entry.reference,
                entry.kind,
                entry.amount,
                amounts.get(entry.key),
                entry.currency,
                entry.payment_reference,
            )
        )

    def _report_lost_account(self) -> None:
        """Report the account that can no longer be asked once, not all of its movements."""
        lost = Difference(self.result.provider, LOST_ACCOUNT, "unreachable", None, None)
        if lost not in self.result.differences:
            self.result.differences.append(lost)

    def _is_matched(self, entry_id: int) -> bool:
        index = bisect_left(self.matched, entry_id)
        return index < len(self.matched) and self.matched[index] == entry_id

    async def _find_entries(
        self, batch: list[tuple[str, payments.Movement]]
    ) -> dict[tuple[str, str], JournalEntry]:
        keys = [(movement.kind, movement.reference) for _reference, movement in batch]
        async with read_session() as session:
            return await reconciliation.find_entries(session, self.result.provider, keys)


async def _split(
    movements: AsyncIterator[tuple[str, payments.Movement]],
) -> AsyncIterator[list[tuple[str, payments.Movement]]]:
    batch: list[tuple[str, payments.Movement]] = []
    async for item in movements:
        batch.append(item)
        if len(batch) == BATCH_SIZE:
            yield batch
            batch = []
    if batch:
        yield batch


async def fetch_amounts(
    gateway: payments.PaymentGateway, reference: str
) -> dict[tuple[str, str], int]:
    """Return the movements of a payment at the provider. None if it does not know the payment."""
    try:
        payment = await gateway.fetch_payment(reference)
    except payments.ProviderUnavailable:
        raise
    except payments.PaymentProviderError:
        return {}
    return {(item.kind, item.reference): item.amount for item in payment.movements}
