"""Tests of purchases, renewals and events with Stripe, with the SDK against the stand-in."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.core.errors import Unavailable
from community.domain import subscriptions
from community.domain.subscriptions import Order, PlanView
from community.models import Payment
from community.workflows import payments
from tests.cast import Cast
from tests.domain.actions import run
from tests.stand_ins.stripe import StripeStandIn
from tests.stand_ins.stripe.returns import open_dispute
from tests.stripe_server import open_stripe, sell_with_stripe
from tests.workflows.payments.buyers import (
    add_plan,
    find_subscription,
    get_subscription,
    list_movements,
    list_payments,
    load_payment,
    start,
)
from tests.workflows.payments.stripe_events import deliver

RETURN_URL = "http://localhost/plans"


@pytest.fixture
async def stripe_server() -> AsyncIterator[StripeStandIn]:
    async with open_stripe() as stand_in:
        yield stand_in


@pytest.fixture
async def plan(cast: Cast, stripe_server: StripeStandIn) -> PlanView:
    return await sell_with_stripe(cast.olga, stripe_server)


async def buy(
    server: StripeStandIn, actor: Actor, plan: PlanView, token: str = "pm_card_visa"
) -> Payment:
    """Buy a plan, and let the page of the payment ask for the result."""
    payment_id = (await start(actor, plan)).payment.id
    server.pay((await load_payment(payment_id)).reference, token, return_url=RETURN_URL)
    await payments.confirm_payment(actor, payment_id)
    return await load_payment(payment_id)


def count_money(server: StripeStandIn) -> int:
    """Return how much money the account has got and kept."""
    refunded = sum(refund["amount"] for refund in server.list_kind("refund"))
    captured = sum(charge["amount_captured"] for charge in server.list_kind("charge"))
    return int(captured - refunded)


async def test_a_purchase_gives_the_plan_and_saves_the_card(
    cast: Cast, stripe_server: StripeStandIn, plan: PlanView
) -> None:
    payment = await buy(stripe_server, cast.alice, plan)
    assert (payment.status, payment.amount) == ("succeeded", 500)
    subscription = await get_subscription(cast.alice)
    assert subscription.renews_at == subscription.access_until
    assert subscription.payment_method is not None
    assert subscription.payment_method.last4 == "4242"
    assert [(row.kind, row.amount) for row in await list_movements()] == [("charge", 500)]


async def test_the_buyer_can_try_another_card(
    cast: Cast, stripe_server: StripeStandIn, plan: PlanView
) -> None:
    declined = await buy(stripe_server, cast.alice, plan, "pm_card_visa_chargeDeclined")
    assert (declined.status, declined.failure) == ("pending", "generic_decline")
    paid = await buy(stripe_server, cast.alice, plan)
    assert (paid.id, paid.status, paid.failure) == (declined.id, "succeeded", "")
    assert count_money(stripe_server) == 500


@pytest.mark.parametrize("is_reversed", [False, True])
async def test_events_in_any_order_and_number_give_the_plan_once(
    cast: Cast, stripe_server: StripeStandIn, plan: PlanView, is_reversed: bool
) -> None:
    payment_id = (await start(cast.alice, plan)).payment.id
    reference = (await load_payment(payment_id)).reference
    stripe_server.pay(reference, "pm_card_authenticationRequired", return_url=RETURN_URL)
    stripe_server.authenticate(reference, accepts=True)
    assert await find_subscription(cast.alice) is None
    await deliver(stripe_server, is_reversed=is_reversed, copies=2)
    assert (await get_subscription(cast.alice)).status == "active"
    assert len(await list_movements()) == 1


async def test_a_renewal_charges_the_saved_card_once(
    cast: Cast, stripe_server: StripeStandIn, plan: PlanView
) -> None:
    await buy(stripe_server, cast.alice, plan)
    before = await get_subscription(cast.alice)
    with clock.travel(before.access_until - clock.now() - timedelta(hours=12)):
        assert (await payments.renew_subscriptions()).renewed == 1
        assert (await payments.renew_subscriptions()).due == 0
        after = await get_subscription(cast.alice)
    assert after.access_until > before.access_until
    assert count_money(stripe_server) == 1_000


async def test_an_interrupted_renewal_is_not_charged_again_after_days(
    cast: Cast, stripe_server: StripeStandIn, plan: PlanView
) -> None:
    payment = await buy(stripe_server, cast.alice, plan)
    before = await get_subscription(cast.alice)
    with clock.travel(before.access_until - clock.now()):
        async with unit_of_work() as session:
            order = await subscriptions.renewals.begin_renewal(
                session, payment.subscription_id or 0
            )
        assert isinstance(order, Order)
        gateway = await payments.gateways.get_gateway("stripe")
        await gateway.create_payment(order.charge)  # the process stops before it stores the answer
    stripe_server.answers.clear()  # and is down until Stripe has forgotten the key
    with clock.travel(before.access_until - clock.now() + timedelta(days=3)):
        assert (await payments.check_pending_payments()).statuses == {"succeeded": 1}
        assert (await get_subscription(cast.alice)).access_until > before.access_until
    assert count_money(stripe_server) == 1_000


async def test_a_renewal_that_the_bank_declines_is_tried_again(
    cast: Cast, stripe_server: StripeStandIn, plan: PlanView
) -> None:
    await buy(stripe_server, cast.alice, plan, "pm_card_chargeCustomerFail")
    before = await get_subscription(cast.alice)
    with clock.travel(before.access_until - clock.now() - timedelta(hours=12)):
        summary = await payments.renew_subscriptions()
        assert (summary.renewed, summary.declined) == (0, 1)
        assert (await get_subscription(cast.alice)).status == "past_due"
        renewal = (await list_payments())[-1]
        assert (renewal.status, renewal.failure) == ("failed", "generic_decline")
        assert count_money(stripe_server) == 500


async def test_a_dispute_ends_the_access(
    cast: Cast, stripe_server: StripeStandIn, plan: PlanView
) -> None:
    payment = await buy(stripe_server, cast.alice, plan)
    open_dispute(stripe_server, payment.reference)
    await deliver(stripe_server)
    assert await find_subscription(cast.alice) is None
    assert sum(row.amount for row in await list_movements()) == 0
    assert await payments.reconcile_payments() == []


async def test_the_journal_agrees_with_stripe_after_a_refund(
    cast: Cast, stripe_server: StripeStandIn, plan: PlanView
) -> None:
    payment = await buy(stripe_server, cast.alice, plan)
    gateway = await payments.gateways.get_gateway("stripe")
    await gateway.refund(payment.reference, 200, "EUR", "part")
    assert len(await payments.reconcile_payments()) == 1
    await deliver(stripe_server)
    assert await payments.reconcile_payments() == []
    assert (await load_payment(payment.id)).refunded == 200


async def test_another_plan_cancels_the_unfinished_payment(
    cast: Cast, stripe_server: StripeStandIn, plan: PlanView
) -> None:
    first = (await start(cast.alice, plan)).payment
    other = await add_plan(cast.olga, name="Pro", price=900)
    await start(cast.alice, other)
    reference = (await load_payment(first.id)).reference
    assert stripe_server.get("payment_intent", reference)["status"] == "canceled"


async def test_an_unfinished_payment_continues_when_stripe_is_back(
    cast: Cast, stripe_server: StripeStandIn, plan: PlanView
) -> None:
    stripe_server.is_down = True
    with pytest.raises(Unavailable):
        await start(cast.alice, plan)
    stripe_server.is_down = False
    assert (await payments.check_pending_payments()).statuses == {"pending": 1}
    assert (await buy(stripe_server, cast.alice, plan)).status == "succeeded"
    assert len(await list_payments()) == 1


async def test_a_buyer_stays_the_same_customer(
    cast: Cast, stripe_server: StripeStandIn, plan: PlanView
) -> None:
    await buy(stripe_server, cast.alice, plan)
    await buy(stripe_server, cast.alice, await add_plan(cast.olga, name="Pro", price=9_000))
    [customer] = stripe_server.list_kind("customer")
    # An administrator deletes the customer in Stripe's Dashboard.
    del stripe_server.objects[customer["id"]]
    await buy(stripe_server, cast.alice, await add_plan(cast.olga, name="Max", price=90_000))
    assert len(stripe_server.list_kind("customer")) == 1
    assert [payment.status for payment in await list_payments()] == ["succeeded"] * 3


@pytest.mark.parametrize("currency", ["KWD", "TND"])
async def test_amounts_with_three_decimals_are_rounded_for_the_buyer(
    cast: Cast, stripe_server: StripeStandIn, currency: str
) -> None:
    """A promo code and a change of the plan lead to amounts that Stripe refuses."""
    await sell_with_stripe(cast.olga, stripe_server, price=5_120, currency=currency)
    plans = [
        await add_plan(cast.olga, name=name, price=price, currency=currency)
        for name, price in (("Basic", 5_130), ("Max", 9_990))
    ]
    await run(subscriptions.create_promo_code, cast.olga, code="THIRD", percent=33)
    first = await start(cast.alice, plans[0], promo_code="THIRD")
    assert first.payment.amount == 3_430  # of 3,437.1
    paid = await load_payment(first.payment.id)
    stripe_server.pay(paid.reference, "pm_card_visa", return_url=RETURN_URL)
    await payments.confirm_payment(cast.alice, paid.id)
    with clock.travel(timedelta(days=7)):
        upgrade = await start(cast.alice, plans[1])
        assert 0 < upgrade.payment.amount < 9_990 - 3_430
        assert upgrade.payment.amount % 10 == 0
