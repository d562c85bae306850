"""Tests of the credit: what a user has paid and not used, in each currency."""

from datetime import timedelta

import pytest
from sqlalchemy import delete, update
from sqlalchemy.exc import DBAPIError
from sqlmodel import select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import account_deletion, subscriptions
from community.domain.subscriptions import PlanView, credit
from community.models import CreditBalance, CreditEntry, Payment
from community.workflows import payments
from community.workflows.payments import updates
from tests.cast import Cast
from tests.domain.actions import run
from tests.domain.moderation.actions import confirm
from tests.workflows.payments.buyers import (
    SANDBOX,
    add_plan,
    buy,
    find_subscription,
    get_subscription,
    list_payments,
    list_subscriptions,
    load_payment,
    pay,
    sell,
    start,
)

DAY = timedelta(days=1)
# The year costs 10,000 and the first month 1,000, so this is left. A moment of the year has passed.
CREDIT = 8_999


async def change_to_a_month(cast: Cast) -> PlanView:
    """Let Alice change from a year to a month, which gives her credit."""
    year = await sell(cast.olga, name="Year", price=10_000, period="year")
    month = await add_plan(cast.olga, name="Month", price=1_000)
    await buy(cast.alice, year)
    assert await payments.start_payment(cast.alice, plan_id=month.id) is None
    return year


async def load_balances(actor: Actor) -> dict[str, int]:
    async with read_session() as session:
        rows = await session.scalars(select(CreditBalance).where(CreditBalance.user_id == actor.id))
        balances = {row.currency: row.amount for row in rows}
        entries = await session.scalars(select(CreditEntry).where(CreditEntry.user_id == actor.id))
        total = sum(entry.amount for entry in entries)
    assert sum(balances.values()) == total
    return balances


async def refund(payment: Payment, amount: int) -> None:
    """Let the provider return a part of a payment, and let the site learn of it."""
    await SANDBOX.refund(payment.reference, amount, payment.currency, f"{payment.id}:{amount}")
    await updates.refresh("sandbox", payment.reference)


async def test_a_purchase_after_the_end_uses_the_credit(cast: Cast) -> None:
    year = await change_to_a_month(cast)
    await run(subscriptions.cancel, cast.alice)
    with clock.travel(40 * DAY):
        await payments.renew_subscriptions()
        assert await find_subscription(cast.alice) is None
        payment = await buy(cast.alice, year)
        assert (payment.amount, payment.credit) == (10_000 - CREDIT, CREDIT)
        # The credit was a part of the price, so a change of the plan gives it back.
        assert (await list_subscriptions())[-1].period_price == 10_000


async def test_a_gift_is_credited_when_the_recipient_changes_the_plan(cast: Cast) -> None:
    year = await sell(cast.olga, name="Year", price=10_000, period="year")
    month = await add_plan(cast.olga, name="Month", price=1_000)
    await buy(cast.alice, year, recipient_id=cast.bob.id)
    assert await payments.start_payment(cast.bob, plan_id=month.id) is None
    subscription = await get_subscription(cast.bob)
    assert (subscription.plan.name, subscription.credit) == ("Month", CREDIT)


async def test_credit_pays_a_whole_plan_without_a_payment(cast: Cast) -> None:
    await change_to_a_month(cast)
    plus = await add_plan(cast.olga, name="Plus", price=1_200)
    await run(subscriptions.cancel, cast.alice)
    with clock.travel(40 * DAY):
        await payments.renew_subscriptions()
        assert await payments.start_payment(cast.alice, plan_id=plus.id) is None
        subscription = await get_subscription(cast.alice)
        assert (subscription.plan.name, subscription.credit) == ("Plus", CREDIT - 1_200)
        assert len(await list_payments()) == 1


async def test_credit_of_another_currency_is_not_used(cast: Cast) -> None:
    await change_to_a_month(cast)
    dollars = await add_plan(cast.olga, name="Dollars", price=500, currency="USD")
    await run(subscriptions.cancel, cast.alice)
    with clock.travel(40 * DAY):
        await payments.renew_subscriptions()
        payment = await buy(cast.alice, dollars)
        assert (payment.amount, payment.credit) == (500, 0)
        assert await load_balances(cast.alice) == {"EUR": CREDIT}


async def test_a_promo_code_leaves_something_to_pay(cast: Cast) -> None:
    """Otherwise nothing would show that the buyer has used the code."""
    await change_to_a_month(cast)
    plus = await add_plan(cast.olga, name="Plus", price=1_200)
    await run(subscriptions.create_promo_code, cast.olga, code="HALF", percent=50)
    await run(subscriptions.cancel, cast.alice)
    with clock.travel(40 * DAY):
        await payments.renew_subscriptions()
        payment = await buy(cast.alice, plus, promo_code="half")
        assert (payment.amount, payment.credit) == (1, 599)


async def test_a_renewal_that_waits_reserves_credit_until_it_ends(cast: Cast) -> None:
    """The bank asks for a confirmation, which never comes."""
    year = await sell(cast.olga, name="Year", price=10_000, period="year")
    month = await add_plan(cast.olga, name="Month", price=9_500)
    await buy(cast.alice, year, card="renewal_authentication")
    assert await payments.start_payment(cast.alice, plan_id=month.id) is None
    balance = (await load_balances(cast.alice))["EUR"]
    assert 0 < balance < 9_500
    subscription = await get_subscription(cast.alice)
    first = subscription.access_until - DAY + timedelta(minutes=1)
    with clock.travel(first - clock.now()):
        await payments.renew_subscriptions()
        renewal = (await list_payments())[-1]
        assert (renewal.status, renewal.credit) == ("pending", balance)
        assert await describe_credit(cast.alice) == (
            f"You have €{balance / 100:.2f} of credit. €{balance / 100:.2f} of it is reserved for "
            "a renewal that is not paid yet."
        )
    for days in (1, 3, 7):
        with clock.travel(first + (days * DAY) - clock.now() + timedelta(minutes=1)):
            await payments.renew_subscriptions()
            await payments.check_pending_payments()
            text = await describe_credit(cast.alice)
    assert (await load_payment(renewal.id)).status == "canceled"
    assert text == f"You have €{balance / 100:.2f} of credit. It is used first."
    assert (await load_balances(cast.alice))["EUR"] == balance


async def describe_credit(actor: Actor) -> str:
    async with read_session() as session:
        return credit.describe_amounts(await credit.list_own_balances(session, actor))


async def test_a_payment_whose_credit_was_withdrawn_is_returned(cast: Cast) -> None:
    year = await change_to_a_month(cast)
    await run(subscriptions.cancel, cast.alice)
    first = (await list_payments())[0]
    with clock.travel(40 * DAY):
        await payments.renew_subscriptions()
        started = await start(cast.alice, year)
        await refund(first, 5_000)
        assert await pay(cast.alice, started.payment.id) == "canceled"
        payment = await load_payment(started.payment.id)
        assert (payment.failure, payment.refunded) == ("credit_used", payment.amount)
        assert await load_balances(cast.alice) == {"EUR": CREDIT - 5_000}


async def test_returned_money_takes_back_the_credit_that_came_from_it(cast: Cast) -> None:
    await change_to_a_month(cast)
    [payment] = await list_payments()
    await refund(payment, 2_000)
    subscription = await get_subscription(cast.alice)
    assert (subscription.plan.name, subscription.credit) == ("Month", CREDIT - 2_000)
    await SANDBOX.dispute(payment.reference)
    await payments.confirm_payment(cast.alice, payment.id)
    assert await find_subscription(cast.alice) is None
    assert await load_balances(cast.alice) == {"EUR": 0}


async def test_a_refund_after_the_end_takes_back_the_credit(cast: Cast) -> None:
    await change_to_a_month(cast)
    await run(subscriptions.cancel, cast.alice)
    [payment] = await list_payments()
    with clock.travel(40 * DAY):
        await payments.renew_subscriptions()
        await refund(payment, payment.amount)
        assert await load_balances(cast.alice) == {"EUR": 0}


async def test_a_refund_ends_the_plan_that_its_credit_has_paid(cast: Cast) -> None:
    year = await change_to_a_month(cast)
    await run(subscriptions.cancel, cast.alice)
    with clock.travel(40 * DAY):
        await payments.renew_subscriptions()
        await buy(cast.alice, year)
        first = (await list_payments())[0]
        await refund(first, first.amount)
        assert await find_subscription(cast.alice) is None


async def test_a_returned_purchase_restores_the_credit_that_it_has_used(cast: Cast) -> None:
    year = await change_to_a_month(cast)
    await run(subscriptions.cancel, cast.alice)
    with clock.travel(40 * DAY):
        await payments.renew_subscriptions()
        payment = await buy(cast.alice, year)
        assert await load_balances(cast.alice) == {"EUR": 0}
        for _repeated in range(2):
            await refund(payment, payment.amount)
            assert await load_balances(cast.alice) == {"EUR": CREDIT}
        assert await find_subscription(cast.alice) is None


async def test_a_gift_that_arrives_before_a_purchase_becomes_credit(cast: Cast) -> None:
    plus = await sell(cast.olga)
    year = await add_plan(cast.olga, name="Year", price=10_000, period="year")
    started = await start(cast.bob, plus)
    await buy(cast.alice, year, recipient_id=cast.bob.id)
    assert await pay(cast.bob, started.payment.id) == "succeeded"
    subscription = await get_subscription(cast.bob)
    assert (subscription.plan.name, subscription.credit) == ("Plus", 9_999)


async def test_a_gift_before_the_same_plan_counts_in_a_change(cast: Cast) -> None:
    plus = await sell(cast.olga, price=1_000)
    pro = await add_plan(cast.olga, name="Pro", price=3_000)
    await buy(cast.alice, plus, recipient_id=cast.bob.id)
    gift = await get_subscription(cast.bob)
    await buy(cast.bob, plus)
    assert (await get_subscription(cast.bob)).period_start == gift.access_until
    upgrade = await buy(cast.bob, pro)
    # Both months are left, of which a moment has passed.
    assert upgrade.amount == 1_001
    after = await get_subscription(cast.bob)
    assert after.access_until < gift.access_until + DAY


async def test_a_returned_gift_lets_the_bought_time_begin(cast: Cast) -> None:
    plus = await sell(cast.olga)
    gift = await buy(cast.alice, plus, recipient_id=cast.bob.id)
    gift_end = (await get_subscription(cast.bob)).access_until
    await buy(cast.bob, plus)
    await refund(gift, gift.amount)
    subscription = await get_subscription(cast.bob)
    assert subscription.period_start < gift_end - 20 * DAY
    assert subscription.access_until < gift_end + DAY


async def test_a_returned_change_gives_the_gift_back(cast: Cast) -> None:
    plus = await sell(cast.olga, price=1_000)
    pro = await add_plan(cast.olga, name="Pro", price=3_000)
    await buy(cast.alice, plus, recipient_id=cast.bob.id)
    gift = await get_subscription(cast.bob)
    upgrade = await buy(cast.bob, pro)
    await refund(upgrade, upgrade.amount)
    assert await get_subscription(cast.bob) == gift


async def test_a_returned_purchase_gives_a_grant_back(cast: Cast) -> None:
    plus = await sell(cast.olga)
    pro = await add_plan(cast.olga, name="Pro", price=3_000)
    until = clock.now() + 300 * DAY
    await run(subscriptions.grant, cast.olga, user_id=cast.alice.id, plan_id=plus.id, until=until)
    payment = await buy(cast.alice, pro)
    await refund(payment, payment.amount)
    subscription = await get_subscription(cast.alice)
    assert (subscription.plan.name, subscription.access_until) == ("Plus", until)


async def test_a_returned_upgrade_gives_the_earlier_plan_back(cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_000)
    pro = await add_plan(cast.olga, name="Pro", price=3_000)
    await buy(cast.alice, plan)
    before = await get_subscription(cast.alice)
    upgrade = await buy(cast.alice, pro)
    await refund(upgrade, upgrade.amount)
    after = await get_subscription(cast.alice)
    assert (after.plan.name, after.status) == ("Plus", "active")
    assert (after.period_start, after.access_until) == (before.period_start, before.access_until)


async def test_a_part_that_was_returned_gives_no_credit(cast: Cast) -> None:
    year = await sell(cast.olga, name="Year", price=2_500, period="year")
    month = await add_plan(cast.olga, name="Month", price=100)
    payment = await buy(cast.alice, year)
    await refund(payment, 2_400)
    started = await start(cast.alice, month)
    # Of the 100 that the buyer has paid, a moment has passed.
    assert (started.payment.kind, started.payment.amount) == ("upgrade", 1)
    assert await load_balances(cast.alice) == {}


async def test_a_returned_upgrade_keeps_the_renewal_unless_it_was_disputed(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga, price=1_000))
    pro = await add_plan(cast.olga, name="Pro", price=3_000)
    for is_dispute in (False, True):
        upgrade = await buy(cast.alice, pro)
        if is_dispute:
            await SANDBOX.dispute(upgrade.reference)
            await payments.confirm_payment(cast.alice, upgrade.id)
        else:
            await refund(upgrade, upgrade.amount)
        subscription = await get_subscription(cast.alice)
        assert subscription.plan.name == "Plus"
        assert (subscription.renews_at is None) is is_dispute


async def test_a_returned_change_of_a_period_that_is_over_ends_the_access(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga, price=1_000))
    year = await add_plan(cast.olga, name="Year", price=9_000, period="year")
    upgrade = await buy(cast.alice, year)
    with clock.travel(60 * DAY):
        await refund(upgrade, upgrade.amount)
        assert await find_subscription(cast.alice) is None


async def test_credit_cannot_be_changed_afterwards(cast: Cast) -> None:
    await change_to_a_month(cast)
    for statement in (
        update(CreditEntry).values(amount=1),
        delete(CreditEntry),
        update(CreditBalance).values(amount=-1),
    ):
        with pytest.raises(DBAPIError):
            async with unit_of_work() as session:
                await session.execute(statement)


async def test_users_learn_what_credit_they_lose_with_the_account(cast: Cast) -> None:
    await change_to_a_month(cast)
    alice, bob = await confirm(cast.alice), await confirm(cast.bob)
    async with read_session() as session:
        assert (await account_deletion.get_terms(session, alice)).lost_credit == "€89.99"
        assert (await account_deletion.get_terms(session, bob)).lost_credit == ""
