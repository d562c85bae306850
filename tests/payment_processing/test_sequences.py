"""Property-based test: whatever happens in which order, money and access agree with the provider.

Each example is a sequence of clicks, answers of banks, messages of the provider, moves of the
clock, scheduled runs and crashes, several of which can happen at the same time.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable
from datetime import timedelta
from uuid import uuid4

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from community import payment_processing
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import DomainError
from community.domain import subscriptions
from community.domain.subscriptions import PlanView
from community.models import Payment, UserSubscription
from community.payments import PaymentProviderError
from community.payments.sandbox_gateway import CARDS
from tests import factories
from tests.domain.actions import run
from tests.payment_processing.buyers import (
    SANDBOX,
    add_plan,
    count_money_at_sandbox,
    list_movements,
    list_payments,
    list_subscriptions,
    sell,
)

# `make check` runs a few sequences. The variable asks for more.
EXAMPLES = int(os.environ.get("PAYMENT_SEQUENCES", "15"))
CLOCK_STEPS = (timedelta(minutes=1), timedelta(hours=20), timedelta(days=4), timedelta(days=29))
LIVE = subscriptions.LIVE_STATUSES
PAID = ("succeeded", "refunded")

ACTIONS = (
    *("start", "start", "gift", "pay", "pay", "confirm_bank", "refuse_bank", "confirm", "event"),
    *("cancel_payment", "cancel", "resume", "refund", "refund_part", "dispute", "clock", "clock"),
    *("renew", "renew", "check", "crash", "crash_renewal"),
)

Step = tuple[str, int]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(ACTIONS),
        st.integers(0, 5),
    ),
    min_size=3,
    max_size=25,
)


class Site:
    """A site with three plans, on which a buyer and their friend act."""

    def __init__(self, admin: Actor, buyer: Actor, friend: Actor, plans: list[PlanView]) -> None:
        self.admin, self.buyer, self.friend, self.plans = admin, buyer, friend, plans
        self.time = timedelta(0)

    async def act(self, step: Step) -> None:
        """Do one step. Errors that the user would see are part of the sequence."""
        name, number = step
        if name == "clock":
            self.time += CLOCK_STEPS[number % len(CLOCK_STEPS)]
            return
        with clock.travel(self.time):
            try:
                await self._get_action(name)(number)
            except (DomainError, PaymentProviderError):
                return

    def _get_action(self, name: str) -> Callable[[int], Awaitable[object]]:
        found: Callable[[int], Awaitable[object]] = getattr(self, f"_{name}")
        return found

    async def _start(self, number: int) -> None:
        await payment_processing.start_payment(self.buyer, plan_id=self._plan(number).id)

    async def _gift(self, number: int) -> None:
        await payment_processing.start_payment(
            self.buyer, plan_id=self._plan(number).id, recipient_id=self.friend.id
        )

    async def _crash(self, number: int) -> None:
        """Begin a payment, and stop before the provider is asked."""
        async with unit_of_work() as session:
            await subscriptions.begin_payment(session, self.buyer, plan_id=self._plan(number).id)

    async def _crash_renewal(self, number: int) -> None:
        """Begin a renewal, and stop before or after the provider has taken the money."""
        owners = {self.buyer.id, self.friend.id}
        rows = [row for row in await list_subscriptions() if row.user_id in owners]
        for row in rows:
            async with unit_of_work() as session:
                order = await subscriptions.begin_renewal(session, row.id)
            if order is not None and number % 2:
                await SANDBOX.create_payment(order.charge)

    async def _pay(self, number: int) -> None:
        card = list(CARDS)[number % len(CARDS)]
        await SANDBOX.pay((await self._payment(0)).reference, card)

    async def _confirm_bank(self, number: int) -> None:
        await SANDBOX.confirm((await self._payment(0)).reference, accepts=True)

    async def _refuse_bank(self, number: int) -> None:
        await SANDBOX.confirm((await self._payment(0)).reference, accepts=False)

    async def _confirm(self, number: int) -> None:
        await payment_processing.confirm_payment(self.buyer, (await self._payment(number)).id)

    async def _cancel_payment(self, number: int) -> None:
        await payment_processing.cancel_payment(self.buyer, (await self._payment(number)).id)

    async def _cancel(self, number: int) -> None:
        await run(subscriptions.cancel, self.buyer)

    async def _resume(self, number: int) -> None:
        await run(subscriptions.resume, self.buyer)

    async def _refund(self, number: int) -> None:
        payment = await self._payment(number)
        await SANDBOX.refund(payment.reference, payment.amount, payment.currency, str(uuid4()))

    async def _refund_part(self, number: int) -> None:
        await SANDBOX.refund((await self._payment(number)).reference, 7, "EUR", str(uuid4()))

    async def _dispute(self, number: int) -> None:
        await SANDBOX.dispute((await self._payment(number)).reference)

    async def _renew(self, number: int) -> None:
        runs = (payment_processing.renew_subscriptions() for _ in range(1 + number % 3))
        await asyncio.gather(*runs)

    async def _check(self, number: int) -> None:
        await payment_processing.check_pending_payments()

    async def _event(self, number: int) -> None:
        reference = (await self._payment(number)).reference
        await asyncio.gather(
            *(
                payment_processing.confirm_payment(self.buyer, payment.id)
                for payment in await self.list_payments()
                if payment.reference == reference
            )
        )

    async def list_payments(self) -> list[Payment]:
        return [row for row in await list_payments() if row.user_id == self.buyer.id]

    def _plan(self, number: int) -> PlanView:
        return self.plans[number % len(self.plans)]

    async def _payment(self, number: int) -> Payment:
        payments = await self.list_payments()
        if not payments:
            raise PaymentProviderError("nothing")
        return payments[-1 - number % len(payments)]

    async def reconcile(self) -> None:
        """Do what the schedule does, so that the site learns of everything."""
        with clock.travel(self.time + timedelta(hours=1)):
            for payment in await self.list_payments():
                if payment.reference:
                    await payment_processing.confirm_payment(self.buyer, payment.id)
            await payment_processing.check_pending_payments()
            await payment_processing.renew_subscriptions()
        self.time += timedelta(hours=1)

    async def close(self) -> None:
        """End the subscriptions, so that they are not renewed in the next sequence."""
        for row in await list_subscriptions():
            if row.status in LIVE:
                await run(subscriptions.revoke, self.admin, subscription_id=row.id, reason="End")


async def make_site() -> Site:
    names = (str(uuid4())[:8] for _ in range(3))
    admin = await factories.user(f"admin-{next(names)}", is_admin=True)
    buyer, friend = [await factories.user(f"user-{name}") for name in names]
    async with read_session() as session:
        plans = await subscriptions.list_plans_on_sale(session)
    if not plans:
        plans = [
            await sell(admin, price=1_000),
            await add_plan(admin, name="Pro", price=3_000, features=["badge"]),
            await add_plan(admin, name="Year", price=9_000, period="year"),
        ]
    return Site(admin, buyer, friend, plans)


async def check_invariants(site: Site) -> None:
    payments, movements = await site.list_payments(), await list_movements()
    rows = await list_subscriptions()
    assert sum(row.amount for row in movements) == await count_money_at_sandbox()
    charged = [row.payment_id for row in movements if row.kind == "charge"]
    assert len(charged) == len(set(charged))
    for payment in payments:
        own = [row.amount for row in movements if row.payment_id == payment.id]
        if payment.status == "succeeded":
            assert sum(own) > 0
        elif payment.status in {"canceled", "failed", "expired", "refunded"}:
            assert sum(own) == 0
    assert sum(payment.status in {"created", "pending"} for payment in payments) <= 2
    for owner in (site.buyer, site.friend):
        live = [row for row in rows if row.user_id == owner.id and row.status in LIVE]
        assert len(live) <= 1
    with clock.travel(site.time):
        for row in rows:
            if row.access_until > clock.now() and row.status in LIVE:
                assert is_paid(row, payments)
    renewed = [(p.subscription_id, p.period_number) for p in payments if p.kind == "renewal"]
    paid = [
        key
        for key, p in zip(renewed, (p for p in payments if p.kind == "renewal"), strict=True)
        if p.status in PAID
    ]
    assert len(paid) == len(set(paid))


def is_paid(row: UserSubscription, payments: list[Payment]) -> bool:
    """Return whether a payment that was not returned, or a credit, covers the current period."""
    own = [payment for payment in payments if payment.subscription_id == row.id]
    return any(payment.status == "succeeded" for payment in own)


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=STEPS, pairs=st.booleans())
async def test_money_and_access_agree_with_the_provider(
    db: None, steps: list[Step], pairs: bool
) -> None:
    site = await make_site()
    if pairs:
        for first, second in zip(steps[::2], steps[1::2], strict=False):
            await asyncio.gather(site.act(first), site.act(second))
    else:
        for step in steps:
            await site.act(step)
    await site.reconcile()
    await check_invariants(site)
    await site.close()
