"""Tests of promo codes that lower the price of several periods."""

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid
from community.domain import subscriptions
from community.domain.subscriptions import credit
from community.models import Mail, UserSubscription
from community.state.pages.payments.plans_content import PlanOffer, get_plans_page
from community.workflows import payments
from tests.cast import Cast
from tests.domain.actions import run
from tests.workflows.payments.buyers import (
    SANDBOX,
    add_plan,
    buy,
    get_subscription,
    list_payments,
    list_subscriptions,
    load_payment,
    sell,
    start,
)

DAY = timedelta(days=1)


async def add_code(admin: Actor, periods: int, **values: Any) -> None:
    arguments: dict[str, Any] = {"code": "HALF", "percent": 50, "periods": periods, **values}
    await run(subscriptions.create_promo_code, admin, **arguments)


async def renew(times: int) -> list[int]:
    """Renew the only subscription, and return the amounts of the last payments."""
    travelled = timedelta(0)
    for _ in range(times):
        [subscription] = await list_subscriptions()
        travelled = subscription.access_until - DAY / 2 - clock.now()
        with clock.travel(travelled):
            assert (await payments.renew_subscriptions()).renewed == 1
    return [payment.amount for payment in (await list_payments())[-times:]]


async def get_live() -> UserSubscription:
    return (await list_subscriptions())[-1]


async def read_offer(actor: Actor, plan_id: int) -> PlanOffer:
    async with read_session() as session:
        page = await get_plans_page(session, actor, promo_code="HALF")
    return next(plan for plan in page.plans if plan.id == plan_id)


async def test_renewals_are_lowered_for_the_other_periods(cast: Cast) -> None:
    plan = await sell(cast.olga, price=999)
    await add_code(cast.olga, 3)
    await buy(cast.bob, plan, promo_code="half")
    assert await renew(4) == [500, 500, 999, 999]
    [code] = await run(subscriptions.list_promo_codes, cast.olga)
    assert (code.periods, code.uses) == (3, 1)


async def test_a_code_can_lower_all_renewals(cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_000)
    await add_code(cast.olga, 0)
    await buy(cast.bob, plan, promo_code="HALF")
    assert await renew(5) == [500] * 5


async def test_a_code_for_one_period_lowers_no_renewal(cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_000)
    await add_code(cast.olga, 1)
    await buy(cast.bob, plan, promo_code="HALF")
    assert await renew(2) == [1_000, 1_000]


@pytest.mark.parametrize("periods", [-1, 25])
async def test_impossible_numbers_of_periods_are_refused(cast: Cast, periods: int) -> None:
    with pytest.raises(Invalid):
        await add_code(cast.olga, periods)


@pytest.mark.parametrize(
    ("period", "periods", "terms"),
    [
        ("month", 1, "€5.00 for the first month, then €10.00 a month"),
        ("month", 3, "€5.00 a month for 3 months, then €10.00 a month"),
        ("year", 2, "€5.00 a year for 2 years, then €10.00 a year"),
        ("month", 0, "€5.00 a month as long as you keep the plan"),
    ],
)
async def test_the_offer_says_for_how_long(
    cast: Cast, period: str, periods: int, terms: str
) -> None:
    plan = await sell(cast.olga, price=1_000, period=period)
    await add_code(cast.olga, periods)
    offer = await read_offer(cast.bob, plan.id)
    assert (offer.lowered_price, offer.terms) == ("€5.00", terms)


async def test_the_subscriber_sees_what_comes(cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_000)
    await add_code(cast.olga, 3)
    await buy(cast.bob, plan, promo_code="HALF")
    view = await get_subscription(cast.bob)
    assert (view.price, view.next_price) == (1_000, 500)
    assert view.upcoming == ["50% off the next 2 payments, then €10.00 a month."]
    async with read_session() as session:
        page = await get_plans_page(session, cast.bob)
    assert page.notice.endswith(view.upcoming[0])
    await renew(1)
    view = await get_subscription(cast.bob)
    assert view.upcoming == ["50% off the next payment, then €10.00 a month."]
    await renew(1)
    view = await get_subscription(cast.bob)
    assert (view.next_price, view.upcoming) == (1_000, [])


async def test_the_reminder_has_the_lowered_amount(cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_000)
    await add_code(cast.olga, 2)
    await buy(cast.bob, plan, promo_code="HALF")
    with clock.travel((await get_live()).access_until - 3 * DAY - clock.now()):
        await payments.renew_subscriptions()
    async with read_session() as session:
        text = await session.scalar(
            select(Mail.text).where(col(Mail.subject).startswith("“Plus” renews"))
        )
    assert text is not None
    assert "€5.00" in text
    assert "50% off the next payment, then €10.00 a month" in text
    assert "The amount has changed" not in text


async def test_a_change_of_the_plan_ends_the_discount(cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_000)
    pro = await add_plan(cast.olga, name="Pro", price=2_000)
    await add_code(cast.olga, 0)
    await buy(cast.bob, plan, promo_code="HALF")
    offer = await read_offer(cast.bob, pro.id)
    assert "Your discount ends." in offer.terms
    await buy(cast.bob, pro)
    assert (await get_subscription(cast.bob)).upcoming == []
    assert await renew(1) == [2_000]


async def test_a_returned_change_of_the_plan_brings_the_discount_back(cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_000)
    pro = await add_plan(cast.olga, name="Pro", price=2_000)
    await add_code(cast.olga, 3)
    await buy(cast.bob, plan, promo_code="HALF")
    upgrade = await buy(cast.bob, pro)
    await SANDBOX.refund(upgrade.reference, upgrade.amount, "EUR", "all")
    await payments.confirm_payment(cast.bob, upgrade.id)
    assert (await load_payment(upgrade.id)).status == "refunded"
    assert (await get_subscription(cast.bob)).upcoming[0].startswith("50% off the next 2")


async def test_an_early_renewal_that_is_returned_does_not_use_the_discount(cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_000)
    await add_code(cast.olga, 2)
    await buy(cast.bob, plan, promo_code="HALF")
    with clock.travel((await get_live()).access_until - DAY / 2 - clock.now()):
        await payments.renew_subscriptions()
        assert (await get_subscription(cast.bob)).next_price == 1_000
        renewal = (await list_payments())[-1]
        await SANDBOX.refund(renewal.reference, renewal.amount, "EUR", "all")
        await payments.confirm_payment(cast.bob, renewal.id)
        await run(subscriptions.resume, cast.bob)
        assert (await get_subscription(cast.bob)).next_price == 500


async def test_a_gift_is_lowered_once(cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_000)
    await add_code(cast.olga, 0)
    gift = await buy(cast.alice, plan, promo_code="HALF", recipient_id=cast.bob.id)
    assert gift.amount == 500
    assert (await get_live()).discount_percent == 0


async def test_the_revenue_counts_what_is_paid(cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_000)
    await add_code(cast.olga, 2)
    await buy(cast.bob, plan, promo_code="HALF")

    async def get_revenue() -> list[int]:
        numbers = await run(subscriptions.load_statistics, cast.olga)
        return [revenue.amount for revenue in numbers.monthly_revenue]

    assert await get_revenue() == [500]
    await renew(2)
    assert await get_revenue() == [1_000]


async def test_credit_pays_a_lowered_renewal(cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_000)
    await add_code(cast.olga, 3)
    await buy(cast.bob, plan, promo_code="HALF")
    async with unit_of_work() as session:
        await credit.change_balance(session, cast.bob.id, "EUR", 700, "plan_change")
    [subscription] = await list_subscriptions()
    with clock.travel(subscription.access_until - DAY / 2 - clock.now()):
        await payments.renew_subscriptions()
        assert len(await list_payments()) == 1
        view = await get_subscription(cast.bob)
    assert (view.credit, view.next_price) == (200, 500)
    await start(cast.charlie, plan)
