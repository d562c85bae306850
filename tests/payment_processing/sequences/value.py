"""Checks that users never have more than they have paid for.

The value of a subscription is its credit and the price of the time that is left. Between two steps
it grows by what was paid, and by nothing else.
"""

from datetime import timedelta
from fractions import Fraction

from sqlalchemy import func
from sqlmodel import col, select

from community.core import clock
from community.core.db.sessions import read_session
from community.domain.subscriptions.payments.grace import get_paid_end
from community.domain.subscriptions.statuses import is_live
from community.models import CreditBalance, Payment, PlanVersion, UserSubscription
from tests.payment_processing.sequences.simulation import Simulation

# Prices are rounded to a minor unit, and a step takes a moment.
TOLERANCE = 5
LATE = timedelta(minutes=1)


class ValueCheck:
    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.paid, self.value = 0, Fraction(0)

    async def run(self) -> None:
        """Compare the value with that of the previous step."""
        rows, payments = await self._load()
        with clock.travel(self.simulation.time):
            value = sum(map(_compute_value, rows), Fraction(await self._load_credit()))
        paid = sum(_get_paid(*payment) for payment in payments)
        grown, spent = value - self.value, paid - self.paid
        # What happens at the same time is not repeatable, so the message contains the rows.
        assert grown <= spent + TOLERANCE, (
            f"users have more than they have paid for: {grown=} {spent=} {rows=} {payments=}"
        )
        self.paid, self.value = paid, value

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
        succeeded = (
            select(Payment, PlanVersion.price)
            .join(PlanVersion, col(PlanVersion.id) == col(Payment.plan_version_id))
            .where(self.simulation.is_own_payment, col(Payment.succeeded_at).is_not(None))
        )
        async with read_session() as session:
            rows = list(await session.scalars(live))
            payments = [(row[0], row[1]) for row in await session.execute(succeeded)]
        return rows, payments


def _compute_value(row: UserSubscription) -> Fraction:
    start = max(clock.now(), row.period_start)
    end = get_paid_end(row)  # nothing is paid for the days of grace
    share = (end - start) / (end - row.period_start)
    return row.period_price * Fraction(max(share, 0))


def _get_paid(payment: Payment, price: int) -> int:
    # What is left of the old plan when the payment begins pays a part of the price.
    assert payment.succeeded_at is not None
    is_late = payment.succeeded_at - payment.created_at > LATE
    return price if is_late else payment.amount
