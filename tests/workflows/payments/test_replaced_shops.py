"""Tests of what happens to payments and cards when the shop at YooKassa is replaced."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from community.core import clock
from community.core.db.sessions import unit_of_work
from community.core.errors import Unavailable
from community.domain import site
from community.domain.subscriptions import PlanView
from community.gateways.payments import METHOD_UNKNOWN
from community.gateways.payments.yookassa import client as yookassa_client
from community.models import Payment
from community.workflows import payments
from tests.cast import Cast
from tests.workflows.payments.buyers import get_subscription, list_payments, load_payment, start
from tests.yookassa_server import YooKassaServer, run_yookassa, sell_with_yookassa

DAY = timedelta(days=1)


@pytest.fixture
async def old(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[YooKassaServer]:
    monkeypatch.setattr(yookassa_client, "RETRY_DELAYS", (0, 0))
    async with run_yookassa() as server:
        yield server


@pytest.fixture
async def new() -> AsyncIterator[YooKassaServer]:
    async with run_yookassa() as server:
        server.shop.shop_id = "200600"
        yield server


@pytest.fixture
async def plan(cast: Cast, old: YooKassaServer) -> PlanView:
    return await sell_with_yookassa(cast.olga, old)


async def use(cast: Cast, server: YooKassaServer) -> None:
    changes = await site.prepare_changes(site.PaymentSettings, server.list_settings())
    async with unit_of_work() as session:
        await site.change_settings(session, cast.olga, changes)


async def buy(server: YooKassaServer, cast: Cast, plan: PlanView) -> Payment:
    payment_id = (await start(cast.alice, plan)).payment.id
    server.pay((await load_payment(payment_id)).reference)
    await payments.confirm_payment(cast.alice, payment_id)
    return await load_payment(payment_id)


@pytest.mark.parametrize("is_revoked", [False, True])
async def test_the_same_plan_can_be_bought_at_once(
    cast: Cast, old: YooKassaServer, new: YooKassaServer, plan: PlanView, is_revoked: bool
) -> None:
    first = (await start(cast.alice, plan)).payment.id
    await use(cast, new)
    if is_revoked:
        old.shop.secret_key = "rolled"
    assert (await buy(new, cast, plan)).status == "succeeded"
    assert (await load_payment(first)).status == ("expired" if is_revoked else "canceled")


async def test_money_that_arrives_at_the_old_shop_is_returned(
    cast: Cast, old: YooKassaServer, new: YooKassaServer, plan: PlanView
) -> None:
    """YooKassa cannot cancel what the buyer has not confirmed."""
    first = await load_payment((await start(cast.alice, plan)).payment.id)
    await use(cast, new)
    await buy(new, cast, plan)
    old.pay(first.reference)
    await payments.confirm_payment(cast.alice, first.id)
    assert old.shop.compute_balance("RUB") == 0
    assert new.shop.compute_balance("RUB") == 499
    assert await payments.reconcile_payments() == []


async def test_a_request_whose_answer_was_lost_is_found_at_the_old_shop(
    cast: Cast, old: YooKassaServer, new: YooKassaServer, plan: PlanView
) -> None:
    old.api.failures[:] = ["after"] * 3
    with pytest.raises(Unavailable):
        await start(cast.alice, plan)
    await use(cast, new)
    assert (await buy(new, cast, plan)).status == "succeeded"
    assert [payment.status for payment in await list_payments()] == ["canceled", "succeeded"]


async def test_a_card_of_the_old_shop_fails_after_a_day(
    cast: Cast, old: YooKassaServer, new: YooKassaServer, plan: PlanView
) -> None:
    await buy(old, cast, plan)
    await use(cast, new)
    due = (await get_subscription(cast.alice)).access_until - clock.now() - DAY
    for hours in (1, 20, 26):
        with clock.travel(due + timedelta(hours=hours)):
            await payments.renew_subscriptions()
            payment = (await list_payments())[-1]
            assert payment.status == ("failed" if hours == 26 else "created")
    assert payment.failure == METHOD_UNKNOWN
    assert old.shop.compute_balance("RUB") == 499
