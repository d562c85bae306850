"""A site on which two users, their bank, an administrator and the schedule act in any order."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal
from uuid import uuid4

import pytest
from hypothesis import event
from sqlmodel import col, select

from community import payment_processing
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import DomainError
from community.domain import subscriptions
from community.domain.subscriptions import PlanView
from community.models import Payment, PlanVersion, User, UserSubscription
from community.payment_processing import gateways, updates
from community.payments import PaymentProviderError, ProviderPayment, ProviderUnavailable
from community.payments.sandbox_cards import CARDS
from community.payments.sandbox_gateway import SandboxGateway
from tests import factories
from tests.domain.actions import run
from tests.payment_processing.buyers import SANDBOX, add_plan, sell

CLOCK_STEPS = tuple(
    timedelta(hours=hours) for hours in (0.02, 20, 24 * 4, 24 * 29, 24 * 30, 24 * 120)
)
BUYERS_CARDS = ("success", "success", "renewal_declined", "slow")
LIVE = subscriptions.LIVE_STATUSES
# The process stops before or after the provider has acted, or the answer of the provider is lost.
Fault = Literal["", "stop_before", "stop_after", "no_answer_before", "no_answer_after"]
_fault: ContextVar[Fault] = ContextVar("fault", default="")


class ProcessStopped(BaseException):
    """The process was killed between two transactions."""


class UnreliableSandbox(SandboxGateway):
    """The sandbox, with the faults of the step that runs."""

    async def _call(self, request: Awaitable[ProviderPayment]) -> ProviderPayment:
        if (fault := _fault.get()).endswith("before"):
            request.close()  # type: ignore[attr-defined]
            _raise(fault)
        answer = await request
        if fault:
            _raise(fault)
        return answer

    async def create_payment(self, *values: Any) -> ProviderPayment:
        return await self._call(super().create_payment(*values))

    async def fetch_payment(self, *values: Any) -> ProviderPayment:
        return await self._call(super().fetch_payment(*values))

    async def cancel_payment(self, *values: Any) -> ProviderPayment:
        return await self._call(super().cancel_payment(*values))

    async def refund(self, *values: Any, **options: Any) -> ProviderPayment:
        return await self._call(super().refund(*values, **options))


def _raise(fault: Fault) -> None:
    raise ProcessStopped if fault.startswith("stop") else ProviderUnavailable("timeout")


@contextmanager
def use_unreliable_sandbox() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gateways, "SandboxGateway", UnreliableSandbox)
        yield


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens.

    Attributes:
        action: The name of a method of `Simulation` without the underscore.
        number: What the action chooses with, for example one of the plans.
    """

    action: str
    number: int
    fault: Fault = ""


class Simulation:
    def __init__(self, admin: Actor, people: tuple[Actor, Actor], plans: list[PlanView]) -> None:
        self.admin, self.plans = admin, plans
        self.people, self.ids = people, [actor.id for actor in people]
        self.time = timedelta(0)

    async def act(self, step: Step) -> None:
        """Do one step. Errors that the user would see are part of the sequence."""
        await self._move_clock(step)
        if step.action == "clock":
            return
        action: Callable[[int], Awaitable[object]] = getattr(self, f"_{step.action}")
        token, result = _fault.set(step.fault), "done"
        try:
            with clock.travel(self.time):
                await action(step.number)
        except (DomainError, PaymentProviderError):
            result = "rejected"
        except ProcessStopped:
            result = "stopped"
        finally:
            _fault.reset(token)
        event(f"{step.action}: {result}")

    async def _start(self, number: int) -> None:
        plan = self.plans[number % len(self.plans)]
        await payment_processing.start_payment(self._person(number), plan_id=plan.id)

    async def _gift(self, number: int) -> None:
        giver, recipient = self._person(number), self._person(number + 3)
        plan = self.plans[number % len(self.plans)]
        await payment_processing.start_payment(giver, plan_id=plan.id, recipient_id=recipient.id)

    async def _buy(self, number: int) -> None:
        await self._start(number)
        card = BUYERS_CARDS[number // 9 % len(BUYERS_CARDS)]
        await SANDBOX.pay((await self._find_payment(0)).reference, card)
        await self._confirm(0)

    async def _pay(self, number: int) -> None:
        card = list(CARDS)[number % len(CARDS)]
        await SANDBOX.pay((await self._find_payment(0)).reference, card)

    async def _answer_bank(self, number: int) -> None:
        await SANDBOX.confirm((await self._find_payment(0)).reference, accepts=number % 3 > 0)

    async def _confirm(self, number: int) -> None:
        payment = await self._find_payment(number)
        buyer = next(actor for actor in self.people if actor.id == payment.user_id)
        await payment_processing.confirm_payment(buyer, payment.id)

    async def _repeat_confirm(self, number: int) -> None:
        await asyncio.gather(*(self._confirm(number) for _ in range(3)))

    async def _cancel_payment(self, number: int) -> None:
        payment = await self._find_payment(number)
        buyer = next(actor for actor in self.people if actor.id == payment.user_id)
        await payment_processing.cancel_payment(buyer, payment.id)

    async def _cancel(self, number: int) -> None:
        await run(subscriptions.cancel, self._person(number))

    async def _resume(self, number: int) -> None:
        await run(subscriptions.resume, self._person(number))

    async def _refund(self, number: int) -> None:
        payment = await self._find_payment(number)
        await SANDBOX.refund(payment.reference, payment.amount, payment.currency, str(uuid4()))

    async def _refund_part(self, number: int) -> None:
        payment = await self._find_payment(number)
        amount = max(payment.amount // 2, 1)
        await SANDBOX.refund(payment.reference, amount, payment.currency, str(uuid4()))

    async def _dispute(self, number: int) -> None:
        await SANDBOX.dispute((await self._find_payment(number)).reference)

    async def _renew(self, number: int) -> None:
        """Let one to three workers renew subscriptions."""
        runs = (payment_processing.renew_subscriptions() for _ in range(1 + number % 3))
        await asyncio.gather(*runs)

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

    async def _check(self, number: int) -> None:
        await payment_processing.check_pending_payments()

    async def _revoke(self, number: int) -> None:
        rows = [row for row in await self.list_subscriptions() if row.status in LIVE]
        if rows:
            row = rows[number % len(rows)]
            await run(subscriptions.revoke, self.admin, subscription_id=row.id, reason="Fraud")

    async def _change_price(self, number: int) -> None:
        plan = self.plans[number % len(self.plans)]
        await run(
            subscriptions.edit_plan, self.admin, plan_id=plan.id, price=plan.price + number * 100
        )

    def _person(self, number: int) -> Actor:
        """Return one of the two users: the first in two of three cases."""
        return self.people[number // 3 % 3 == 2]

    async def _find_payment(self, number: int) -> Payment:
        """Return the payment that began last, or an earlier one."""
        payments = await self.list_payments()
        if not payments:
            raise PaymentProviderError("nothing")
        return payments[-1 - number % len(payments)]

    async def list_payments(self) -> list[Payment]:
        is_own = col(Payment.user_id).in_(self.ids)
        async with read_session() as session:
            rows = select(Payment).where(is_own).order_by(col(Payment.created_at))
            return list(await session.scalars(rows))

    async def list_subscriptions(self) -> list[UserSubscription]:
        is_own = col(UserSubscription.user_id).in_(self.ids)
        async with read_session() as session:
            rows = select(UserSubscription).where(is_own).order_by(col(UserSubscription.id))
            return list(await session.scalars(rows))

    async def catch_up(self) -> None:
        """Do what the schedule and the messages of the provider do, until nothing is left."""
        self.time += timedelta(hours=1)
        with clock.travel(self.time):
            await payment_processing.check_pending_payments()
            for payment in await self.list_payments():
                assert payment.refund_due == 0, "the schedule did not return the money"
                if payment.reference:
                    await updates.refresh(payment.provider, payment.reference)
            await payment_processing.check_pending_payments()
            await payment_processing.renew_subscriptions()

    async def close(self) -> None:
        """End everything, so that the schedule does nothing about it in the next sequence."""
        for row in await self.list_subscriptions():
            if row.status in LIVE:
                await run(subscriptions.revoke, self.admin, subscription_id=row.id, reason="End")
        with clock.travel(self.time + timedelta(days=2)):
            await payment_processing.check_pending_payments()


async def create_simulation() -> Simulation:
    """Create two users, and on an empty site an administrator who sells three plans."""
    names = [f"user-{uuid4().hex[:12]}" for _ in range(2)]
    joined_at = clock.now() - factories.ACCOUNT_AGE
    async with unit_of_work() as session:
        rows = [
            User(slug=name, name=name, email=f"{name}@example.com", created_at=joined_at)
            for name in names
        ]
        session.add_all(rows)
        admins = select(User).where(User.slug == "admin")
        admin_row = await session.scalar(admins)
        versions = await session.scalar(select(PlanVersion.id).limit(1))
    first, second = (factories.to_actor(row) for row in rows)
    if admin_row is None or versions is None:
        admin = await factories.user("admin", is_admin=True)
        await sell(admin, price=1_000, features=["reactions"])
        await add_plan(admin, name="Pro", price=3_000, features=["badge"])
        await add_plan(admin, name="Year", price=9_000, period="year", features=["badge"])
    else:
        admin = factories.to_actor(admin_row)
    async with read_session() as session:
        plans = await subscriptions.list_plans_on_sale(session)
    return Simulation(admin, (first, second), plans)
