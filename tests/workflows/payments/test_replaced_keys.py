"""Tests of what happens to payments and cards when the keys of a provider are replaced."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from sqlmodel import select

from community import jobs
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.errors import Unavailable
from community.domain import subscriptions
from community.domain.subscriptions import PlanView
from community.gateways.payments import METHOD_UNKNOWN, InvalidSignature
from community.models import Mail, Payment, PaymentMethodSetup
from community.workflows import payments
from tests.cast import Cast
from tests.stand_ins.stripe import StripeStandIn
from tests.stand_ins.stripe.returns import open_dispute
from tests.stand_ins.stripe.setups import enter_card
from tests.stripe_server import open_stripe, sell_with_stripe, use_stripe
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

RETURN_URL = "http://localhost/"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
async def old() -> AsyncIterator[StripeStandIn]:
    async with open_stripe(secret_key="sk_test_old") as account:
        yield account


@pytest.fixture
async def new() -> AsyncIterator[StripeStandIn]:
    async with open_stripe(secret_key="sk_test_new") as account:
        account.events.secret = "whsec_new"
        yield account


@pytest.fixture
async def plan(cast: Cast, old: StripeStandIn) -> PlanView:
    return await sell_with_stripe(cast.olga, old)


async def buy(account: StripeStandIn, actor: Actor, plan: PlanView) -> Payment:
    payment_id = (await start(actor, plan)).payment.id
    reference = (await load_payment(payment_id)).reference
    account.pay(reference, "pm_card_visa", return_url=RETURN_URL)
    await payments.confirm_payment(actor, payment_id)
    return await load_payment(payment_id)


async def begin(actor: Actor, plan: PlanView) -> Payment:
    """Begin a payment that the buyer does not finish."""
    return await load_payment((await start(actor, plan)).payment.id)


def revoke(account: StripeStandIn) -> None:
    """Let an account accept none of the keys that the site has."""
    account.secret_key = "sk_test_rolled"


async def test_an_unfinished_payment_is_canceled_with_the_replaced_key(
    cast: Cast, old: StripeStandIn, new: StripeStandIn, plan: PlanView
) -> None:
    payment = await begin(cast.alice, plan)
    await use_stripe(cast.olga, new)
    assert (await payments.cancel_payment(cast.alice, payment.id)).status == "canceled"
    assert old.get("payment_intent", payment.reference)["status"] == "canceled"
    assert (await buy(new, cast.alice, plan)).status == "succeeded"


@pytest.mark.parametrize("is_revoked", [False, True])
async def test_the_same_plan_can_be_bought_at_once(
    cast: Cast, old: StripeStandIn, new: StripeStandIn, plan: PlanView, is_revoked: bool
) -> None:
    first = await begin(cast.alice, plan)
    await use_stripe(cast.olga, new)
    if is_revoked:
        revoke(old)
    paid = await buy(new, cast.alice, plan)
    assert (paid.id != first.id, paid.status) == (True, "succeeded")
    ended = await load_payment(first.id)
    assert ended.status == ("expired" if is_revoked else "canceled")


async def test_what_no_key_sees_expires_when_the_buyer_cancels(
    cast: Cast, old: StripeStandIn, new: StripeStandIn, plan: PlanView
) -> None:
    payment = await begin(cast.alice, plan)
    await use_stripe(cast.olga, new)
    revoke(old)
    assert (await payments.cancel_payment(cast.alice, payment.id)).status == "expired"
    await start(cast.alice, await add_plan(cast.olga, name="Pro", price=900))


async def test_what_no_key_sees_expires_by_the_schedule(
    cast: Cast, old: StripeStandIn, new: StripeStandIn, plan: PlanView
) -> None:
    payment = await begin(cast.alice, plan)
    await use_stripe(cast.olga, new)
    revoke(old)
    assert (await payments.check_pending_payments()).statuses == {"expired": 1}
    assert (await load_payment(payment.id)).ended_at is not None
    assert (await payments.check_pending_payments()).checked == 0


async def test_a_rolled_key_of_the_same_account_changes_nothing(
    cast: Cast, old: StripeStandIn, plan: PlanView
) -> None:
    payment = await begin(cast.alice, plan)
    revoke(old)
    await use_stripe(cast.olga, old)
    started = await payments.continue_payment(cast.alice, payment.id)
    assert started.next_step is not None
    old.pay(payment.reference, "pm_card_visa", return_url=RETURN_URL)
    await payments.confirm_payment(cast.alice, payment.id)
    assert (await load_payment(payment.id)).status == "succeeded"


async def test_a_payment_that_was_taken_before_gives_the_plan(
    cast: Cast, old: StripeStandIn, new: StripeStandIn, plan: PlanView
) -> None:
    payment = await begin(cast.alice, plan)
    old.pay(payment.reference, "pm_card_visa", return_url=RETURN_URL)
    await use_stripe(cast.olga, new)
    await payments.check_pending_payments()
    assert (await load_payment(payment.id)).status == "succeeded"
    assert await payments.reconcile_payments() == []


@pytest.mark.parametrize("arrives", [False, True])
async def test_a_request_without_an_answer_is_looked_for_at_both_accounts(
    cast: Cast, old: StripeStandIn, new: StripeStandIn, plan: PlanView, arrives: bool
) -> None:
    old.is_down = True
    with pytest.raises(Unavailable):
        await start(cast.alice, plan)
    old.is_down = False
    [payment] = await list_payments()
    if arrives:  # and only the answer was lost
        gateway = await payments.gateways.get_gateway("stripe")
        async with read_session() as session:
            order = await subscriptions.load_order(session, payment.id)
        await gateway.create_payment(order.charge)
    await use_stripe(cast.olga, new)
    paid = await buy(new, cast.alice, plan)
    assert paid.status == "succeeded"
    statuses = [intent["status"] for intent in old.list_kind("payment_intent")]
    assert statuses == (["canceled"] if arrives else [])


async def test_refunds_and_disputes_of_the_old_account_are_applied(
    cast: Cast, old: StripeStandIn, new: StripeStandIn, plan: PlanView
) -> None:
    payment = await buy(old, cast.alice, plan)
    old.events.recorded.clear()
    await use_stripe(cast.olga, new)
    open_dispute(old, payment.reference)
    await deliver(old)
    assert await find_subscription(cast.alice) is None
    assert sum(row.amount for row in await list_movements()) == 0
    assert await payments.reconcile_payments() == []


async def test_the_site_returns_money_of_the_old_account(
    cast: Cast, old: StripeStandIn, new: StripeStandIn, plan: PlanView
) -> None:
    payment = await buy(old, cast.alice, plan)
    await use_stripe(cast.olga, new)
    gateway = await payments.gateways.get_gateway("stripe")
    await gateway.refund(payment.reference, 500, "EUR", "key")
    [refund] = old.list_kind("refund")
    assert (refund["amount"], new.list_kind("refund")) == (500, [])


async def test_events_of_unknown_accounts_are_refused(
    cast: Cast, old: StripeStandIn, new: StripeStandIn, plan: PlanView
) -> None:
    await buy(old, cast.alice, plan)
    await use_stripe(cast.olga, new)
    old.events.secret = "whsec_other"
    with pytest.raises(InvalidSignature):
        await deliver(old)


async def test_a_card_of_the_old_account_fails_after_a_day_and_another_is_charged(
    cast: Cast, old: StripeStandIn, new: StripeStandIn, plan: PlanView
) -> None:
    await buy(old, cast.alice, plan)
    await use_stripe(cast.olga, new)
    due = (await get_subscription(cast.alice)).access_until - clock.now() - DAY
    for hours in (1, 2, 26):
        with clock.travel(due + hours * HOUR):
            await payments.renew_subscriptions()
            await payments.check_pending_payments()
    with clock.travel(due + 27 * HOUR):
        payment = (await list_payments())[-1]
        assert (payment.status, payment.failure) == ("failed", METHOD_UNKNOWN)
        assert (await get_subscription(cast.alice)).status == "past_due"
        assert await count_mails_about_the_card() == 1
        setup_id = (await payments.start_setup(cast.alice)).setup.id
        async with read_session() as session:
            reference = (await session.get_one(PaymentMethodSetup, setup_id)).reference
        enter_card(new, reference, "pm_card_mastercard")
        await payments.continue_setup(cast.alice, setup_id)
        assert (await get_subscription(cast.alice)).status == "active"
    assert [item["status"] for item in new.list_kind("charge")] == ["succeeded"]
    assert len(old.list_kind("charge")) == 1


async def count_mails_about_the_card() -> int:
    await jobs.run_due_jobs()
    async with read_session() as session:
        mails = list(await session.scalars(select(Mail)))
    return sum("This card can no longer be charged" in mail.text for mail in mails)


@pytest.mark.parametrize("is_revoked", [False, True])
async def test_a_card_that_is_being_saved_begins_again(
    cast: Cast, old: StripeStandIn, new: StripeStandIn, plan: PlanView, is_revoked: bool
) -> None:
    await buy(old, cast.alice, plan)
    first = (await payments.start_setup(cast.alice)).setup.id
    await use_stripe(cast.olga, new)
    if is_revoked:
        revoke(old)
    second = await payments.start_setup(cast.alice)
    assert (second.setup.id != first, second.setup.status) == (True, "pending")
    [intent] = new.list_kind("setup_intent")
    assert intent["status"] == "requires_payment_method"
