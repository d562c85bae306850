"""Tests of refunds and disputes: they end the access for which the money was paid."""

from dataclasses import replace
from datetime import timedelta

import pytest

from community import payment_processing
from community.core import clock
from community.core.db.sessions import unit_of_work
from community.domain import subscriptions
from community.payments import Movement, PaymentProviderError
from tests.cast import Cast
from tests.payment_processing.buyers import (
    SANDBOX,
    add_plan,
    buy,
    count_payment_mails,
    find_subscription,
    get_subscription,
    list_movements,
    load_payment,
    sell,
    start,
)

DAY = timedelta(days=1)


async def test_a_dispute_ends_the_access_that_its_credit_pays(cast: Cast) -> None:
    """A change to a cheaper plan pays many months with one payment."""
    payment = await buy(cast.alice, await sell(cast.olga, price=9_000, period="year"))
    month = await add_plan(cast.olga, name="Month", price=1_000)
    assert await payment_processing.start_payment(cast.alice, plan_id=month.id) is None
    left = (await get_subscription(cast.alice)).access_until - clock.now()
    with clock.travel(left):
        await payment_processing.renew_subscriptions()
        assert (await get_subscription(cast.alice)).has_access
        await SANDBOX.dispute(payment.reference)
        await payment_processing.confirm_payment(cast.alice, payment.id)
        assert await find_subscription(cast.alice) is None


async def test_a_refund_of_what_an_upgrade_has_deducted_ends_the_access(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga, price=1_000))
    await buy(cast.alice, await add_plan(cast.olga, name="Year", price=9_000, period="year"))
    await SANDBOX.refund(payment.reference, 1_000, "EUR", "all")
    await payment_processing.confirm_payment(cast.alice, payment.id)
    assert await find_subscription(cast.alice) is None


@pytest.mark.parametrize("parts", [[500], [200, 300], [499, 1]])
async def test_parts_that_add_up_to_the_amount_end_the_access(cast: Cast, parts: list[int]) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    for number, part in enumerate(parts):
        assert (await get_subscription(cast.alice)).status == "active"
        await SANDBOX.refund(payment.reference, part, "EUR", str(number))
        await payment_processing.confirm_payment(cast.alice, payment.id)
    assert (await load_payment(payment.id)).status == "refunded"
    assert await find_subscription(cast.alice) is None
    assert await count_payment_mails(cast.alice) == {"receipt": 1, "returned": 1}


async def test_a_refund_and_a_dispute_of_the_rest_end_the_access(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    await SANDBOX.refund(payment.reference, 200, "EUR", "part")
    await SANDBOX.dispute(payment.reference)
    await payment_processing.confirm_payment(cast.alice, payment.id)
    assert (await load_payment(payment.id)).refunded == 500
    assert await find_subscription(cast.alice) is None


async def test_a_dispute_that_the_site_wins_gives_the_money_back_to_it(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    await SANDBOX.dispute(payment.reference)
    await payment_processing.confirm_payment(cast.alice, payment.id)
    reported = await SANDBOX.fetch_payment(payment.reference)
    won = Movement("dispute_won", payment.reference, 500, "EUR")
    for _ in range(2):
        async with unit_of_work() as session:
            await subscriptions.settle(
                session, replace(reported, movements=(*reported.movements, won))
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
    await payment_processing.confirm_payment(cast.alice, started.payment.id)
    assert (await load_payment(started.payment.id)).status == "refunded"
    assert await find_subscription(cast.alice) is None
    assert await count_payment_mails(cast.alice) == {"receipt": 1, "returned": 1}


async def test_a_disputed_payment_cannot_be_refunded(cast: Cast) -> None:
    """Otherwise the provider would return the money twice."""
    payment = await buy(cast.alice, await sell(cast.olga))
    await SANDBOX.dispute(payment.reference)
    with pytest.raises(PaymentProviderError):
        await SANDBOX.refund(payment.reference, 200, "EUR", "part")
    await payment_processing.confirm_payment(cast.alice, payment.id)
    assert await payment_processing.reconcile_payments() == []
