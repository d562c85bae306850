"""Tests of the prices that the page with the plans shows before a payment begins."""

from datetime import timedelta
from typing import Any

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.models import PromoCode
from community.state.pages.payments.plans_content import PlanOffer, PlansPage, get_plans_page
from tests.cast import Cast
from tests.query_capture import capture_queries
from tests.workflows.payments.buyers import add_plan, buy, get_subscription, sell, start


async def read_page(actor: Actor, promo_code: str = "") -> PlansPage:
    async with read_session() as session:
        return await get_plans_page(session, actor, promo_code=promo_code)


async def read_offer(actor: Actor, plan_id: int, promo_code: str = "") -> PlanOffer:
    page = await read_page(actor, promo_code)
    return next(plan for plan in page.plans if plan.id == plan_id)


async def add_code(**values: Any) -> None:
    async with unit_of_work() as session:
        session.add(PromoCode(**{"code": "THIRD", "percent": 33, **values}))


@pytest.mark.parametrize(("period", "first"), [("month", "first month"), ("year", "first year")])
async def test_a_promo_code_shows_the_price_that_is_charged(
    cast: Cast, period: str, first: str
) -> None:
    plan = await sell(cast.olga, price=999, period=period)
    await add_code()
    offer = await read_offer(cast.alice, plan.id, " third ")
    # 999 less 33 % is 669.33, and a part of a cent is charged as a cent.
    assert (offer.lowered_price, offer.price) == ("€6.70", "€9.99")
    assert offer.terms == f"€6.70 for the {first}, then €9.99 a {period}"
    started = await start(cast.alice, plan, promo_code="third")
    assert started.payment.amount == 670


async def test_without_a_code_and_a_plan_there_is_nothing_to_explain(cast: Cast) -> None:
    plan = await sell(cast.olga)
    for viewer in (cast.alice, cast.guest):
        offer = await read_offer(viewer, plan.id)
        assert (offer.lowered_price, offer.terms) == ("", "")


async def test_a_code_lowers_only_its_plans_and_says_why_if_there_are_none(cast: Cast) -> None:
    plus, pro = await sell(cast.olga), await add_plan(cast.olga, name="Pro", price=1_000)
    await add_code(plan_ids=[pro.id])
    page = await read_page(cast.alice, "THIRD")
    assert [plan.lowered_price for plan in page.plans] == ["", "€6.70"]
    assert page.promo_error == ""
    assert (await read_page(cast.alice, "WRONG")).promo_error == "There is no such promo code."
    await buy(cast.alice, plus)
    page = await read_page(cast.alice, "THIRD")
    assert page.promo_error == "This promo code is for another plan."


async def test_a_more_expensive_plan_shows_the_difference_that_is_charged(cast: Cast) -> None:
    plus = await sell(cast.olga, price=1_000)
    pro = await add_plan(cast.olga, name="Pro", price=3_000)
    await buy(cast.alice, plus)
    assert (await read_offer(cast.alice, plus.id)).terms == ""
    length = (await get_subscription(cast.alice)).access_until - clock.now()
    with clock.travel(length / 2):
        offer = await read_offer(cast.alice, pro.id)
        started = await start(cast.alice, pro)
    assert started.payment.amount in {999, 1_000}
    assert offer.terms in {
        "You pay €9.99 now, then €30.00 a month",
        "You pay €10.00 now, then €30.00 a month",
    }


async def test_a_cheaper_plan_shows_the_credit(cast: Cast) -> None:
    plus = await sell(cast.olga, price=1_000)
    pro = await add_plan(cast.olga, name="Pro", price=3_000)
    await buy(cast.alice, pro)
    with clock.travel(timedelta(seconds=1)):
        offer = await read_offer(cast.alice, plus.id)
    assert offer.terms == (
        "Nothing to pay now, then €10.00 a month. €19.99 of your old plan is left, and lowers "
        "the next payments."
    )


async def test_the_code_of_a_new_buyer_does_not_lower_a_change(cast: Cast) -> None:
    plus = await sell(cast.olga)
    await add_plan(cast.olga, name="Pro", price=3_000)
    await add_code()
    await buy(cast.alice, plus)
    page = await read_page(cast.alice, "THIRD")
    assert page.promo_error == "Promo codes are for the first payment for a plan."
    assert [plan.lowered_price for plan in page.plans] == ["", ""]


async def test_more_plans_need_no_more_queries(cast: Cast) -> None:
    await sell(cast.olga)
    await add_code()
    await read_page(cast.alice, "THIRD")  # caches settings
    with capture_queries() as for_one:
        await read_page(cast.alice, "THIRD")
    for number in range(3):
        await add_plan(cast.olga, name=f"Plan {number}")
    await read_page(cast.alice, "THIRD")  # new plans remove settings from the cache
    with capture_queries() as for_four:
        page = await read_page(cast.alice, "THIRD")
    assert [plan.lowered_price != "" for plan in page.plans] == [True] * 4
    assert len(for_four) == len(for_one)
