"""A site on which three users, their banks, administrators and the schedule act in any order."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID, uuid4

from hypothesis import event
from sqlalchemy import ColumnElement, or_
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import DomainError, make_unauthenticated_error
from community.core.text.skeletons import build_name_skeleton
from community.domain import site, subscriptions
from community.domain.subscriptions import PlanView
from community.gateways.payments import PaymentProviderError
from community.models import Payment, PlanVersion, PromoCode, User, UserSubscription
from community.workflows import payments as payment_workflow
from community.workflows.payments import updates
from tests import factories
from tests.workflows.payments.buyers import add_plan, sell
from tests.workflows.payments.sequences.faults import Fault, FaultKind, ProcessStopped, use_fault

CLOCK_STEPS = tuple(
    timedelta(hours=hours) for hours in (0.02, 20, 24 * 4, 24 * 29, 24 * 30, 24 * 120)
)
LIVE = subscriptions.LIVE_STATUSES
# The first user does most, so that what is done depends on each other.
_TURNS = (0, 0, 1, 2)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens.

    Attributes:
        action: A key of the actions.
        number: What the action chooses with, for example one of the plans.
        fault: What goes wrong with the provider.
        working_calls: How many calls of the provider succeed before that.
    """

    action: str
    number: int
    fault: FaultKind = ""
    working_calls: int = 0


@dataclass
class Simulation:
    """The state of the site that the sequence knows.

    Attributes:
        codes: A promo code for one payment, and one for a payment of each buyer.
        time: How far the clock of the site is ahead.
        closed: The ids of the accounts that were deleted or merged. They do nothing more.
        merged: The accounts that were closed, and those that continue them.
        erased: The ids of the payments that name no buyer or no recipient anymore.
        moved: The payments of merged accounts, and the accounts that have paid them.
    """

    admin: Actor
    people: list[Actor]
    plans: list[PlanView]
    codes: list[PromoCode]
    can_cancel: bool = True
    time: timedelta = timedelta(0)
    closed: set[int] = field(default_factory=set)
    merged: dict[int, int] = field(default_factory=dict)
    erased: set[UUID] = field(default_factory=set)
    moved: dict[UUID, int] = field(default_factory=dict)

    @property
    def ids(self) -> list[int]:
        return [actor.id for actor in self.people]

    @property
    def is_own_payment(self) -> ColumnElement[bool]:
        return or_(col(Payment.user_id).in_(self.ids), col(Payment.id).in_(self.erased))

    async def act(self, actions: "Mapping[str, Action]", step: Step) -> None:
        """Do one step. Errors that the user would see are part of the sequence."""
        await self._move_clock(step)
        if step.action == "clock":
            return
        result, fault = "done", Fault(step.fault, step.working_calls, self.can_cancel)
        try:
            with use_fault(fault), clock.travel(self.time):
                await actions[step.action](self, step.number)
        except (DomainError, PaymentProviderError):
            result = "rejected"
        except ProcessStopped:
            result = "stopped"
        event(f"{step.action}: {result}")

    async def _move_clock(self, step: Step) -> None:
        """Let time pass. In most cases a worker runs when a renewal is due."""
        if step.action == "clock":
            self.time += CLOCK_STEPS[step.number % len(CLOCK_STEPS)]
        if step.action != "renew" or step.number % 4 == 0:
            return
        rows = await self.list_subscriptions()
        due = [row.next_charge_at for row in rows if row.next_charge_at]
        if due:
            wait = due[step.number % len(due)] - clock.now() - self.time
            self.time += max(wait + timedelta(minutes=1), timedelta(0))

    def get_person(self, number: int) -> Actor:
        return self.get_open(self.people[_TURNS[number // 3 % len(_TURNS)]])

    def get_buyer(self, payment: Payment) -> Actor:
        buyer = next((item for item in self.people if item.id == payment.user_id), None)
        if buyer is None:
            raise make_unauthenticated_error()
        return self.get_open(buyer)

    def get_open(self, actor: Actor) -> Actor:
        if actor.id in self.closed:
            raise make_unauthenticated_error()
        return actor

    async def get_payment(self, number: int) -> Payment:
        """Return the payment that began last, or an earlier one."""
        payments = await self.list_payments()
        if not payments:
            raise PaymentProviderError("nothing")
        return payments[-1 - number % len(payments)]

    async def list_payments(self) -> list[Payment]:
        async with read_session() as session:
            rows = select(Payment).where(self.is_own_payment).order_by(col(Payment.created_at))
            return list(await session.scalars(rows))

    async def list_subscriptions(self) -> list[UserSubscription]:
        is_own = col(UserSubscription.user_id).in_(self.ids)
        async with read_session() as session:
            rows = select(UserSubscription).where(is_own).order_by(col(UserSubscription.id))
            return list(await session.scalars(rows))

    async def list_users(self) -> dict[int, User]:
        async with read_session() as session:
            rows = await session.scalars(select(User).where(col(User.id).in_(self.ids)))
            return {row.id: row for row in rows}

    async def catch_up(self) -> None:
        """Do what the schedule and the messages of the provider do, until nothing is left."""
        self.time += timedelta(hours=2)
        with clock.travel(self.time):
            await payment_workflow.check_pending_payments()
            for payment in await self.list_payments():
                assert payment.refund_due == 0, "the schedule did not return the money"
                if payment.reference:
                    await updates.refresh(payment.provider, payment.reference)
            await payment_workflow.check_pending_payments()
            await payment_workflow.renew_subscriptions()

    async def close(self) -> None:
        """End everything, so that the schedule does nothing about it in the next sequence."""
        async with unit_of_work() as session:
            for row in await self.list_subscriptions():
                if row.status in LIVE:
                    found = await session.get_one(UserSubscription, row.id)
                    found.status, found.next_charge_at = "revoked", None
            for code in self.codes:
                (await session.get_one(PromoCode, code.id)).is_active = False
        with clock.travel(self.time + timedelta(days=2)):
            await payment_workflow.check_pending_payments()


Action = Callable[[Simulation, int], Awaitable[object]]


async def do_together(*actions: Awaitable[object]) -> None:
    """Wait for all actions, and then raise the first error.

    `gather` raises it at once, and the other actions would continue while the results are checked.
    """
    results = await asyncio.gather(*actions, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result


async def create_simulation(*, can_cancel: bool = True, grace_days: int = 0) -> Simulation:
    """Create three users and two promo codes, and on an empty site three plans."""
    async with read_session() as session:
        admin_row = await session.scalar(select(User).where(User.slug == "admin"))
        is_empty = await session.scalar(select(PlanVersion.id).limit(1)) is None
    if admin_row is None or is_empty:
        admin = await factories.user("admin", is_admin=True)
        await sell(admin, price=1_000, features=["reactions"], trial_days=14)
        await add_plan(admin, name="Pro", price=3_000, features=["badge"], trial_days=7)
        await add_plan(admin, name="Year", price=9_000, period="year", features=["badge"])
    else:
        admin = factories.to_actor(admin_row)
    settings = site.PaymentSettings(provider="sandbox", grace_days=grace_days)
    async with unit_of_work() as session:
        await site.update_settings(session, admin, settings)
    joined_at, token = clock.now() - factories.ACCOUNT_AGE, uuid4().hex[:12]
    names = [f"user-{token}-{number}" for number in range(3)]
    users = [
        User(
            slug=name,
            name=name,
            name_skeleton=build_name_skeleton(name),
            email=f"{name}@example.com",
            created_at=joined_at,
        )
        for name in names
    ]
    codes = [
        PromoCode(code=f"ONCE-{token}".upper(), percent=50, max_uses=1),
        PromoCode(code=f"EACH-{token}".upper(), percent=15, periods=3),
    ]
    async with unit_of_work() as session:
        session.add_all([*users, *codes])
    async with read_session() as session:
        plans = await subscriptions.plans.queries.list_plans_on_sale(session)
    return Simulation(admin, [factories.to_actor(row) for row in users], plans, codes, can_cancel)
