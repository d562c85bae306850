"""The runs of the comparison and its findings, and the journal in batches."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import sqlalchemy
from sqlalchemy import Select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.domain.subscriptions.payments.disputes import OPEN_STATUSES
from community.domain.subscriptions.payments.journal import list_used_providers
from community.models import (
    MoneyMovement,
    Payment,
    PaymentDispute,
    ReconciliationFinding,
    ReconciliationRun,
)

Key = tuple[str, str]
# The kind of a finding about money that the site must return, and the provider does not.
LATE_RETURN: Final = "late_return"


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """A movement in the journal."""

    id: int
    kind: str
    reference: str
    amount: int
    currency: str
    payment_reference: str  # the id of its payment at the provider

    @property
    def key(self) -> Key:
        return self.kind, self.reference


@dataclass(frozen=True, slots=True)
class Difference:
    """A movement of money whose amount differs. The amounts are in minor units."""

    provider: str
    reference: str  # the id of the movement at the provider
    # The kind of the movement, `unreachable` if the provider could not be asked, or `LATE_RETURN`
    kind: str
    journal: int | None  # the amount in the journal, or None if it is missing there
    provider_amount: int | None  # the amount at the provider, or None if it is missing there
    currency: str = ""
    payment_reference: str = ""  # the id of its payment at the provider


async def list_providers(session: AsyncSession) -> list[str]:
    return sorted(await list_used_providers(session))


async def find_entries(
    session: AsyncSession, provider: str, keys: Collection[Key]
) -> dict[Key, JournalEntry]:
    """Return the movements in the journal with some kinds and references."""
    columns = tuple_(col(MoneyMovement.kind), col(MoneyMovement.reference))
    query = _select_entries(provider).where(columns.in_(list(keys)))
    entries = [JournalEntry(*row) for row in await session.execute(query)]
    return {entry.key: entry for entry in entries}


async def list_entries(
    session: AsyncSession, provider: str, *, since: datetime, after: int, limit: int
) -> list[JournalEntry]:
    """Return the next movements in the journal that the site learned of since a time."""
    query = (
        _select_entries(provider)
        .where(col(MoneyMovement.created_at) >= since, col(MoneyMovement.id) > after)
        .order_by(col(MoneyMovement.id))
        .limit(limit)
    )
    return [JournalEntry(*row) for row in await session.execute(query)]


async def list_disputed_references(session: AsyncSession, provider: str) -> Sequence[str]:
    """Return the ids of the payments at a provider whose disputes are open."""
    query = (
        select(Payment.reference)
        .join(PaymentDispute, col(PaymentDispute.payment_id) == col(Payment.id))
        .where(Payment.provider == provider, col(PaymentDispute.status).in_(OPEN_STATUSES))
    )
    return (await session.scalars(query)).all()


async def begin_run(session: AsyncSession, provider: str, since: datetime) -> int:
    run = ReconciliationRun(provider=provider, since=since)
    session.add(run)
    await session.flush()
    return run.id


async def finish_run(session: AsyncSession, run_id: int, **values: Any) -> None:
    run = await session.get_one(ReconciliationRun, run_id)
    run.sqlmodel_update({**values, "finished_at": clock.now()})


async def store_finding(session: AsyncSession, difference: Difference) -> bool:
    row = await session.scalar(
        select(ReconciliationFinding)
        .where(
            ReconciliationFinding.provider == difference.provider,
            ReconciliationFinding.kind == difference.kind,
            ReconciliationFinding.reference == difference.reference,
        )
        .with_for_update()
    )
    if row is None:
        row = ReconciliationFinding(
            provider=difference.provider, kind=difference.kind, reference=difference.reference
        )
        session.add(row)
    amounts = difference.journal, difference.provider_amount
    is_other = (row.journal_amount, row.provider_amount) != amounts or row.resolved_at is not None
    if is_other:
        row.explained_at, row.explained_by_id, row.note = None, None, ""
    row.journal_amount, row.provider_amount = amounts
    row.currency, row.payment_reference = difference.currency, difference.payment_reference
    row.payment_id = await _find_payment_id(session, difference)
    row.last_seen_at, row.resolved_at = clock.now(), None
    await session.flush()
    return row.explained_at is None


async def list_open_findings(
    session: AsyncSession, provider: str
) -> Sequence[ReconciliationFinding]:
    query = select(ReconciliationFinding).where(
        ReconciliationFinding.provider == provider, col(ReconciliationFinding.resolved_at).is_(None)
    )
    return (await session.scalars(query)).all()


async def is_returned(session: AsyncSession, payment_id: UUID | None) -> bool:
    """Return whether a late payment owes nothing any more."""
    payment = await session.get(Payment, payment_id) if payment_id else None
    return payment is None or payment.refund_due == 0


async def resolve_finding(session: AsyncSession, finding_id: int) -> None:
    row = await session.get_one(ReconciliationFinding, finding_id)
    row.resolved_at = clock.now()


async def _find_payment_id(session: AsyncSession, difference: Difference) -> UUID | None:
    if not difference.payment_reference:
        return None
    payment_id: UUID | None = await session.scalar(
        select(Payment.id).where(
            Payment.provider == difference.provider,
            Payment.reference == difference.payment_reference,
        )
    )
    return payment_id


def _select_entries(provider: str) -> Select[Any]:
    columns: Any = (
        *(MoneyMovement.id, MoneyMovement.kind, MoneyMovement.reference),
        *(MoneyMovement.amount, MoneyMovement.currency, Payment.reference),
    )
    return (
        sqlalchemy.select(*columns)
        .join(Payment, col(Payment.id) == col(MoneyMovement.payment_id))
        .where(col(MoneyMovement.provider) == provider)
    )
