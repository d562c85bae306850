"""Tests of refunds by administrators with YooKassa, which sends receipts (54-FZ)."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from community.core.db.sessions import read_session
from community.core.errors import Conflict
from community.domain.subscriptions.payments import refunds
from community.models import Payment
from community.workflows import payments
from tests.cast import Cast
from tests.workflows.payments.buyers import get_subscription, list_movements, load_payment, start
from tests.workflows.payments.refunding import list_refunds, refund
from tests.yookassa_server import YooKassaServer, run_yookassa, sell_with_yookassa


@pytest.fixture
async def yookassa() -> AsyncIterator[YooKassaServer]:
    async with run_yookassa() as server:
        server.shop.needs_receipts = True
        yield server


@pytest.fixture
async def payment(cast: Cast, yookassa: YooKassaServer) -> Payment:
    settings = yookassa.list_settings

    def list_settings() -> dict[str, Any]:
        return {**settings(), "yookassa_receipts": "4"}

    yookassa.list_settings = list_settings  # type: ignore[method-assign]
    plan = await sell_with_yookassa(cast.olga, yookassa)
    started = await start(cast.alice, plan)
    yookassa.pay((await load_payment(started.payment.id)).reference)
    await payments.confirm_payment(cast.alice, started.payment.id)
    return await load_payment(started.payment.id)


async def test_a_part_is_returned_with_a_receipt(
    cast: Cast, yookassa: YooKassaServer, payment: Payment
) -> None:
    await refund(cast.olga, payment, 10_000)
    [made] = yookassa.shop.refunds.values()
    assert made.receipt is not None
    assert "@" in made.receipt["customer"]["email"]
    [item] = made.receipt["items"]
    assert (item["amount"]["value"], item["vat_code"]) == ("100.00", 4)
    assert [row.status for row in await list_refunds()] == ["succeeded"]
    assert (await load_payment(payment.id)).refunded == 10_000
    await refund(cast.olga, payment)
    assert (await load_payment(payment.id)).status == "refunded"


async def test_a_refund_that_is_declined_later_leaves_the_money_and_the_plan(
    cast: Cast, yookassa: YooKassaServer, payment: Payment
) -> None:
    yookassa.shop.has_slow_refunds = True
    before = await get_subscription(cast.alice)
    await refund(cast.olga, payment)
    assert [row.status for row in await list_refunds()] == ["pending"]
    yookassa.shop.cancel_refund(next(iter(yookassa.shop.refunds)))
    # YooKassa reports no refund that was declined, so the schedule asks.
    assert (await payments.check_pending_payments()).failures == 0
    [row] = await list_refunds()
    assert (row.status, row.failure) == ("failed", "insufficient_funds")
    assert [item.amount for item in await list_movements()] == [49_900]
    assert (await load_payment(payment.id)).status == "succeeded"
    assert await get_subscription(cast.alice) == before
    async with read_session() as session:
        assert await refunds.count_failed(session) == 1


async def test_a_refund_that_yookassa_refuses_has_failed(
    cast: Cast, yookassa: YooKassaServer, payment: Payment
) -> None:
    await yookassa.gateway.refund(payment.reference, 49_900, "RUB", "profile")
    with pytest.raises(Conflict) as error:
        await refund(cast.olga, payment, 10_000)
    assert error.value.code == "refund_refused"
    assert [row.status for row in await list_refunds()] == ["failed"]
    assert (await load_payment(payment.id)).status == "refunded"
