"""Tests that cards which the site no longer charges are detached at Stripe."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from sqlmodel import select

from community import jobs
from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.domain import subscriptions
from community.models import OutboxMessage, PaymentMethodSetup
from community.workflows import payments
from tests.cast import Cast
from tests.domain.actions import run
from tests.stand_ins.stripe import StripeStandIn
from tests.stand_ins.stripe.setups import enter_card
from tests.stripe_server import open_stripe, sell_with_stripe
from tests.workflows.payments.buyers import get_subscription, load_payment, start


@pytest.fixture
async def stripe_server(cast: Cast) -> AsyncIterator[StripeStandIn]:
    """Run the stand-in, at which Alice has bought a plan."""
    async with open_stripe() as server:
        payment_id = (await start(cast.alice, await sell_with_stripe(cast.olga, server))).payment.id
        reference = (await load_payment(payment_id)).reference
        server.pay(reference, "pm_card_stolenLater", return_url="http://localhost/")
        await payments.confirm_payment(cast.alice, payment_id)
        yield server


def list_attached(server: StripeStandIn) -> list[str]:
    return [
        item["card"]["last4"] for item in server.list_kind("payment_method") if item["customer"]
    ]


async def test_a_removed_card_is_detached(cast: Cast, stripe_server: StripeStandIn) -> None:
    assert list_attached(stripe_server) == ["0366"]
    await run(subscriptions.card_setups.remove_method, cast.alice)
    assert list_attached(stripe_server) == ["0366"]  # after the commit
    await jobs.run_due_jobs()
    assert list_attached(stripe_server) == []


async def test_it_is_tried_again_while_stripe_does_not_answer(
    cast: Cast, stripe_server: StripeStandIn
) -> None:
    await run(subscriptions.card_setups.remove_method, cast.alice)
    stripe_server.is_down = True
    await jobs.run_due_jobs()
    stripe_server.is_down = False
    with clock.travel(timedelta(minutes=5)):
        await jobs.run_due_jobs()
    assert list_attached(stripe_server) == []


async def test_a_replaced_card_is_detached(cast: Cast, stripe_server: StripeStandIn) -> None:
    setup_id = (await payments.start_setup(cast.alice)).setup.id
    async with read_session() as session:
        reference = (await session.get_one(PaymentMethodSetup, setup_id)).reference
    enter_card(stripe_server, reference, "pm_card_mastercard")
    await payments.continue_setup(cast.alice, setup_id)
    await jobs.run_due_jobs()
    assert list_attached(stripe_server) == ["4444"]


async def test_a_card_that_was_declined_for_good_is_detached(
    cast: Cast, stripe_server: StripeStandIn
) -> None:
    left = (await get_subscription(cast.alice)).access_until - clock.now()
    with clock.travel(left - timedelta(hours=12)):
        await payments.renew_subscriptions()
        await jobs.run_due_jobs()
    assert list_attached(stripe_server) == []


async def test_cards_of_erased_accounts_are_detached(
    cast: Cast, stripe_server: StripeStandIn
) -> None:
    async with unit_of_work() as session:
        await subscriptions.personal_data.erase_subscriptions(session, user_ids=[cast.alice.id])
    async with read_session() as session:
        [job] = await session.scalars(
            select(OutboxMessage).where(OutboxMessage.name == "detach_payment_method")
        )
    assert "pm_" not in str(job.arguments)  # the ids are encrypted
    await jobs.run_due_jobs()
    assert list_attached(stripe_server) == []
