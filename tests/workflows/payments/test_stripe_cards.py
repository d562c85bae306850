"""Tests of replacing the saved card of a subscription at Stripe, with the SDK and the stand-in."""

import json
from collections.abc import AsyncIterator
from datetime import timedelta
from uuid import UUID

import pytest
from sqlmodel import col, select

from community import jobs
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.gateways.payments.stripe.gateway import SIGNATURE_HEADER
from community.models import PaymentMethodSetup, ProviderEvent
from community.workflows import payments
from tests.cast import Cast
from tests.stand_ins.stripe import StripeStandIn
from tests.stand_ins.stripe.events import sign
from tests.stand_ins.stripe.setups import authenticate_setup, enter_card
from tests.stripe_server import open_stripe, sell_with_stripe
from tests.workflows.payments.buyers import get_subscription, list_payments, load_payment, start

DAY = timedelta(days=1)


@pytest.fixture
async def stripe_server(cast: Cast) -> AsyncIterator[StripeStandIn]:
    """Run the stand-in, at which Alice has bought a plan."""
    async with open_stripe() as stand_in:
        payment_id = (
            await start(cast.alice, await sell_with_stripe(cast.olga, stand_in))
        ).payment.id
        reference = (await load_payment(payment_id)).reference
        # Later charges of this card are declined.
        stand_in.pay(reference, "pm_card_chargeCustomerFail", return_url="http://localhost/")
        await payments.confirm_payment(cast.alice, payment_id)
        stand_in.events.recorded.clear()
        yield stand_in


async def begin(actor: Actor) -> tuple[UUID, str]:
    """Begin to replace the card, and return the id of the setup and that of Stripe."""
    setup_id = (await payments.start_setup(actor)).setup.id
    async with read_session() as session:
        return setup_id, (await session.get_one(PaymentMethodSetup, setup_id)).reference


async def deliver(server: StripeStandIn, *, copies: int = 1) -> list[bool]:
    """Send all events, let the jobs apply them, and return which ones the site has stored."""
    stored = []
    for event in server.events.recorded:
        body = json.dumps(event).encode()
        headers = {SIGNATURE_HEADER: sign(body, server.events.secret)}
        for _copy in range(copies):
            read = await payments.read_event("stripe", body, headers)
            if read is not None:
                stored.append(await payments.store_event("stripe", read))
    await jobs.run_due_jobs()
    return stored


async def get_last4(actor: Actor) -> str:
    method = (await get_subscription(actor)).payment_method
    return method.last4 if method else ""


async def test_an_event_saves_the_card_once_and_renewals_charge_it(
    cast: Cast, stripe_server: StripeStandIn
) -> None:
    started = await payments.start_setup(cast.alice)
    assert started.next_step is not None
    assert started.next_step.values["purpose"] == "setup"
    _id, reference = await begin(cast.alice)
    enter_card(stripe_server, reference, "pm_card_mastercard")
    assert await get_last4(cast.alice) == "0341"
    # `setup_intent.created` was recorded before, `payment_method.attached` is of no interest.
    assert await deliver(stripe_server, copies=2) == [True, False, True, False]
    assert await get_last4(cast.alice) == "4444"
    left = (await get_subscription(cast.alice)).access_until - clock.now()
    with clock.travel(left):
        assert (await payments.renew_subscriptions()).renewed == 1
    assert [payment.status for payment in await list_payments()] == ["succeeded", "succeeded"]


async def test_the_card_belongs_to_the_customer_of_the_first_payment(
    cast: Cast, stripe_server: StripeStandIn
) -> None:
    _id, reference = await begin(cast.alice)
    [customer] = stripe_server.list_kind("customer")
    intent = stripe_server.get("setup_intent", reference)
    assert (intent["customer"], intent["usage"]) == (customer["id"], "off_session")


async def test_a_declined_card_can_be_followed_by_another(
    cast: Cast, stripe_server: StripeStandIn
) -> None:
    setup_id, reference = await begin(cast.alice)
    enter_card(stripe_server, reference, "pm_card_visa_chargeDeclinedInsufficientFunds")
    await deliver(stripe_server)
    started = await payments.continue_setup(cast.alice, setup_id)
    assert (started.setup.status, started.next_step is None) == ("pending", False)
    assert "not enough money" in started.setup.failure
    enter_card(stripe_server, reference, "pm_card_visa")
    started = await payments.continue_setup(cast.alice, setup_id)
    assert (started.setup.status, started.setup.failure) == ("succeeded", "")
    assert await get_last4(cast.alice) == "4242"


async def test_the_bank_asks_about_a_new_card(cast: Cast, stripe_server: StripeStandIn) -> None:
    setup_id, reference = await begin(cast.alice)
    enter_card(stripe_server, reference, "pm_card_authenticationRequiredOnSetup")
    authenticate_setup(stripe_server, reference, accepts=False)
    started = await payments.continue_setup(cast.alice, setup_id)
    assert "did not confirm the card" in started.setup.failure
    enter_card(stripe_server, reference, "pm_card_authenticationRequiredOnSetup")
    authenticate_setup(stripe_server, reference, accepts=True)
    # No event has arrived, and the page is closed.
    await payments.check_pending_payments()
    assert await get_last4(cast.alice) == "3155"


async def test_a_failed_renewal_is_charged_to_the_new_card(
    cast: Cast, stripe_server: StripeStandIn
) -> None:
    left = (await get_subscription(cast.alice)).access_until - clock.now() - DAY / 2
    with clock.travel(left):
        assert (await payments.renew_subscriptions()).declined == 1
        _id, reference = await begin(cast.alice)
        enter_card(stripe_server, reference, "pm_card_visa")
        await deliver(stripe_server, copies=2)
        assert (await get_subscription(cast.alice)).status == "active"
    statuses = [payment.status for payment in await list_payments()]
    assert statuses == ["succeeded", "failed", "succeeded"]


async def test_an_interrupted_request_creates_one_setup(
    cast: Cast, stripe_server: StripeStandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(payments.setups, "_apply", _stop)
        with pytest.raises(ProcessStopped):
            await payments.start_setup(cast.alice)
    await payments.start_setup(cast.alice)
    assert len(stripe_server.list_kind("setup_intent")) == 1


class ProcessStopped(Exception):
    """The process has stopped before it could store the answer."""


async def _stop(_reported: object) -> None:
    raise ProcessStopped


async def test_cards_that_something_else_saves_at_stripe_are_ignored(
    cast: Cast, stripe_server: StripeStandIn
) -> None:
    _id, reference = await begin(cast.alice)
    stripe_server.events.recorded[0]["data"]["object"]["id"] = "seti_other"
    await deliver(stripe_server)
    async with read_session() as session:
        rows = await session.scalars(select(col(ProviderEvent.outcome)))
        assert rows.all() == ["ignored"]
    assert reference != "seti_other"
