"""Tests of renewals that the bank wants the buyer to confirm, with the stand-in for Stripe."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from community.core import clock
from community.core.actor import Actor
from community.domain.subscriptions import PlanView
from community.gateways.payments import NextStep
from community.models import Payment
from community.workflows import payments
from tests.cast import Cast
from tests.stand_ins.stripe import StripeStandIn
from tests.stand_ins.stripe.errors import ApiError
from tests.stand_ins.stripe.parameters import ConfirmParameters
from tests.stripe_server import open_stripe, sell_with_stripe
from tests.workflows.payments.buyers import get_subscription, list_payments, load_payment, start
from tests.workflows.payments.test_stripe import count_money

ALWAYS_ASKS = "pm_card_authenticationRequired"
RETURN_URL = "http://localhost/plans"
LEAD = timedelta(hours=12)


@pytest.fixture
async def stripe_server() -> AsyncIterator[StripeStandIn]:
    async with open_stripe() as stand_in:
        yield stand_in


@pytest.fixture
async def plan(cast: Cast, stripe_server: StripeStandIn) -> PlanView:
    return await sell_with_stripe(cast.olga, stripe_server)


async def let_bank_ask(server: StripeStandIn, actor: Actor, plan: PlanView) -> Payment:
    """Buy a plan with a card whose bank always asks, and let its renewal be due."""
    payment_id = (await start(actor, plan)).payment.id
    reference = (await load_payment(payment_id)).reference
    server.pay(reference, ALWAYS_ASKS, return_url=RETURN_URL)
    server.authenticate(reference, accepts=True)
    await payments.confirm_payment(actor, payment_id)
    end = (await get_subscription(actor)).access_until
    with clock.travel(end - clock.now() - LEAD):
        await payments.renew_subscriptions()
    return (await list_payments())[-1]


async def open_page(actor: Actor, payment: Payment) -> NextStep:
    step = (await payments.continue_payment(actor, payment.id)).next_step
    assert step is not None
    return step


def confirm(server: StripeStandIn, payment: Payment, step: NextStep) -> None:
    """Do what Stripe's script does with the step of the page."""
    intent = server.get("payment_intent", payment.reference)
    assert step.values["client_secret"] == intent["client_secret"]
    method = step.values["payment_method"]
    server.confirm(intent, ConfirmParameters(payment_method=method, return_url=RETURN_URL))


async def test_the_page_confirms_the_same_intent(
    cast: Cast, stripe_server: StripeStandIn, plan: PlanView
) -> None:
    renewal = await let_bank_ask(stripe_server, cast.alice, plan)
    intent = stripe_server.get("payment_intent", renewal.reference)
    assert intent["status"] == "requires_payment_method"
    assert (renewal.status, renewal.needs_action) == ("pending", True)
    before = await get_subscription(cast.alice)
    assert before.status == "past_due"

    step = await open_page(cast.alice, renewal)
    assert step.values["purpose"] == "confirm"
    confirm(stripe_server, renewal, step)
    assert intent["status"] == "requires_action"
    stripe_server.authenticate(renewal.reference, accepts=True)
    with clock.travel(before.access_until - clock.now() - LEAD / 2):
        confirmed = await payments.confirm_payment(cast.alice, renewal.id)
    after = await get_subscription(cast.alice)
    assert (confirmed.status, after.status) == ("succeeded", "active")
    assert after.period_start == before.access_until
    assert after.payment_method is not None
    assert after.payment_method.last4 == "3184"
    assert count_money(stripe_server) == 1_000
    assert len(stripe_server.list_kind("payment_intent")) == 2


async def test_a_confirmation_that_fails_can_be_tried_again(
    cast: Cast, stripe_server: StripeStandIn, plan: PlanView
) -> None:
    renewal = await let_bank_ask(stripe_server, cast.alice, plan)
    for failure in ("payment_intent_authentication_failure", "insufficient_funds"):
        confirm(stripe_server, renewal, await open_page(cast.alice, renewal))
        if failure == "insufficient_funds":
            intent = stripe_server.get("payment_intent", renewal.reference)
            method = stripe_server.get("payment_method", intent["payment_method"])
            stripe_server.decline(intent, method, failure)
        else:
            stripe_server.authenticate(renewal.reference, accepts=False)
        await payments.confirm_payment(cast.alice, renewal.id)
        waiting = await load_payment(renewal.id)
        assert (waiting.status, waiting.failure) == ("pending", failure)
        assert waiting.needs_action
    confirm(stripe_server, renewal, await open_page(cast.alice, renewal))
    stripe_server.authenticate(renewal.reference, accepts=True)
    await payments.confirm_payment(cast.alice, renewal.id)
    assert (await load_payment(renewal.id)).status == "succeeded"


async def test_the_intent_is_canceled_when_another_card_is_used(
    cast: Cast, stripe_server: StripeStandIn, plan: PlanView
) -> None:
    renewal = await let_bank_ask(stripe_server, cast.alice, plan)
    end = (await get_subscription(cast.alice)).access_until
    with clock.travel(end - clock.now() - LEAD / 2):
        started = await payments.pay_now(cast.alice, with_other_card=True)
        assert started is not None
        assert stripe_server.get("payment_intent", renewal.reference)["status"] == "canceled"
        with pytest.raises(ApiError):
            stripe_server.authenticate(renewal.reference, accepts=True)
        reference = (await load_payment(started.payment.id)).reference
        stripe_server.pay(reference, "pm_card_mastercard", return_url=RETURN_URL)
        await payments.confirm_payment(cast.alice, started.payment.id)
    subscription = await get_subscription(cast.alice)
    assert subscription.status == "active"
    assert subscription.payment_method is not None
    assert subscription.payment_method.last4 == "4444"
    assert (await load_payment(renewal.id)).status == "canceled"
    assert count_money(stripe_server) == 1_000
