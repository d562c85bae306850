"""Tests of upgrades that are paid after the period for which they were priced."""

from datetime import timedelta
from uuid import UUID

import pytest

from community.core import clock
from community.domain import subscriptions
from community.domain.subscriptions import PlanView
from community.domain.subscriptions.billing import compute_share
from community.workflows import payments
from community.workflows.payments import updates
from tests.cast import Cast
from tests.domain.actions import run
from tests.workflows.payments.buyers import (
    SANDBOX,
    add_plan,
    buy,
    count_money_at_sandbox,
    find_subscription,
    get_subscription,
    list_payments,
    list_subscriptions,
    load_payment,
    pay,
    sell,
    start,
)

HOUR = timedelta(hours=1)


async def start_late_upgrade(cast: Cast) -> tuple[UUID, PlanView]:
    """Begin an upgrade to an expensive plan."""
    pro = await add_plan(cast.olga, name="Pro", price=90_000)
    return (await start(cast.alice, pro)).payment.id, pro


@pytest.mark.parametrize("is_expired", [True, False])
async def test_an_upgrade_that_is_paid_after_the_end_is_returned(
    cast: Cast, is_expired: bool
) -> None:
    plan = await sell(cast.olga)
    await buy(cast.alice, plan)
    left = (await get_subscription(cast.alice)).access_until - clock.now()
    with clock.travel(left - HOUR):
        payment_id, _pro = await start_late_upgrade(cast)
        await run(subscriptions.cancel, cast.alice)
    with clock.travel(left + HOUR):
        if is_expired:
            assert (await payments.renew_subscriptions()).expired == 1
        await SANDBOX.pay((await load_payment(payment_id)).reference, "success")
        view = await payments.confirm_payment(cast.alice, payment_id)
        assert view.status == "canceled"
        subscription = await find_subscription(cast.alice)
        assert subscription is None or not subscription.has_access
    assert await count_money_at_sandbox() == 500


async def test_an_upgrade_that_is_paid_in_the_next_period_is_returned(cast: Cast) -> None:
    plan = await sell(cast.olga)
    await buy(cast.alice, plan)
    left = (await get_subscription(cast.alice)).access_until - clock.now()
    with clock.travel(left - HOUR):
        payment_id, _pro = await start_late_upgrade(cast)
        assert (await payments.renew_subscriptions()).renewed == 1
        await SANDBOX.pay((await load_payment(payment_id)).reference, "success")
        view = await payments.confirm_payment(cast.alice, payment_id)
        assert (view.status, view.refunded) == ("canceled", view.amount)
        assert view.failure == "Your plan changed or ended before you paid."
        assert (await get_subscription(cast.alice)).plan.name == "Plus"
        assert await count_money_at_sandbox() == 1_000


async def test_days_that_are_given_before_an_upgrade_is_paid_are_not_money(cast: Cast) -> None:
    plan = await sell(cast.olga)
    await buy(cast.alice, plan)
    pro = await add_plan(cast.olga, name="Pro", price=1_500)
    payment = (await start(cast.alice, pro)).payment
    [before] = await list_subscriptions()
    extend = subscriptions.grants.extend
    await run(extend, cast.olga, subscription_id=before.id, days=60, reason="Outage")
    assert await pay(cast.alice, payment.id) == "succeeded"
    [after] = await list_subscriptions()
    assert after.access_until == before.access_until + timedelta(days=60)
    left = compute_share(
        after.period_price, after.period_start, after.access_until, now=clock.now()
    )
    assert left == pytest.approx(500 + payment.amount, abs=5)


async def test_an_upgrade_is_priced_again_in_the_next_period(cast: Cast) -> None:
    plan = await sell(cast.olga)
    await buy(cast.alice, plan)
    left = (await get_subscription(cast.alice)).access_until - clock.now()
    with clock.travel(left - HOUR):
        payment_id, pro = await start_late_upgrade(cast)
        await payments.renew_subscriptions()
        again = await start(cast.alice, pro)
    assert again.payment.id != payment_id
    assert again.payment.amount > 80_000
    assert (await load_payment(payment_id)).status == "canceled"


async def test_renewals_charge_the_card_that_paid_the_upgrade(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga), card="renewal_declined")
    await buy(cast.alice, await add_plan(cast.olga, name="Pro", price=90_000))
    subscription = await get_subscription(cast.alice)
    assert subscription.payment_method is not None
    assert (subscription.plan.name, subscription.payment_method.last4) == ("Pro", "4242")
    with clock.travel(subscription.access_until - clock.now()):
        assert (await payments.renew_subscriptions()).renewed == 1


async def test_a_promo_code_gives_no_credit_for_what_was_not_paid(cast: Cast) -> None:
    year = await sell(cast.olga, name="Year", price=10_000, period="year")
    month = await add_plan(cast.olga, name="Month", price=400)
    await run(subscriptions.create_promo_code, cast.olga, code="ALMOST", percent=90)
    await buy(cast.alice, year, promo_code="almost")
    assert await payments.start_payment(cast.alice, plan_id=month.id) is None
    subscription = await get_subscription(cast.alice)
    assert subscription.plan.name == "Month"
    # The year cost 1,000, of which a moment has passed.
    assert subscription.credit == 599


async def test_a_returned_renewal_leaves_what_the_promo_code_lowered(cast: Cast) -> None:
    plan = await sell(cast.olga)
    await run(subscriptions.create_promo_code, cast.olga, code="HALF", percent=50)
    await buy(cast.alice, plan, promo_code="half")
    left = (await get_subscription(cast.alice)).access_until - clock.now()
    with clock.travel(left - HOUR):
        assert (await payments.renew_subscriptions()).renewed == 1
        assert (await list_subscriptions())[0].period_price == 500
        renewal = (await list_payments())[-1]
        await SANDBOX.refund(renewal.reference, renewal.amount, "EUR", "all")
        await updates.refresh("sandbox", renewal.reference)
        assert (await list_subscriptions())[0].period_price == 250
