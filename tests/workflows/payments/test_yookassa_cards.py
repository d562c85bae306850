"""Tests of replacing the saved card of a subscription at YooKassa, which its stand-in plays."""

import json
from collections.abc import AsyncIterator
from datetime import timedelta
from uuid import UUID

import pytest

from community import jobs
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.gateways.payments.yookassa import client as yookassa_client
from community.models import PaymentMethodSetup
from community.workflows import payments
from tests.cast import Cast
from tests.workflows.payments.buyers import get_subscription, list_payments, load_payment, start
from tests.yookassa_server import YooKassaServer, run_yookassa, sell_with_yookassa

DAY = timedelta(days=1)


@pytest.fixture
async def yookassa(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[YooKassaServer]:
    """Run the stand-in, at which Alice has bought a plan."""
    monkeypatch.setattr(yookassa_client, "RETRY_DELAYS", (0, 0))
    async with run_yookassa() as server:
        plan = await sell_with_yookassa(cast.olga, server)
        payment_id = (await start(cast.alice, plan)).payment.id
        server.pay((await load_payment(payment_id)).reference, "renewal_declined")
        await payments.confirm_payment(cast.alice, payment_id)
        server.shop.notifications.clear()
        yield server


async def begin(actor: Actor) -> tuple[UUID, str]:
    """Begin to replace the card, and return the id of the setup and that of YooKassa."""
    setup_id = (await payments.start_setup(actor)).setup.id
    async with read_session() as session:
        return setup_id, (await session.get_one(PaymentMethodSetup, setup_id)).reference


async def deliver(server: YooKassaServer) -> list[bool]:
    """Send all notifications twice, and return which ones the site has stored."""
    stored = []
    for notification in server.shop.notifications:
        body = json.dumps(notification.to_document()).encode()
        for _copy in range(2):
            event = await payments.read_event("yookassa", body, {})
            if event is not None:
                stored.append(await payments.store_event("yookassa", event))
    await jobs.run_due_jobs()
    return stored


async def get_last4(actor: Actor) -> str:
    method = (await get_subscription(actor)).payment_method
    return method.last4 if method else ""


async def test_a_notification_saves_the_card_and_renewals_charge_it(
    cast: Cast, yookassa: YooKassaServer
) -> None:
    started = await payments.start_setup(cast.alice)
    assert started.next_step is not None
    assert started.next_step.kind == "redirect"
    assert started.next_step.values["url"].startswith(yookassa.url)
    _id, reference = await begin(cast.alice)
    assert yookassa.enter_card(reference, "confirmation") == "confirm"
    yookassa.api.bindings.get(reference).answer_bank(accepts=True)
    assert await deliver(yookassa) == [True, False]
    assert await get_last4(cast.alice) == "4477"
    left = (await get_subscription(cast.alice)).access_until - clock.now()
    with yookassa.travel(left):
        assert (await payments.renew_subscriptions()).renewed == 1


async def test_a_forged_notification_saves_nothing(cast: Cast, yookassa: YooKassaServer) -> None:
    setup_id, reference = await begin(cast.alice)
    notification = {
        "type": "notification",
        "event": "payment_method.active",
        "object": {"id": reference, "status": "active", "saved": True},
    }
    event = await payments.read_event("yookassa", json.dumps(notification).encode(), {})
    assert event is not None
    await payments.store_event("yookassa", event)
    await jobs.run_due_jobs()
    started = await payments.continue_setup(cast.alice, setup_id)
    assert started.setup.status == "pending"
    notification["object"] = {"id": "30f5bf6f-000f-5000-8000-000000000000"}
    body = json.dumps(notification).encode()
    assert await payments.read_event("yookassa", body, {}) is None


async def test_a_failed_renewal_is_charged_to_the_new_card(
    cast: Cast, yookassa: YooKassaServer
) -> None:
    left = (await get_subscription(cast.alice)).access_until - clock.now() - DAY / 2
    with yookassa.travel(left):
        assert (await payments.renew_subscriptions()).declined == 1
        _id, reference = await begin(cast.alice)
        yookassa.enter_card(reference)
        # No notification has arrived, and the page is closed.
        await payments.check_pending_payments()
        assert (await get_subscription(cast.alice)).status == "active"
    statuses = [payment.status for payment in await list_payments()]
    assert statuses == ["succeeded", "failed", "succeeded"]


async def test_a_link_that_was_not_used_ends_the_setup(
    cast: Cast, yookassa: YooKassaServer
) -> None:
    setup_id, _reference = await begin(cast.alice)
    with yookassa.travel(timedelta(hours=2)):
        await payments.check_pending_payments()
        started = await payments.continue_setup(cast.alice, setup_id)
        assert (started.setup.status, started.setup.failure) == ("failed", "")
        assert (await begin(cast.alice))[0] != setup_id
    assert await get_last4(cast.alice) == "0341"


async def test_a_shop_that_may_not_save_cards_says_so(cast: Cast, yookassa: YooKassaServer) -> None:
    yookassa.shop.allows_bindings = False
    setup = (await payments.start_setup(cast.alice)).setup
    assert setup.status == "failed"
    assert "can't be replaced here" in setup.failure


async def test_a_request_whose_answer_was_lost_is_repeated(
    cast: Cast, yookassa: YooKassaServer
) -> None:
    yookassa.api.failures = ["after"]
    await begin(cast.alice)
    assert len(yookassa.api.bindings.items) == 1
