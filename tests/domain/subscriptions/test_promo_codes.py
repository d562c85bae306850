"""Tests of promo codes: how administrators manage them, and who can use them."""

from datetime import timedelta
from typing import Any

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.errors import DomainError
from community.domain import subscriptions
from community.domain.subscriptions import PlanView, PromoCodeView
from tests import factories
from tests.cast import Cast
from tests.domain.actions import run
from tests.workflows.payments.buyers import add_plan, buy, sell, start


async def create(admin: Actor, code: str = "SPRING", **values: Any) -> PromoCodeView:
    return await run(subscriptions.create_promo_code, admin, code=code, **{"percent": 20, **values})


async def get_reason(actor: Actor, plan: PlanView, code: str = "SPRING") -> str:
    """Return why the actor cannot use a code."""
    with pytest.raises(DomainError) as error:
        await start(actor, plan, promo_code=code)
    [reason] = error.value.field_errors["promo_code"]
    return reason


async def test_a_code_lowers_the_first_payment_and_counts_its_uses(cast: Cast) -> None:
    plan = await sell(cast.olga, price=500)
    await create(cast.olga, " spring ")
    payment = await buy(cast.alice, plan, promo_code="Spring")
    assert payment.amount == 400
    [code] = await run(subscriptions.list_promo_codes, cast.olga)
    assert (code.code, code.uses, code.max_uses) == ("SPRING", 1, None)
    await run(subscriptions.cancel, cast.alice)
    with clock.travel(timedelta(days=40)):
        reason = await get_reason(cast.alice, plan)
    assert reason == "You have already used this promo code."


async def test_a_code_that_is_inactive_or_over_says_why(cast: Cast) -> None:
    plan = await sell(cast.olga)
    code = await create(cast.olga, last_day=clock.now().date() + timedelta(days=2))
    with clock.travel(timedelta(days=3)):
        assert await get_reason(cast.alice, plan) == "This promo code has expired."
    deactivate: dict[str, Any] = {"promo_code_id": code.id, "is_active": False}
    assert await run(subscriptions.set_promo_code_active, cast.olga, **deactivate)
    assert not await run(subscriptions.set_promo_code_active, cast.olga, **deactivate)
    assert await get_reason(cast.alice, plan) == "There is no such promo code."


async def test_a_code_is_for_its_plans(cast: Cast) -> None:
    plan = await sell(cast.olga)
    pro = await add_plan(cast.olga, name="Pro", price=1_000)
    code = await create(cast.olga, plan_ids=[pro.id])
    assert [found.name for found in code.plans] == ["Pro"]
    assert await get_reason(cast.alice, plan) == "This promo code is for another plan."
    assert (await start(cast.alice, pro, promo_code="SPRING")).payment.amount == 800


async def test_unfinished_payments_of_others_count_as_uses(cast: Cast) -> None:
    plan = await sell(cast.olga)
    await create(cast.olga, max_uses=1)
    begun = await start(cast.alice, plan, promo_code="SPRING")
    assert await get_reason(cast.bob, plan) == "This promo code is used up."
    # The same buyer continues the payment.
    again = await start(cast.alice, plan, promo_code="SPRING")
    assert again.payment.id == begun.payment.id


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("code", {"code": "AB"}),
        ("code", {"code": "ВЕСНА"}),
        ("code", {"code": "A" * 31}),
        ("percent", {"percent": 0}),
        ("percent", {"percent": 100}),
        ("max_uses", {"max_uses": 0}),
        ("plan_ids", {"plan_ids": [999]}),
        ("last_day", {"last_day": clock.now().date() - timedelta(days=2)}),
    ],
)
async def test_invalid_values_are_rejected(cast: Cast, field: str, values: dict[str, Any]) -> None:
    with pytest.raises(DomainError) as error:
        await create(cast.olga, **values)
    assert list(error.value.field_errors) == [field]


async def test_a_code_exists_once(cast: Cast) -> None:
    await create(cast.olga)
    with pytest.raises(DomainError) as error:
        await create(cast.olga, "spring")
    assert (error.value.code, list(error.value.field_errors)) == ("conflict", ["code"])


async def test_only_administrators_of_the_section_manage_codes(cast: Cast) -> None:
    code = await create(cast.olga)
    other = await factories.user("press", sections=["subscription-features"])
    for actor, expected in ((cast.alice, "not_found"), (other, "forbidden")):
        for action in (
            lambda actor=actor: create(actor, "OTHER"),
            lambda actor=actor: run(subscriptions.list_promo_codes, actor),
            lambda actor=actor: run(
                subscriptions.set_promo_code_active, actor, promo_code_id=code.id, is_active=False
            ),
        ):
            with pytest.raises(DomainError) as error:
                await action()
            assert error.value.code == expected
