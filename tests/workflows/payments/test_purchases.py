"""Tests of buying a plan with the sandbox."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.domain import subscriptions
from community.gateways.payments.sandbox.gateway import PROCESSING_TIME
from community.models import PromoCode
from community.workflows import payments
from tests.cast import Cast
from tests.domain.actions import run
from tests.workflows.payments.buyers import (
    SANDBOX,
    add_plan,
    buy,
    count_money_at_sandbox,
    find_subscription,
    get_subscription,
    list_movements,
    list_payments,
    list_subscriptions,
    load_payment,
    pay,
    sell,
    start,
)


async def test_a_paid_plan_gives_its_features_until_the_end_of_the_period(cast: Cast) -> None:
    plan = await sell(cast.olga, features=["badge"])
    payment = await buy(cast.alice, plan)
    assert (payment.status, payment.amount, payment.currency) == ("succeeded", 500, "EUR")
    subscription = await get_subscription(cast.alice)
    assert (subscription.status, subscription.has_access) == ("active", True)
    assert [feature.code for feature in subscription.features] == ["badge"]
    assert 28 <= (subscription.access_until - clock.now()).days <= 31
    assert subscription.renews_at == subscription.access_until
    method = subscription.payment_method
    assert method is not None
    assert (method.brand, method.last4) == ("sandbox", "4242")
    assert [(row.kind, row.amount) for row in await list_movements()] == [("charge", 500)]


async def test_nothing_is_given_before_the_provider_confirms(cast: Cast) -> None:
    plan = await sell(cast.olga)
    started = await start(cast.alice, plan)
    assert started.payment.status == "pending"
    assert started.next_step is not None
    confirmed = await payments.confirm_payment(cast.alice, started.payment.id)
    assert (confirmed.status, await find_subscription(cast.alice)) == ("pending", None)


@pytest.mark.parametrize("card", ["declined", "insufficient_funds"])
async def test_a_declined_card_says_why(cast: Cast, card: str) -> None:
    plan = await sell(cast.olga)
    started = await start(cast.alice, plan)
    assert await pay(cast.alice, started.payment.id, card) == "failed"
    async with read_session() as session:
        view = await subscriptions.get_own_payment(session, cast.alice, started.payment.id)
    assert "card" in view.failure
    assert await find_subscription(cast.alice) is None
    assert (await buy(cast.alice, plan)).status == "succeeded"


async def test_a_bank_can_ask_for_a_confirmation(cast: Cast) -> None:
    plan = await sell(cast.olga)
    started = await start(cast.alice, plan)
    assert await pay(cast.alice, started.payment.id, "authentication") == "pending"
    payment = await load_payment(started.payment.id)
    assert payment.needs_action
    await SANDBOX.confirm(payment.reference, accepts=True)
    confirmed = await payments.confirm_payment(cast.alice, payment.id)
    assert (confirmed.status, confirmed.needs_action) == ("succeeded", False)


async def test_a_slow_payment_succeeds_when_the_provider_has_finished(cast: Cast) -> None:
    plan = await sell(cast.olga)
    started = await start(cast.alice, plan)
    assert await pay(cast.alice, started.payment.id, "slow") == "pending"
    with clock.travel(PROCESSING_TIME):
        summary = await payments.check_pending_payments()
        assert summary.statuses == {"succeeded": 1}
        assert (await get_subscription(cast.alice)).status == "active"


async def test_two_tabs_make_one_payment(cast: Cast) -> None:
    plan = await sell(cast.olga)
    started = await asyncio.gather(*(start(cast.alice, plan) for _ in range(5)))
    assert len({item.payment.id for item in started}) == 1
    assert len(await list_payments()) == 1


async def test_another_plan_replaces_a_payment_that_is_not_finished(cast: Cast) -> None:
    plan = await sell(cast.olga)
    other = await add_plan(cast.olga, name="Pro", price=900)
    first = await start(cast.alice, plan)
    second = await start(cast.alice, other)
    assert (await load_payment(first.payment.id)).status == "canceled"
    assert (await load_payment(second.payment.id)).amount == 900


async def test_a_cancellation_after_the_payment_succeeded_gives_the_plan(cast: Cast) -> None:
    plan = await sell(cast.olga)
    started = await start(cast.alice, plan)
    payment = await load_payment(started.payment.id)
    await SANDBOX.pay(payment.reference, "success")
    canceled = await payments.cancel_payment(cast.alice, payment.id)
    assert canceled.status == "succeeded"
    assert (await get_subscription(cast.alice)).status == "active"


async def test_a_canceled_payment_cannot_be_paid(cast: Cast) -> None:
    plan = await sell(cast.olga)
    started = await start(cast.alice, plan)
    canceled = await payments.cancel_payment(cast.alice, started.payment.id)
    assert canceled.status == "canceled"
    assert (await payments.cancel_payment(cast.alice, canceled.id)).status == "canceled"
    assert await count_money_at_sandbox() == 0


async def test_payments_of_other_people_do_not_exist(cast: Cast) -> None:
    plan = await sell(cast.olga)
    started = await start(cast.alice, plan)
    for act in (payments.confirm_payment, payments.cancel_payment):
        with pytest.raises(NotFound):
            await act(cast.bob, started.payment.id)
        with pytest.raises((NotFound, PermissionDenied)):
            await act(cast.guest, started.payment.id)


async def test_guests_and_banned_users_cannot_buy(cast: Cast) -> None:
    plan = await sell(cast.olga)
    for actor in (cast.guest, cast.mallory):
        with pytest.raises(PermissionDenied):
            await start(actor, plan)
    assert await list_payments() == []


async def test_a_plan_is_not_bought_twice(cast: Cast) -> None:
    plan = await sell(cast.olga)
    await buy(cast.alice, plan)
    with pytest.raises(Conflict) as error:
        await start(cast.alice, plan)
    assert error.value.code == "already_subscribed"


async def test_nothing_is_sold_while_payments_are_off(cast: Cast) -> None:
    plan = await add_plan(cast.olga, name="Pro", price=900)
    with pytest.raises(Conflict) as error:
        await start(cast.alice, plan)
    assert error.value.code == "payments_off"


async def test_a_plan_that_is_off_sale_cannot_be_bought(cast: Cast) -> None:
    plan = await sell(cast.olga)
    await run(subscriptions.edit_plan, cast.olga, plan_id=plan.id, is_active=False)
    with pytest.raises(NotFound):
        await start(cast.alice, plan)


async def test_an_upgrade_costs_the_difference_for_the_rest_of_the_period(cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_000)
    pro = await run(
        subscriptions.create_plan,
        cast.olga,
        name="Pro",
        price=3_000,
        currency="EUR",
        period="month",
    )
    await buy(cast.alice, plan)
    before = await get_subscription(cast.alice)
    with clock.travel((before.access_until - clock.now()) / 2):
        payment = await buy(cast.alice, pro)
        assert (payment.kind, payment.status) == ("upgrade", "succeeded")
        assert 995 <= payment.amount <= 1_000
        after = await get_subscription(cast.alice)
    assert (after.plan.name, after.access_until) == ("Pro", before.access_until)
    assert len(await list_subscriptions()) == 1


async def test_a_downgrade_costs_nothing_and_lowers_the_next_renewal(cast: Cast) -> None:
    plan = await sell(cast.olga, price=3_000)
    small = await run(
        subscriptions.create_plan,
        cast.olga,
        name="Mini",
        price=1_000,
        currency="EUR",
        period="month",
    )
    await buy(cast.alice, plan)
    assert await payments.start_payment(cast.alice, plan_id=small.id) is None
    after = await get_subscription(cast.alice)
    assert (after.plan.name, after.credit) == ("Mini", 1_999)
    with clock.travel(after.access_until - clock.now()):
        assert (await payments.renew_subscriptions()).renewed == 0
        renewed = await get_subscription(cast.alice)
    assert (renewed.credit, renewed.access_until > after.access_until) == (999, True)
    assert await count_money_at_sandbox() == 3_000


async def test_a_gift_gives_the_plan_to_another_person_without_renewal(cast: Cast) -> None:
    plan = await sell(cast.olga)
    payment = await buy(cast.alice, plan, recipient_id=cast.bob.id)
    assert (payment.kind, payment.status) == ("gift", "succeeded")
    gift = await get_subscription(cast.bob)
    assert (gift.origin, gift.renews_at, gift.payment_method) == ("gift", None, None)
    assert await find_subscription(cast.alice) is None
    with pytest.raises(Conflict):
        await start(cast.charlie, plan, recipient_id=cast.bob.id)
    with pytest.raises(Invalid):
        await start(cast.alice, plan, recipient_id=cast.alice.id)


async def test_a_promo_code_lowers_the_first_payment(cast: Cast) -> None:
    plan = await sell(cast.olga, price=999)
    async with unit_of_work() as session:
        session.add(PromoCode(code="SPRING", percent=50, max_uses=1))
    assert (await buy(cast.alice, plan, promo_code=" spring ")).amount == 500
    with pytest.raises(Invalid):
        await start(cast.bob, plan, promo_code="SPRING")
    with pytest.raises(Invalid):
        await start(cast.bob, plan, promo_code="autumn")


async def test_a_subscriber_keeps_the_terms_that_they_bought(cast: Cast) -> None:
    plan = await sell(cast.olga, price=500, features=["badge"])
    await buy(cast.alice, plan)
    await run(subscriptions.edit_plan, cast.olga, plan_id=plan.id, price=900, features=[])
    kept = await get_subscription(cast.alice)
    assert (kept.price, len(kept.features)) == (500, 1)
    assert (await buy(cast.bob, plan)).amount == 900
    assert (await get_subscription(cast.bob)).features == []


async def test_money_for_a_payment_that_had_ended_is_returned(cast: Cast) -> None:
    plan = await sell(cast.olga)
    started = await start(cast.alice, plan)
    payment = await load_payment(started.payment.id)
    async with unit_of_work() as session:
        row = await session.get_one(type(payment), payment.id)
        row.status = "expired"
    await SANDBOX.pay(payment.reference, "success")
    await payments.confirm_payment(cast.alice, payment.id)
    assert await find_subscription(cast.alice) is None
    assert await count_money_at_sandbox() == 0
    assert sum(row.amount for row in await list_movements()) == 0


@pytest.mark.parametrize("change", [{"amount": 1}, {"currency": "USD"}, {"payment_id": None}])
async def test_a_payment_that_differs_at_the_provider_changes_nothing(
    cast: Cast, change: dict[str, object]
) -> None:
    plan = await sell(cast.olga)
    started = await start(cast.alice, plan)
    payment = await load_payment(started.payment.id)
    reported = replace(await SANDBOX.pay(payment.reference, "success"), **change)  # type: ignore[arg-type]
    with pytest.raises(Conflict) as error:
        async with unit_of_work() as session:
            await subscriptions.settle(session, reported, provider="sandbox")
    assert error.value.code == "payment_mismatch"
    assert (await load_payment(payment.id)).status == "pending"
    assert await list_movements() == []


async def test_an_old_payment_is_canceled_at_the_provider(cast: Cast) -> None:
    plan = await sell(cast.olga)
    started = await start(cast.alice, plan)
    with clock.travel(timedelta(hours=25)):
        summary = await payments.check_pending_payments()
    assert summary.statuses == {"canceled": 1}
    assert (await load_payment(started.payment.id)).status == "canceled"


async def test_a_payment_that_was_not_sent_is_continued_with_the_same_key(cast: Cast) -> None:
    plan = await sell(cast.olga)
    async with unit_of_work() as session:  # the process stops before it calls the provider
        order = await subscriptions.begin_payment(session, cast.alice, plan_id=plan.id)
    assert isinstance(order, subscriptions.Order)
    await SANDBOX.create_payment(order.charge)  # or before it stores the answer
    assert (await payments.check_pending_payments()).statuses == {"pending": 1}
    payment = await load_payment(order.payment_id)
    assert payment.reference
    await pay(cast.alice, payment.id)
    assert await count_money_at_sandbox() == 500
