"""Tests of the credit: what a user has paid and not used, in each currency."""

from datetime import timedelta

from community import payment_processing
from community.core import clock
from community.domain import subscriptions
from community.domain.subscriptions import PlanView
from tests.cast import Cast
from tests.domain.actions import run
from tests.payment_processing.buyers import (
    SANDBOX,
    add_plan,
    buy,
    find_subscription,
    get_subscription,
    list_subscriptions,
    sell,
)

DAY = timedelta(days=1)
# The year costs 10,000 and the first month 1,000, so this is left. A moment of the year has passed.
CREDIT = 8_999


async def change_to_a_month(cast: Cast) -> PlanView:
    """Let Alice change from a year to a month, which gives her credit."""
    year = await sell(cast.olga, name="Year", price=10_000, period="year")
    month = await add_plan(cast.olga, name="Month", price=1_000)
    await buy(cast.alice, year)
    assert await payment_processing.start_payment(cast.alice, plan_id=month.id) is None
    return year


async def test_a_purchase_after_the_end_uses_the_credit(cast: Cast) -> None:
    year = await change_to_a_month(cast)
    await run(subscriptions.cancel, cast.alice)
    with clock.travel(40 * DAY):
        await payment_processing.renew_subscriptions()
        assert await find_subscription(cast.alice) is None
        payment = await buy(cast.alice, year)
        assert (payment.amount, payment.credit) == (10_000 - CREDIT, CREDIT)
        # The credit was a part of the price, so a change of the plan gives it back.
        assert (await list_subscriptions())[-1].period_price == 10_000


async def test_a_gift_is_credited_when_the_recipient_changes_the_plan(cast: Cast) -> None:
    year = await sell(cast.olga, name="Year", price=10_000, period="year")
    month = await add_plan(cast.olga, name="Month", price=1_000)
    await buy(cast.alice, year, recipient_id=cast.bob.id)
    assert await payment_processing.start_payment(cast.bob, plan_id=month.id) is None
    subscription = await get_subscription(cast.bob)
    assert (subscription.plan.name, subscription.credit) == ("Month", CREDIT)


async def test_a_returned_upgrade_gives_the_earlier_plan_back(cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_000)
    pro = await add_plan(cast.olga, name="Pro", price=3_000)
    await buy(cast.alice, plan)
    before = await get_subscription(cast.alice)
    upgrade = await buy(cast.alice, pro)
    await SANDBOX.refund(upgrade.reference, upgrade.amount, "EUR", "all")
    await payment_processing.confirm_payment(cast.alice, upgrade.id)
    after = await get_subscription(cast.alice)
    assert (after.plan.name, after.status) == ("Plus", "active")
    assert (after.period_start, after.access_until) == (before.period_start, before.access_until)


async def test_a_part_that_was_returned_gives_no_credit(cast: Cast) -> None:
    year = await sell(cast.olga, name="Year", price=2_500, period="year")
    month = await add_plan(cast.olga, name="Month", price=100)
    payment = await buy(cast.alice, year)
    await SANDBOX.refund(payment.reference, 2_400, "EUR", "part")
    await payment_processing.confirm_payment(cast.alice, payment.id)
    started = await payment_processing.start_payment(cast.alice, plan_id=month.id)
    # Nearly 100 of the year are left.
    assert started is not None or (await get_subscription(cast.alice)).credit < 5
