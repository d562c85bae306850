"""Tests of purchases, renewals and notifications with YooKassa, which its stand-in plays."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
import pytest_asyncio
from sqlalchemy import func
from sqlmodel import select

from community import jobs
from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid, Unavailable
from community.domain import site, subscriptions
from community.domain.subscriptions import PlanView
from community.gateways.payments import InvalidWebhook
from community.gateways.payments.yookassa import client as yookassa_client
from community.gateways.payments.yookassa.gateway import CONFIRMATION_LIFETIME
from community.models import Payment, ProviderEvent
from community.workflows import payments
from tests.cast import Cast
from tests.domain.actions import run
from tests.stand_ins.yookassa import CARDS, Notification
from tests.workflows.payments.buyers import (
    add_plan,
    find_subscription,
    get_subscription,
    list_movements,
    list_payments,
    list_subscriptions,
    load_payment,
    start,
)
from tests.yookassa_server import YooKassaServer, run_yookassa

DAY = timedelta(days=1)


@pytest_asyncio.fixture
async def yookassa(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[YooKassaServer]:
    """Run the stand-in, with which the site takes payments."""
    monkeypatch.setattr(yookassa_client, "RETRY_DELAYS", (0, 0))
    async with run_yookassa() as server:
        await save_settings(cast, server.list_settings())
        yield server


async def save_settings(cast: Cast, values: dict[str, Any]) -> None:
    changes = await site.prepare_changes(site.PaymentSettings, values)
    await payments.check_keys(cast.olga, changes)
    async with unit_of_work() as session:
        await site.change_settings(session, cast.olga, changes)


async def sell(cast: Cast, **values: Any) -> PlanView:
    return await add_plan(cast.olga, **{"price": 49_900, "currency": "RUB", **values})


async def pay(yookassa: YooKassaServer, cast: Cast, payment_id: UUID, card: str) -> str:
    """Let the buyer pay with the widget, and return the state of the payment of the site."""
    yookassa.pay((await load_payment(payment_id)).reference, card)
    return (await payments.confirm_payment(cast.alice, payment_id)).status


async def buy(
    yookassa: YooKassaServer, cast: Cast, plan: PlanView | None = None, card: str = "success"
) -> Payment:
    started = await start(cast.alice, plan or await sell(cast))
    await pay(yookassa, cast, started.payment.id, card)
    return await load_payment(started.payment.id)


async def send(*notifications: Notification) -> None:
    """Send notifications to the site, and apply those that it stores."""
    for notification in notifications:
        body = json.dumps(notification.to_document()).encode()
        event = await payments.read_event("yookassa", body, {})
        if event is not None:
            await payments.store_event("yookassa", event)
    await jobs.run_due_jobs()


async def count_events() -> int:
    async with read_session() as session:
        return await session.scalar(select(func.count()).select_from(ProviderEvent)) or 0


async def until_end(cast: Cast) -> timedelta:
    return (await get_subscription(cast.alice)).access_until - clock.now()


async def test_a_plan_is_bought_with_the_widget(yookassa: YooKassaServer, cast: Cast) -> None:
    plan = await sell(cast, features=["badge"])
    started = await start(cast.alice, plan)
    assert started.next_step is not None
    assert started.next_step.kind == "yookassa"
    assert set(started.next_step.values) == {"token", "script_url"}
    payment_id = started.payment.id
    # The widget lets the buyer try again after a decline.
    assert await pay(yookassa, cast, payment_id, "insufficient_funds") == "pending"
    assert await find_subscription(cast.alice) is None
    assert await pay(yookassa, cast, payment_id, "success") == "succeeded"
    subscription = await get_subscription(cast.alice)
    assert (subscription.status, subscription.has_access) == ("active", True)
    assert subscription.payment_method is not None
    assert subscription.payment_method.last4 == "4444"
    assert [(row.kind, row.amount) for row in await list_movements()] == [("charge", 49_900)]
    assert await payments.reconcile_payments() == []


async def test_a_decline_that_ends_the_payment_says_why(
    yookassa: YooKassaServer, cast: Cast
) -> None:
    yookassa.shop.retries_declined = False
    plan = await sell(cast)
    payment = await buy(yookassa, cast, plan, "insufficient_funds")
    async with read_session() as session:
        view = await subscriptions.get_own_payment(session, cast.alice, payment.id)
    assert (view.status, "not enough money" in view.failure) == ("failed", True)
    assert (await buy(yookassa, cast, plan)).status == "succeeded"


async def test_a_slow_payment_is_found_by_the_scheduled_check(
    yookassa: YooKassaServer, cast: Cast
) -> None:
    payment = await buy(yookassa, cast, card="slow")
    assert (payment.status, payment.needs_action) == ("pending", False)
    yookassa.shop.complete(payment.reference)
    assert (await payments.check_pending_payments()).statuses == {"succeeded": 1}


async def test_two_tabs_make_one_payment(yookassa: YooKassaServer, cast: Cast) -> None:
    plan = await sell(cast)
    started = await asyncio.gather(*(start(cast.alice, plan) for _ in range(4)))
    assert len({item.payment.id for item in started}) == 1
    assert len(yookassa.shop.payments) == 1


async def test_a_lost_answer_makes_no_second_payment(yookassa: YooKassaServer, cast: Cast) -> None:
    plan = await sell(cast)
    yookassa.api.failures = ["after"] * 3
    with pytest.raises(Unavailable):
        await start(cast.alice, plan)
    started = await start(cast.alice, plan)
    assert await pay(yookassa, cast, started.payment.id, "success") == "succeeded"
    assert len(yookassa.shop.payments) == 1


async def test_money_for_a_canceled_payment_is_returned(
    yookassa: YooKassaServer, cast: Cast
) -> None:
    started = await start(cast.alice, await sell(cast))
    canceled = await payments.cancel_payment(cast.alice, started.payment.id)
    assert canceled.status == "canceled"
    # The widget is open in another tab, and YooKassa sends no notification.
    yookassa.pay((await load_payment(started.payment.id)).reference)
    with yookassa.travel(CONFIRMATION_LIFETIME):
        await jobs.run_due_jobs()
    assert yookassa.shop.compute_balance("RUB") == 0
    assert [row.amount for row in await list_movements()] == [49_900, -49_900]
    assert await find_subscription(cast.alice) is None


async def test_another_plan_replaces_a_payment_that_is_not_finished(
    yookassa: YooKassaServer, cast: Cast
) -> None:
    first = await start(cast.alice, await sell(cast))
    second = await start(cast.alice, await sell(cast, name="Pro", price=99_900))
    assert (await load_payment(first.payment.id)).status == "canceled"
    assert await pay(yookassa, cast, second.payment.id, "visa") == "succeeded"


async def test_a_currency_that_the_shop_does_not_take_fails(
    yookassa: YooKassaServer, cast: Cast
) -> None:
    plan = await sell(cast, currency="USD")
    started = await start(cast.alice, plan)
    assert (started.payment.status, started.next_step) == ("failed", None)
    assert (await start(cast.alice, plan)).payment.status == "failed"


async def test_a_renewal_charges_the_saved_card_once(yookassa: YooKassaServer, cast: Cast) -> None:
    await buy(yookassa, cast)
    with yookassa.travel(await until_end(cast) - DAY / 2):
        await asyncio.gather(*(payments.renew_subscriptions() for _ in range(3)))
        assert (await until_end(cast)).days > 27
    assert yookassa.shop.compute_balance("RUB") == 2 * Decimal("499.00")
    assert [row.kind for row in await list_payments()] == ["purchase", "renewal"]
    assert await payments.reconcile_payments() == []


async def test_a_renewal_is_charged_once_although_the_site_was_down_for_days(
    yookassa: YooKassaServer, cast: Cast
) -> None:
    await buy(yookassa, cast)
    before_end = await until_end(cast) - DAY / 2
    with yookassa.travel(before_end):
        yookassa.api.failures = ["after"] * 3
        assert (await payments.renew_subscriptions()).failures == 1
    with yookassa.travel(before_end + 3 * DAY):
        assert (await payments.renew_subscriptions()).renewed == 1
    assert yookassa.shop.compute_balance("RUB") == 2 * Decimal("499.00")


async def test_a_declined_renewal_is_tried_again(yookassa: YooKassaServer, cast: Cast) -> None:
    await buy(yookassa, cast, card="renewal_declined")
    before_end = await until_end(cast) - DAY / 2
    with yookassa.travel(before_end):
        assert (await payments.renew_subscriptions()).declined == 1
        assert (await get_subscription(cast.alice)).status == "past_due"
    method = next(iter(yookassa.shop.methods.values()))
    method.card = CARDS["success"]
    with yookassa.travel(before_end + DAY + timedelta(minutes=1)):
        assert (await payments.renew_subscriptions()).renewed == 1


async def test_a_renewal_that_the_bank_wants_confirmed_is_paid_in_the_widget(
    yookassa: YooKassaServer, cast: Cast
) -> None:
    """YooKassa cannot ask the buyer to confirm an automatic payment, so it fails."""
    await buy(yookassa, cast, card="renewal_confirmation")
    before_end = await until_end(cast) - DAY / 2
    with yookassa.travel(before_end):
        assert (await payments.renew_subscriptions()).declined == 1
        started = await payments.pay_now(cast.alice)
        assert started is not None
        assert started.payment.status == "pending"
        assert started.next_step is not None
        assert started.next_step.kind == "yookassa"
        again = await payments.pay_now(cast.alice)
        assert again is not None
        assert again.payment.id == started.payment.id
        assert await pay(yookassa, cast, started.payment.id, "visa") == "succeeded"
    subscription = await get_subscription(cast.alice)
    assert subscription.status == "active"
    assert subscription.payment_method is not None
    assert subscription.payment_method.last4 == "1111"
    with yookassa.travel(await until_end(cast) - DAY / 2):
        assert (await payments.renew_subscriptions()).renewed == 1
    assert yookassa.shop.compute_balance("RUB") == 3 * Decimal("499.00")


async def test_a_payment_that_is_left_open_does_not_stop_the_planned_attempts(
    yookassa: YooKassaServer, cast: Cast
) -> None:
    await buy(yookassa, cast, card="renewal_confirmation")
    before_end = await until_end(cast) - DAY / 2
    with yookassa.travel(before_end):
        await payments.renew_subscriptions()
        started = await payments.pay_now(cast.alice)
        assert started is not None
    next(iter(yookassa.shop.methods.values())).card = CARDS["success"]
    with yookassa.travel(before_end + DAY + timedelta(minutes=1)):
        assert (await payments.renew_subscriptions()).renewed == 1
    assert (await load_payment(started.payment.id)).status == "canceled"


async def test_a_card_that_was_removed_at_yookassa_is_a_decline(
    yookassa: YooKassaServer, cast: Cast
) -> None:
    await buy(yookassa, cast)
    yookassa.shop.methods.clear()
    with yookassa.travel(await until_end(cast) - DAY / 2):
        assert (await payments.renew_subscriptions()).declined == 1


async def test_notifications_are_applied_once_in_any_order(
    yookassa: YooKassaServer, cast: Cast
) -> None:
    started = await start(cast.alice, await sell(cast))
    reference = (await load_payment(started.payment.id)).reference
    yookassa.pay(reference)
    await send(*yookassa.shop.notifications)
    assert (await get_subscription(cast.alice)).status == "active"
    await yookassa.gateway.refund(reference, 49_900, "RUB", "all")
    await send(*reversed(yookassa.shop.notifications), *yookassa.shop.notifications)
    assert [row.status for row in await list_subscriptions()] == ["revoked"]
    assert [row.amount for row in await list_movements()] == [49_900, -49_900]
    assert await count_events() == 2


async def test_a_forged_notification_changes_nothing(yookassa: YooKassaServer, cast: Cast) -> None:
    started = await start(cast.alice, await sell(cast))
    reference = (await load_payment(started.payment.id)).reference
    document = yookassa.shop.payments[reference].to_document()
    paid = document | {"status": "succeeded", "paid": True}
    asked = len(yookassa.api.requests)
    await send(Notification("payment.succeeded", paid | {"id": "unknown"}))
    assert (await count_events(), len(yookassa.api.requests)) == (0, asked)
    await send(Notification("payment.succeeded", paid))
    assert (await load_payment(started.payment.id)).status == "pending"
    # The real notification is another message, so it is applied.
    yookassa.pay(reference)
    await send(*yookassa.shop.notifications)
    assert (await load_payment(started.payment.id)).status == "succeeded"
    with pytest.raises(InvalidWebhook):
        await payments.read_event("yookassa", b"[]", {})


async def test_yookassa_is_chosen_with_keys_that_it_accepts(
    yookassa: YooKassaServer, cast: Cast
) -> None:
    for values in (
        {"yookassa_secret_key": "wrong-secret-key"},
        {"yookassa_shop_id": "1"},
        {"yookassa_api_url": "http://127.0.0.1:1/v3"},
    ):
        with pytest.raises(Invalid) as error:
            await save_settings(cast, values)
        assert set(error.value.field_errors) == {"yookassa_secret_key"}
    await run(site.update_settings, cast.olga, site.PaymentSettings())
    with pytest.raises(Invalid):
        await save_settings(cast, {"provider": "yookassa"})
