"""Tests of renewals after which the card must not be charged again."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import timedelta

import pytest
from sqlmodel import select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.models import Mail
from community.workflows import payments as payment_workflow
from tests.cast import Cast
from tests.stripe_server import open_stripe, sell_with_stripe
from tests.workflows.payments.buyers import (
    get_subscription,
    list_payments,
    list_subscriptions,
    load_payment,
    start,
)
from tests.yookassa_server import run_yookassa, sell_with_yookassa

DAY = timedelta(days=1)
# Lets a buyer pay with a card whose later charges are declined for good, and then with another.
Buy = Callable[[Actor, str], Awaitable[None]]


@asynccontextmanager
async def open_stripe_shop(cast: Cast) -> AsyncIterator[tuple[str, Buy]]:
    async with open_stripe() as server:
        plan = await sell_with_stripe(cast.olga, server)

        async def buy(actor: Actor, card: str) -> None:
            token = {"refused": "pm_card_stolenLater", "success": "pm_card_visa"}[card]
            payment_id = (await start(actor, plan)).payment.id
            reference = (await load_payment(payment_id)).reference
            server.pay(reference, token, return_url="http://localhost/")
            await payment_workflow.confirm_payment(actor, payment_id)

        yield "stolen_card", buy


@asynccontextmanager
async def open_yookassa_shop(cast: Cast) -> AsyncIterator[tuple[str, Buy]]:
    async with run_yookassa() as server:
        plan = await sell_with_yookassa(cast.olga, server)

        async def buy(actor: Actor, card: str) -> None:
            payment_id = (await start(actor, plan)).payment.id
            reference = (await load_payment(payment_id)).reference
            server.pay(reference, {"refused": "renewal_revoked"}.get(card, card))
            await payment_workflow.confirm_payment(actor, payment_id)

        yield "permission_revoked", buy


@pytest.mark.parametrize("open_shop", [open_stripe_shop, open_yookassa_shop])
async def test_a_card_that_is_declined_for_good_is_charged_once(
    cast: Cast, open_shop: Callable[[Cast], AbstractAsyncContextManager[tuple[str, Buy]]]
) -> None:
    async with open_shop(cast) as (code, buy):
        await buy(cast.alice, "refused")
        first = (await get_subscription(cast.alice)).access_until - clock.now() - DAY
        for hours in (1, 25, 49, 73, 97, 121, 145):
            with clock.travel(first + timedelta(hours=hours)):
                await payment_workflow.renew_subscriptions()
        payments = await list_payments()
        assert [(item.status, item.failure) for item in payments] == [
            ("succeeded", ""),
            ("failed", code),
        ]
        # The user has as much time to pay with another card as after other declines.
        with clock.travel(first + timedelta(hours=20)):
            assert (await get_subscription(cast.alice)).status == "past_due"
            started = await payment_workflow.pay_now(cast.alice)
            assert started is not None
            assert started.next_step is not None
        assert await count_requests_for_a_card() == 1
        with clock.travel(first + timedelta(hours=170)):
            await payment_workflow.renew_subscriptions()
        assert [row.status for row in await list_subscriptions()] == ["expired"]
        statuses = [item.status for item in await list_payments()]
        assert statuses == ["succeeded", "failed", "canceled"]


async def count_requests_for_a_card() -> int:
    """Return how many mails ask for another card. None of them announces another attempt."""
    async with read_session() as session:
        mails = list(await session.scalars(select(Mail)))
    assert not any("We try again" in mail.text for mail in mails)
    return sum("Add another card" in mail.text for mail in mails)
