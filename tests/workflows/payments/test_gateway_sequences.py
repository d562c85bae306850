"""Property-based test: the gateways of Stripe and YooKassa agree with their stand-ins.

Each sequence consists of clicks, payments, refunds, refunds that fail, replaced keys, lost answers,
and events that arrive late, twice, in any order or never, and with which the provider reports a
wrong amount.
"""

import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, note, settings, strategies as st
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.errors import DomainError
from community.domain import subscriptions
from community.gateways.payments import PaymentProviderError
from community.models import MoneyMovement, Payment, ProviderEvent
from community.workflows import payments as payment_workflow
from tests import factories
from tests.cast import Cast
from tests.stand_ins.stripe.errors import ApiError as StripeError
from tests.stand_ins.yookassa.errors import ApiError as YooKassaError
from tests.workflows.payments.buyers import count_payment_mails
from tests.workflows.payments.sequences.providers import (
    Provider,
    open_stripe_provider,
    open_yookassa_provider,
)

EXAMPLES = int(os.environ.get("GATEWAY_SEQUENCES", "8"))
ACTIONS = (
    *("start", "start", "pay", "pay", "confirm", "cancel", "refund", "fail_refund", "roll_key"),
)
EVENTS = ("deliver", "deliver", "deliver", "deliver_wrong_amount", "check")
STEPS = st.lists(
    st.tuples(st.sampled_from(ACTIONS + EVENTS), st.integers(0, 11), st.booleans()),
    min_size=4,
    max_size=16,
)


class GatewaySimulation:
    """A buyer, and the messages of the provider."""

    def __init__(self, provider: Provider, actor: Actor) -> None:
        self.provider, self.actor = provider, actor
        self.first_event = len(provider.list_events())

    async def act(self, name: str, number: int, *, is_down: bool) -> None:
        self.provider.set_down(is_down)
        try:
            await getattr(self, f"_{name}")(number)
        except (DomainError, PaymentProviderError):
            pass  # what the user would see
        finally:
            self.provider.set_down(False)

    async def _start(self, _number: int) -> None:
        await payment_workflow.start_payment(self.actor, plan_id=self.provider.plan.id)

    async def _pay(self, number: int) -> None:
        with suppress(StripeError, YooKassaError):  # the payment has ended
            self.provider.pay((await self._get_payment(number)).reference)

    async def _confirm(self, number: int) -> None:
        payment = await self._get_payment(number)
        await payment_workflow.confirm_payment(self.actor, payment.id)

    async def _cancel(self, number: int) -> None:
        payment = await self._get_payment(number)
        await payment_workflow.cancel_payment(self.actor, payment.id)

    async def _refund(self, number: int) -> None:
        """Return the money on the page of the provider, of which the site learns by an event."""
        payment = await self._get_payment(number)
        amount = payment.amount // (1 + number % 2)
        gateway = self.provider.gateway
        await gateway.refund(payment.reference, amount, payment.currency, key=uuid4().hex)

    async def _roll_key(self, _number: int) -> None:
        """Replace the secret key. The provider accepts the old one no longer."""
        self.provider.set_down(False)  # the site lets the provider check the new key
        await self.provider.roll_key(uuid4().hex)

    async def _fail_refund(self, number: int) -> None:
        self.provider.fail_refund(number)

    async def _check(self, _number: int) -> None:
        await payment_workflow.check_pending_payments()

    async def _deliver(self, number: int) -> None:
        """Let the provider send one of its events, perhaps again, and apply it."""
        events = self.provider.list_events()[self.first_event :]
        if events:
            await self._send(*events[number % len(events)])

    async def _deliver_wrong_amount(self, number: int) -> None:
        """Let the provider report another amount. Nothing of it may be applied."""
        payment = await self._get_payment(number)
        if not payment.reference:
            raise PaymentProviderError("nothing")  # its answer was lost
        self.provider.shift_amount(payment.reference, 100)
        try:
            await self._deliver(number)
        finally:
            self.provider.shift_amount(payment.reference, -100)
        assert (await self._get_payment(number)).status == payment.status

    async def deliver_all(self) -> None:
        for event in reversed(self.provider.list_events()[self.first_event :]):
            await self._send(*event)
        await payment_workflow.check_pending_payments()

    async def _send(self, body: bytes, headers: Mapping[str, str]) -> None:
        name = self.provider.gateway.name
        event = await payment_workflow.read_event(name, body, headers)
        if event is None:
            return
        # An event that is sent again is applied again, as an administrator can do.
        again = replace(event, event_id=uuid4().hex)
        await payment_workflow.store_event(name, again)
        async with read_session() as session:
            query = select(ProviderEvent.id).where(ProviderEvent.event_id == again.event_id)
            event_id = (await session.scalars(query)).one()
        await payment_workflow.apply_event(event_id)

    async def _get_payment(self, number: int) -> Payment:
        payments = await self.list_payments()
        if not payments:
            raise PaymentProviderError("nothing")
        return payments[-1 - number % len(payments)]

    async def list_payments(self) -> list[Payment]:
        query = select(Payment).where(Payment.user_id == self.actor.id)
        async with read_session() as session:
            return list(await session.scalars(query.order_by(col(Payment.created_at))))


async def check_invariants(simulation: GatewaySimulation) -> None:
    payments = await simulation.list_payments()
    ids = [payment.id for payment in payments]
    async with read_session() as session:
        query = select(MoneyMovement).where(col(MoneyMovement.payment_id).in_(ids))
        movements = (await session.scalars(query)).all()
        subscription = await subscriptions.find_subscription(session, simulation.actor)
        credit = await subscriptions.describe_balances(session, simulation.actor.id)
    for payment in payments:
        money = sum(item.amount for item in movements if item.payment_id == payment.id)
        is_paid = payment.status == "succeeded"
        assert money == (payment.amount - payment.refunded if is_paid else 0)
        assert payment.refund_due == 0
    paid = [item for item in payments if item.status == "succeeded"]
    assert bool(paid) == (subscription is not None or credit != "")
    # A refund can fail after the buyer has bought the plan again, which leaves credit.
    assert len(paid) <= 1 or credit
    mails = await count_payment_mails(simulation.actor)
    assert mails.get("receipt", 0) == sum(item.succeeded_at is not None for item in payments)
    assert await payment_workflow.reconcile_payments() == []


@pytest.fixture(params=[open_stripe_provider, open_yookassa_provider])
async def provider(request: pytest.FixtureRequest, cast: Cast) -> AsyncIterator[Provider]:
    open_provider: Callable[[Actor], AbstractAsyncContextManager[Provider]] = request.param
    async with open_provider(cast.olga) as opened:
        yield opened


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=STEPS)
async def test_money_and_access_agree_with_the_gateway(
    provider: Provider, steps: list[tuple[str, int, bool]]
) -> None:
    note(str(steps))
    simulation = GatewaySimulation(provider, await factories.user(f"user-{uuid4().hex[:12]}"))
    for name, number, is_down in [("start", 0, False), ("pay", 0, False), *steps]:
        await simulation.act(name, number, is_down=is_down)
    await simulation.deliver_all()
    await check_invariants(simulation)
