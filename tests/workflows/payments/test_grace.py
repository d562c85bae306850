"""Tests of the days during which users keep a plan whose renewal has failed."""

from datetime import datetime, timedelta

import pytest
from pydantic import ValidationError

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import people, site, subscriptions
from community.domain.subscriptions import PlanView
from community.workflows import payments
from tests.cast import Cast
from tests.domain.actions import run
from tests.workflows.payments.buyers import (
    add_plan,
    buy,
    find_subscription,
    get_subscription,
    list_payments,
    list_subscriptions,
    sell,
)

DAY = timedelta(days=1)
GRACE = 3
MOMENT = timedelta(minutes=1)


async def sell_with_grace(admin: Actor, days: int = GRACE) -> PlanView:
    plan = await sell(admin, features=["badge"])
    settings = site.PaymentSettings(provider="sandbox", grace_days=days)
    async with unit_of_work() as session:
        await site.update_settings(session, admin, settings)
    return plan


async def let_renewal_fail(actor: Actor, plan: PlanView) -> datetime:
    """Buy a plan, let its first renewal fail, and return the end of the paid time."""
    await buy(actor, plan, card="renewal_declined")
    end = (await get_subscription(actor)).access_until
    await renew_at(end - DAY + MOMENT)
    return end


async def renew_at(time: datetime) -> None:
    with clock.travel(time - clock.now()):
        await payments.renew_subscriptions()


async def replace_card(actor: Actor, card: str = "success") -> None:
    started = await payments.start_setup(actor)
    await payments.enter_card_at_sandbox(actor, started.setup.id, card=card)


async def has_features(actor: Actor) -> bool:
    async with read_session() as session:
        return bool((await people.get_user(session, actor.id)).features)


async def test_the_features_stay_for_the_days_of_grace(cast: Cast) -> None:
    end = await let_renewal_fail(cast.alice, await sell_with_grace(cast.olga))
    subscription = await get_subscription(cast.alice)
    assert subscription.status == "past_due"
    assert subscription.access_until == end + GRACE * DAY
    with clock.travel(end + GRACE * DAY - MOMENT - clock.now()):
        assert await has_features(cast.alice)
    with clock.travel(end + GRACE * DAY + MOMENT - clock.now()):
        assert not await has_features(cast.alice)


async def test_without_days_of_grace_the_access_ends_with_the_paid_time(cast: Cast) -> None:
    end = await let_renewal_fail(cast.alice, await sell_with_grace(cast.olga, 0))
    assert (await get_subscription(cast.alice)).access_until == end


async def test_a_payment_during_the_grace_continues_where_the_paid_time_ended(cast: Cast) -> None:
    end = await let_renewal_fail(cast.alice, await sell_with_grace(cast.olga))
    with clock.travel(end + 2 * DAY - clock.now()):
        await replace_card(cast.alice)
        renewed = await get_subscription(cast.alice)
        await payments.renew_subscriptions()
    assert (renewed.status, renewed.period_start) == ("active", end)
    assert 28 <= (renewed.access_until - end).days <= 31
    renewal = (await list_payments())[-1]
    assert (renewal.period_start, renewal.period_end) == (end, renewed.access_until)


async def test_days_of_grace_are_paid_after_a_pause_of_the_access(cast: Cast) -> None:
    """The user pays for the days with access, and not for those without it."""
    end = await let_renewal_fail(cast.alice, await sell_with_grace(cast.olga))
    for days in (1, 3):
        await renew_at(end + days * DAY)
    with clock.travel(end + 5 * DAY - clock.now()):
        assert not await has_features(cast.alice)
        await replace_card(cast.alice)
        renewed = await get_subscription(cast.alice)
        assert await has_features(cast.alice)
    assert abs(renewed.period_start - (end + (5 - GRACE) * DAY)) < MOMENT


async def test_the_grace_ends_with_the_last_attempt(cast: Cast) -> None:
    end = await let_renewal_fail(cast.alice, await sell_with_grace(cast.olga, 7))
    for days in (1, 3, 7):
        await renew_at(end - DAY + days * DAY + 2 * MOMENT)
    assert [row.status for row in await list_subscriptions()] == ["expired"]
    with clock.travel(end + 6.5 * DAY - clock.now()):
        assert not await has_features(cast.alice)


async def test_a_cancellation_ends_the_grace(cast: Cast) -> None:
    end = await let_renewal_fail(cast.alice, await sell_with_grace(cast.olga))
    with clock.travel(end - DAY / 2 - clock.now()):
        await run(subscriptions.cancel, cast.alice)
        assert (await get_subscription(cast.alice)).access_until == end


async def test_a_cancellation_after_the_paid_time_ends_the_access(cast: Cast) -> None:
    end = await let_renewal_fail(cast.alice, await sell_with_grace(cast.olga))
    with clock.travel(end + DAY - clock.now()):
        await run(subscriptions.cancel, cast.alice)
        assert await find_subscription(cast.alice) is None
        assert not await has_features(cast.alice)


async def test_access_that_has_ended_does_not_come_back(cast: Cast) -> None:
    """No worker ran until the paid time was over. The first attempt then fails."""
    await buy(cast.alice, await sell_with_grace(cast.olga), card="renewal_declined")
    end = (await get_subscription(cast.alice)).access_until
    await renew_at(end + DAY)
    assert (await get_subscription(cast.alice)).access_until == end


async def test_a_change_of_the_plan_deducts_only_the_paid_time(cast: Cast) -> None:
    plan = await sell_with_grace(cast.olga)
    other = await add_plan(cast.olga, name="Pro", price=900)
    end = await let_renewal_fail(cast.alice, plan)
    with clock.travel(end - DAY / 2 - clock.now()):
        started = await payments.start_payment(cast.alice, plan_id=other.id)
    assert started is not None
    # The difference of 4.00 for half a day of about a month.
    assert started.payment.kind == "upgrade"
    assert started.payment.amount <= 10


async def test_another_plan_costs_its_whole_price_during_the_grace(cast: Cast) -> None:
    plan = await sell_with_grace(cast.olga)
    other = await add_plan(cast.olga, name="Pro", price=900)
    end = await let_renewal_fail(cast.alice, plan)
    with clock.travel(end + DAY - clock.now()):
        bought = await buy(cast.alice, other)
        subscription = await get_subscription(cast.alice)
    assert (bought.kind, bought.amount) == ("purchase", 900)
    assert (subscription.status, subscription.plan.name) == ("active", "Pro")


@pytest.mark.parametrize("days", [-1, 8])
def test_the_days_of_grace_are_bounded(days: int) -> None:
    with pytest.raises(ValidationError):
        site.PaymentSettings(provider="sandbox", grace_days=days)
