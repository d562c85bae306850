"""Checks that users have neither more nor less than they have paid for.

What they have is their credit and the price of the time that is left. Between two steps it grows by
what was paid, and by nothing else. What they do themselves never makes it less.
"""

from collections.abc import Collection
from datetime import timedelta
from fractions import Fraction
from typing import Final
from uuid import UUID

from sqlalchemy import func
from sqlmodel import col, select

from community.core import clock
from community.core.db.sessions import read_session
from community.domain.subscriptions.periods.next_period import get_paid_end
from community.domain.subscriptions.statuses import is_live
from community.domain.subscriptions.vat import get_price_part
from community.models import CreditBalance, Payment, PlanVersion, UserSubscription
from tests.workflows.payments.sequences.simulation import Simulation

# Prices are rounded to a minor unit, and a step takes a moment.
TOLERANCE = 5
LATE = timedelta(minutes=1)
# These are actions of users, and take nothing from anyone.
KEEPING: Final = frozenset(
    (
        *("buy", "buy_with_code", "share_code", "give", "start", "start_with_code", "start_gift"),
        *("pay", "confirm", "repeat_confirm", "cancel_payment", "answer_bank", "start_trial"),
        *("cancel", "resume", "replace_card", "remove_card", "change_price", "merge_accounts"),
        *("change_vat", "extend", "move_to_current_price"),
    )
)


class ValueCheck:
    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.time = simulation.time
        self.paid, self.refunded, self.value = 0, 0, Fraction(0)
        self.succeeded: set[UUID] = set()
        self.replaced: dict[int, UserSubscription] = {}

    async def run(self, actions: Collection[str]) -> None:
        """Compare the value with that before the actions."""
        rows, payments = await self._load()
        with clock.travel(self.simulation.time):
            value = sum(map(self._compute_value, rows), Fraction(await self._load_credit()))
        paid = sum(_get_paid(*payment) for payment in payments)
        refunded = sum(payment.refunded for payment, _price in payments)
        grown, spent = value - self.value, paid - self.paid
        # What happens at the same time is not repeatable, so the message contains the rows.
        message = f"{grown=} {spent=} {actions=} {rows=} {payments=}"
        assert grown <= spent + TOLERANCE, f"users have more than they have paid for: {message}"
        is_late = any(
            _is_late(payment) for payment, _price in payments if payment.id not in self.succeeded
        )
        is_kept = KEEPING.issuperset(actions) and self.time == self.simulation.time
        if is_kept and refunded == self.refunded and not is_late:
            assert grown >= spent - TOLERANCE, f"something has disappeared: {message}"
        self.time, self.paid, self.refunded, self.value = (
            *(self.simulation.time, paid, refunded),
            value,
        )
        self.succeeded = {payment.id for payment, _price in payments}

    async def _load_credit(self) -> int:
        """Return the credit of all users. All prices have the same currency."""
        is_own = col(CreditBalance.user_id).in_(self.simulation.ids)
        async with read_session() as session:
            total = await session.scalar(select(func.sum(CreditBalance.amount)).where(is_own))
        return total or 0

    async def _load(self) -> tuple[list[UserSubscription], list[tuple[Payment, int]]]:
        """Return the live subscriptions, and the succeeded payments with the prices of plans."""
        ids = self.simulation.ids
        live = select(UserSubscription).where(col(UserSubscription.user_id).in_(ids), is_live)
        ended = select(UserSubscription).where(col(UserSubscription.user_id).in_(ids), ~is_live)
        succeeded = (
            select(Payment, PlanVersion.price)
            .join(PlanVersion, col(PlanVersion.id) == col(Payment.plan_version_id))
            .where(self.simulation.is_own_payment, col(Payment.succeeded_at).is_not(None))
        )
        async with read_session() as session:
            rows = list(await session.scalars(live))
            self.replaced = {row.id: row for row in await session.scalars(ended)}
            payments = [(row[0], row[1]) for row in await session.execute(succeeded)]
        return rows, payments

    def _compute_value(self, row: UserSubscription) -> Fraction:
        now, end = clock.now(), get_paid_end(row)  # nothing is paid for the days of grace
        share = (end - max(now, row.period_start)) / (end - row.period_start)
        value = row.period_price * Fraction(max(share, 0))
        # A period that was added to a plan begins when that ends.
        if row.period_start > now and row.replaced_id in self.replaced:
            value += self._compute_value(self.replaced[row.replaced_id])
        return value


def _get_paid(payment: Payment, price: int) -> int:
    # What is left of the old plan when the payment begins pays a part of the price.
    return price if _is_late(payment) else get_price_part(payment, payment.amount)


def _is_late(payment: Payment) -> bool:
    assert payment.succeeded_at is not None
    return payment.succeeded_at - payment.created_at > LATE
