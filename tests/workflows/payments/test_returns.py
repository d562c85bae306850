"""Tests of refunds and disputes: they end the access for which the money was paid."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlmodel import col, select

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.domain import subscriptions
from community.gateways.payments import Movement, PaymentProviderError
from community.models import Mail
from community.workflows import payments
from tests.cast import Cast
from tests.domain.actions import run
from tests.workflows.payments.buyers import (
    SANDBOX,
    add_plan,
    buy,
    count_payment_mails,
    find_subscription,
    get_subscription,
    list_movements,
    list_payments,
    load_payment,
    sell,
    start,
)

DAY = timedelta(days=1)


async def test_a_dispute_ends_the_access_that_its_credit_pays(cast: Cast) -> None:
    """A change to a cheaper plan pays many months with one payment."""
    payment = await buy(cast.alice, await sell(cast.olga, price=9_000, period="year"))
    month = await add_plan(cast.olga, name="Month", price=1_000)
    assert await payments.start_payment(cast.alice, plan_id=month.id) is None
    left = (await get_subscription(cast.alice)).access_until - clock.now()
    with clock.travel(left):
        await payments.renew_subscriptions()
        assert (await get_subscription(cast.alice)).has_access
        await SANDBOX.dispute(payment.reference)
        await payments.confirm_payment(cast.alice, payment.id)
        assert await find_subscription(cast.alice) is None


async def test_a_refund_of_what_an_upgrade_has_deducted_ends_the_access(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga, price=1_000))
    await buy(cast.alice, await add_plan(cast.olga, name="Year", price=9_000, period="year"))
    await SANDBOX.refund(payment.reference, 1_000, "EUR", "all")
    await payments.confirm_payment(cast.alice, payment.id)
    assert await find_subscription(cast.alice) is None


@pytest.mark.parametrize("parts", [[500], [200, 300], [499, 1]])
async def test_parts_that_add_up_to_the_amount_end_the_access(cast: Cast, parts: list[int]) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    for number, part in enumerate(parts):
        assert (await get_subscription(cast.alice)).status == "active"
        await SANDBOX.refund(payment.reference, part, "EUR", str(number))
        await payments.confirm_payment(cast.alice, payment.id)
    assert (await load_payment(payment.id)).status == "refunded"
    assert await find_subscription(cast.alice) is None
    assert await count_payment_mails(cast.alice) == {"receipt": 1, "returned": 1}


async def test_a_refund_and_a_dispute_of_the_rest_end_the_access(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    await SANDBOX.refund(payment.reference, 200, "EUR", "part")
    await SANDBOX.dispute(payment.reference)
    await payments.confirm_payment(cast.alice, payment.id)
    assert (await load_payment(payment.id)).refunded == 500
    assert await find_subscription(cast.alice) is None


async def test_a_dispute_that_the_site_wins_gives_the_money_back_to_it(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    await SANDBOX.dispute(payment.reference)
    await payments.confirm_payment(cast.alice, payment.id)
    reported = await SANDBOX.fetch_payment(payment.reference)
    won = Movement("dispute_won", payment.reference, 500, "EUR")
    for _ in range(2):
        async with unit_of_work() as session:
            await subscriptions.settle(
                session,
                replace(reported, movements=(*reported.movements, won)),
                provider="sandbox",
            )
    settled = await load_payment(payment.id)
    assert (settled.status, settled.refunded, settled.refund_due) == ("succeeded", 0, 0)
    assert sum(row.amount for row in await list_movements()) == 500
    assert await find_subscription(cast.alice) is None
    assert await count_payment_mails(cast.alice) == {"receipt": 1, "returned": 1}


async def test_a_return_that_arrives_together_with_the_payment_has_both_mails(cast: Cast) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    reference = (await load_payment(started.payment.id)).reference
    await SANDBOX.pay(reference, "success")
    await SANDBOX.refund(reference, 500, "EUR", "all")
    await payments.confirm_payment(cast.alice, started.payment.id)
    assert (await load_payment(started.payment.id)).status == "refunded"
    assert await find_subscription(cast.alice) is None
    assert await count_payment_mails(cast.alice) == {"receipt": 1, "returned": 1}


async def test_a_disputed_payment_cannot_be_refunded(cast: Cast) -> None:
    """Otherwise the provider would return the money twice."""
    payment = await buy(cast.alice, await sell(cast.olga))
    await SANDBOX.dispute(payment.reference)
    with pytest.raises(PaymentProviderError):
        await SANDBOX.refund(payment.reference, 200, "EUR", "part")
    await payments.confirm_payment(cast.alice, payment.id)
    assert await payments.reconcile_payments() == []


async def test_a_returned_renewal_leaves_the_days_that_were_paid_before(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    before = await get_subscription(cast.alice)
    with clock.travel(before.access_until - clock.now() - DAY / 2):
        await payments.renew_subscriptions()
        renewal = (await list_payments())[-1]
        await SANDBOX.refund(renewal.reference, 500, "EUR", "all")
        await payments.confirm_payment(cast.alice, renewal.id)
        after = await get_subscription(cast.alice)
        assert (after.status, after.renews_at) == ("canceled", None)
        assert (after.period_start, after.access_until) == (
            before.period_start,
            before.access_until,
        )
        assert "You can use the plan until" in await load_last_mail_text()
        # The user can still decide to stay.
        await run(subscriptions.resume, cast.alice)
        assert (await payments.renew_subscriptions()).renewed == 1
        first = (await list_payments())[0]
        await SANDBOX.dispute((await list_payments())[-1].reference)
        await payments.confirm_payment(cast.alice, (await list_payments())[-1].id)
        assert await find_subscription(cast.alice) is not None
        await SANDBOX.dispute(first.reference)
        await payments.confirm_payment(cast.alice, first.id)
        assert await find_subscription(cast.alice) is None


async def test_a_returned_renewal_gives_its_credit_back(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga, price=3_000))
    month = await add_plan(cast.olga, name="Plus", price=2_000)
    assert await payments.start_payment(cast.alice, plan_id=month.id) is None
    before = await get_subscription(cast.alice)
    assert before.credit > 0
    with clock.travel(before.access_until - clock.now() - DAY / 2):
        await payments.renew_subscriptions()
        renewal = (await list_payments())[-1]
        assert renewal.amount == 2_000 - before.credit
        await SANDBOX.refund(renewal.reference, renewal.amount, "EUR", "all")
        await payments.confirm_payment(cast.alice, renewal.id)
        assert (await get_subscription(cast.alice)).credit == before.credit


@pytest.mark.parametrize("is_gift", [False, True])
async def test_a_return_of_what_was_bought_in_a_trial_leaves_the_trial(
    cast: Cast, is_gift: bool
) -> None:
    plan = await sell(cast.olga, trial_days=14)
    await run(subscriptions.start_trial, cast.alice, plan_id=plan.id)
    trial = await get_subscription(cast.alice)
    buyer = cast.bob if is_gift else cast.alice
    recipient_id = cast.alice.id if is_gift else None
    payment = await buy(buyer, plan, recipient_id=recipient_id)
    assert (await get_subscription(cast.alice)).access_until > trial.access_until
    await SANDBOX.refund(payment.reference, 500, "EUR", "all")
    await payments.confirm_payment(buyer, payment.id)
    assert await get_subscription(cast.alice) == trial
    with clock.travel(15 * DAY):
        await payments.renew_subscriptions()
        assert await find_subscription(cast.alice) is None


async def test_a_return_after_the_trial_ends_the_access(cast: Cast) -> None:
    plan = await sell(cast.olga, trial_days=14)
    await run(subscriptions.start_trial, cast.alice, plan_id=plan.id)
    payment = await buy(cast.alice, plan)
    with clock.travel(15 * DAY):
        await SANDBOX.refund(payment.reference, 500, "EUR", "all")
        await payments.confirm_payment(cast.alice, payment.id)
        assert await find_subscription(cast.alice) is None


async def load_last_mail_text() -> str:
    async with read_session() as session:
        return (
            await session.scalars(select(Mail.text).order_by(col(Mail.id).desc()))
        ).first() or ""


async def test_a_return_of_a_renewal_and_of_the_period_before_it_ends_the_access(
    cast: Cast,
) -> None:
    await buy(cast.alice, await sell(cast.olga))
    left = (await get_subscription(cast.alice)).access_until - clock.now()
    with clock.travel(left - DAY / 2):
        await payments.renew_subscriptions()
        for payment in await list_payments():
            await SANDBOX.refund(payment.reference, 500, "EUR", str(payment.id))
            await payments.confirm_payment(cast.alice, payment.id)
        assert await find_subscription(cast.alice) is None
