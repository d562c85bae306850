"""Tests of prices and currencies that the payment provider does not take."""

import pytest

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid
from community.domain import site, subscriptions
from community.domain.subscriptions.plans import price_problems
from community.gateways.payments import get_amount_step
from tests.cast import Cast
from tests.domain.actions import run
from tests.stripe_server import make_stripe_settings
from tests.workflows.payments.buyers import add_plan
from tests.yookassa_server import make_yookassa_settings


async def choose(actor: Actor, provider: str) -> None:
    sections = {
        "stripe": make_stripe_settings(),
        "yookassa": make_yookassa_settings(),
        "off": site.PaymentSettings(),
    }
    async with unit_of_work() as session:
        await site.update_settings(session, actor, sections[provider])


async def find_problem(actor: Actor, plan_id: int) -> str:
    async with read_session() as session:
        problems = await price_problems.list_price_problems(session, actor)
    return problems.get(plan_id, "")


@pytest.mark.parametrize("currency", ["KWD", "JOD", "TND", "BHD", "OMR"])
def test_stripe_takes_three_decimals_in_steps_of_ten(currency: str) -> None:
    assert get_amount_step("stripe", currency) == 10
    assert get_amount_step("yookassa", currency) == 1


@pytest.mark.parametrize("currency", ["JPY", "HUF", "TWD", "EUR", "CLP", "KRW"])
def test_other_currencies_have_no_steps(currency: str) -> None:
    assert get_amount_step("stripe", currency) == 1


async def test_a_price_with_a_third_decimal_is_refused_with_stripe(cast: Cast) -> None:
    await choose(cast.olga, "stripe")
    with pytest.raises(Invalid) as error:
        await add_plan(cast.olga, price=5_125, currency="KWD")
    assert "5.120" in error.value.field_errors["price"][0]
    plan = await add_plan(cast.olga, price=5_120, currency="KWD")
    with pytest.raises(Invalid):
        await run(subscriptions.edit_plan, cast.olga, plan_id=plan.id, price=5_121)
    with pytest.raises(Invalid):
        await run(subscriptions.edit_plan, cast.olga, plan_id=plan.id, price=5_001, currency="TND")


async def test_a_switch_of_the_provider_warns_and_does_not_block_other_changes(cast: Cast) -> None:
    plan = await add_plan(cast.olga, price=5_125, currency="KWD")
    assert await find_problem(cast.olga, plan.id) == ""
    await choose(cast.olga, "stripe")
    assert "5.120" in await find_problem(cast.olga, plan.id)
    await run(subscriptions.edit_plan, cast.olga, plan_id=plan.id, price=5_125, name="Renamed")


async def test_a_currency_that_yookassa_never_takes_is_refused(cast: Cast) -> None:
    plan = await add_plan(cast.olga, price=500, currency="JPY")
    await choose(cast.olga, "yookassa")
    assert "No one can buy it" in await find_problem(cast.olga, plan.id)
    with pytest.raises(Invalid) as error:
        await add_plan(cast.olga, price=500, currency="JPY")
    assert "currency" in error.value.field_errors
    rubles = await add_plan(cast.olga, price=49_900, currency="RUB")
    assert await find_problem(cast.olga, rubles.id) == ""
    euros = await add_plan(cast.olga, price=500, currency="EUR")
    assert "contract" in await find_problem(cast.olga, euros.id)


async def test_a_price_below_the_minimum_is_a_problem(cast: Cast) -> None:
    plan = await add_plan(cast.olga, price=20, currency="EUR")
    await choose(cast.olga, "stripe")
    assert "€0.50 or more" in await find_problem(cast.olga, plan.id)


async def test_the_problems_of_each_provider_are_known_before_it_is_chosen(cast: Cast) -> None:
    await add_plan(cast.olga, name="Yen", price=500, currency="JPY")
    await add_plan(cast.olga, name="Dinar", price=5_125, currency="KWD")
    async with read_session() as session:
        problems = await price_problems.list_provider_problems(session, cast.olga)
    assert list(problems) == ["stripe", "yookassa"]
    assert [text.partition(":")[0] for text in problems["yookassa"]] == ["Yen", "Dinar"]
    assert [text.partition(":")[0] for text in problems["stripe"]] == ["Dinar"]
