"""Tests of the gateway to YooKassa with its stand-in."""

import json
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest

from community.core import clock
from community.gateways.payments import (
    CURRENCY_NOT_ACCEPTED,
    METHOD_UNKNOWN,
    Charge,
    InvalidWebhook,
    PaymentProviderError,
    ProviderPayment,
    ProviderUnavailable,
    SavedMethod,
)
from community.gateways.payments.yookassa import client as yookassa_client
from community.gateways.payments.yookassa.client import YooKassaClient
from community.gateways.payments.yookassa.gateway import CONFIRMATION_LIFETIME
from tests.stand_ins.yookassa import CARDS
from tests.yookassa_server import YooKassaServer

DAY = timedelta(days=1)


def make_charge(**changes: Any) -> Charge:
    charge = Charge(
        payment_id=uuid4(),
        amount=49_900,
        currency="RUB",
        description="Community: Plus",
        saves_method=True,
        created_at=clock.now(),
    )
    return replace(charge, **changes)


async def save_method(yookassa: YooKassaServer, card: str = "success") -> SavedMethod:
    """Return the method with which a first payment was made."""
    payment = await yookassa.gateway.create_payment(make_charge())
    yookassa.pay(payment.reference, card)
    method = (await yookassa.gateway.fetch_payment(payment.reference)).method
    assert method is not None
    return method


async def pay(yookassa: YooKassaServer, **changes: Any) -> ProviderPayment:
    payment = await yookassa.gateway.create_payment(make_charge(**changes))
    yookassa.pay(payment.reference)
    return await yookassa.gateway.fetch_payment(payment.reference)


async def test_a_payment_begins_with_the_token_of_the_widget(yookassa: YooKassaServer) -> None:
    charge = make_charge()
    payment = await yookassa.gateway.create_payment(charge)
    assert (payment.status, payment.amount, payment.currency) == ("requires_action", 49_900, "RUB")
    assert (payment.payment_id, payment.movements) == (charge.payment_id, ())
    assert payment.next_step is not None
    assert payment.next_step.kind == "yookassa"
    assert payment.next_step.values["token"].startswith("ct-")
    stored = yookassa.shop.payments[payment.reference]
    assert (stored.amount, stored.captures) == (Decimal("499.00"), True)
    # After a reload the page needs the token again.
    fetched = await yookassa.gateway.fetch_payment(payment.reference)
    assert fetched.next_step == payment.next_step


async def test_a_paid_payment_has_a_saved_method_and_a_movement(yookassa: YooKassaServer) -> None:
    payment = await pay(yookassa)
    assert (payment.status, payment.next_step) == ("succeeded", None)
    assert payment.method is not None
    assert (payment.method.brand, payment.method.last4) == ("mastercard", "4444")
    assert payment.method.expires == "2031-07"
    assert [(item.kind, item.amount) for item in payment.movements] == [("charge", 49_900)]


async def test_a_payment_that_saves_no_method_has_none(yookassa: YooKassaServer) -> None:
    assert (await pay(yookassa, saves_method=False)).method is None


async def test_a_repeated_request_creates_one_payment(yookassa: YooKassaServer) -> None:
    charge = make_charge()
    first = await yookassa.gateway.create_payment(charge)
    assert (await yookassa.gateway.create_payment(charge)).reference == first.reference
    renamed = replace(charge, description="Community: Pro")
    assert (await yookassa.gateway.create_payment(renamed)).reference == first.reference


@pytest.mark.parametrize("failure", ["before", "after"])
async def test_a_request_without_an_answer_is_sent_again(
    yookassa: YooKassaServer, failure: str
) -> None:
    yookassa.api.failures = [failure, failure]
    await yookassa.gateway.create_payment(make_charge())
    assert len(yookassa.shop.payments) == 1
    assert yookassa.api.requests == ["POST /v3/payments"] * 3


async def test_a_provider_that_never_answers_is_unavailable(yookassa: YooKassaServer) -> None:
    yookassa.api.failures = ["after"] * 3
    with pytest.raises(ProviderUnavailable):
        await yookassa.gateway.create_payment(make_charge())
    closed = YooKassaClient("1", "key", "http://127.0.0.1:1/v3")
    with pytest.raises(ProviderUnavailable):
        await replace(yookassa.gateway, client=closed).check_keys()


async def test_a_card_is_charged_once_although_the_key_was_forgotten(
    yookassa: YooKassaServer,
) -> None:
    method = await save_method(yookassa)
    charge = make_charge(method=method, saves_method=False)
    yookassa.api.failures = ["after"] * 3
    with pytest.raises(ProviderUnavailable):
        await yookassa.gateway.create_payment(charge)
    with yookassa.travel(2 * DAY):
        payment = await yookassa.gateway.create_payment(charge)
    assert payment.status == "succeeded"
    assert yookassa.shop.compute_balance("RUB") == 2 * Decimal("499.00")


async def test_a_saved_method_is_charged_without_the_buyer(yookassa: YooKassaServer) -> None:
    method = await save_method(yookassa)
    charge = make_charge(method=method, saves_method=False)
    assert (await yookassa.gateway.create_payment(charge)).status == "succeeded"
    declined = await save_method(yookassa, "renewal_declined")
    payment = await yookassa.gateway.create_payment(make_charge(method=declined))
    assert (payment.status, payment.failure) == ("failed", "insufficient_funds")
    slow = await save_method(yookassa)
    yookassa.shop.methods[slow.reference].card = CARDS["slow"]
    payment = await yookassa.gateway.create_payment(make_charge(method=slow))
    assert (payment.status, payment.next_step) == ("processing", None)


async def test_a_refused_payment_has_failed(yookassa: YooKassaServer) -> None:
    refused: list[tuple[dict[str, Any], str]] = [
        ({"method": SavedMethod("unknown")}, METHOD_UNKNOWN),
        ({"currency": "USD"}, CURRENCY_NOT_ACCEPTED),
        ({"amount": 50}, "invalid_request: amount.value"),
    ]
    for changes, failure in refused:
        payment = await yookassa.gateway.create_payment(make_charge(**changes))
        assert (payment.status, payment.reference, payment.failure) == ("failed", "", failure)


async def test_a_shop_that_may_not_save_methods_takes_single_payments(
    yookassa: YooKassaServer,
) -> None:
    yookassa.shop.allows_recurring = False
    charge = make_charge()
    first = await yookassa.gateway.create_payment(charge)
    assert first.status == "requires_action"
    assert (await yookassa.gateway.create_payment(charge)).reference == first.reference
    payment = await yookassa.gateway.create_payment(make_charge(method=SavedMethod("1")))
    assert (payment.status, payment.failure) == ("failed", "forbidden")


async def test_wrong_keys_are_no_decline(yookassa: YooKassaServer) -> None:
    wrong = YooKassaClient(yookassa.shop.shop_id, "wrong", yookassa.api_url)
    with pytest.raises(PaymentProviderError):
        await replace(yookassa.gateway, client=wrong).create_payment(make_charge())


async def test_an_unconfirmed_payment_cannot_be_canceled_at_once(yookassa: YooKassaServer) -> None:
    payment = await yookassa.gateway.create_payment(make_charge())
    canceled = await yookassa.gateway.cancel_payment(payment.reference)
    assert (canceled.status, canceled.next_step) == ("canceled", None)
    assert canceled.payable_until is not None
    assert timedelta(0) < canceled.payable_until - clock.now() <= CONFIRMATION_LIFETIME
    with yookassa.travel(CONFIRMATION_LIFETIME):
        ended = await yookassa.gateway.cancel_payment(payment.reference)
    assert (ended.status, ended.failure, ended.payable_until) == ("canceled", "", None)


async def test_a_held_payment_is_canceled_and_a_paid_one_stays(yookassa: YooKassaServer) -> None:
    held = await yookassa.gateway.create_payment(make_charge())
    yookassa.shop.payments[held.reference].captures = False
    yookassa.pay(held.reference)
    assert (await yookassa.gateway.fetch_payment(held.reference)).status == "processing"
    canceled = await yookassa.gateway.cancel_payment(held.reference)
    assert (canceled.status, canceled.payable_until) == ("canceled", None)
    paid = await pay(yookassa)
    assert (await yookassa.gateway.cancel_payment(paid.reference)).status == "succeeded"
    slow = await yookassa.gateway.create_payment(make_charge())
    yookassa.pay(slow.reference, "slow")
    assert (await yookassa.gateway.cancel_payment(slow.reference)).status == "processing"


async def test_a_decline_that_ends_the_payment_says_why(yookassa: YooKassaServer) -> None:
    yookassa.shop.retries_declined = False
    payment = await yookassa.gateway.create_payment(make_charge())
    yookassa.pay(payment.reference, "expired")
    failed = await yookassa.gateway.fetch_payment(payment.reference)
    assert (failed.status, failed.failure) == ("failed", "card_expired")


async def test_refunds_are_movements_as_soon_as_they_succeed(yookassa: YooKassaServer) -> None:
    payment = await pay(yookassa)
    for _ in range(2):
        await yookassa.gateway.refund(payment.reference, 10_000, "RUB", "part")
    yookassa.shop.has_slow_refunds = True
    refunded = await yookassa.gateway.refund(payment.reference, 39_900, "RUB", "rest")
    assert [item.amount for item in refunded.movements] == [49_900, -10_000]
    with pytest.raises(PaymentProviderError):
        await yookassa.gateway.refund(payment.reference, 1, "RUB", "more")
    yookassa.shop.complete_refund(list(yookassa.shop.refunds)[1])
    refunded = await yookassa.gateway.fetch_payment(payment.reference)
    assert sum(item.amount for item in refunded.movements) == 0
    assert len({item.reference for item in refunded.movements}) == 3


async def test_all_movements_are_listed(
    yookassa: YooKassaServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(yookassa_client, "PAGE_SIZE", 2)
    await pay(yookassa, amount=100)
    with yookassa.travel(DAY):
        since = clock.now()
        for amount in (200, 300, 400):
            payment = await pay(yookassa, amount=amount)
        await yookassa.gateway.refund(payment.reference, 50, "RUB", "part")
        await yookassa.gateway.create_payment(make_charge())
        movements = [item async for item in yookassa.gateway.list_movements(since)]
        all_movements = [item async for item in yookassa.gateway.list_movements(since - 2 * DAY)]
    assert sorted(movement.amount for _, movement in movements) == [-50, 200, 300, 400]
    assert movements[-1][0] == payment.reference
    assert len(all_movements) == len(movements) + 1


async def test_keys_are_checked(yookassa: YooKassaServer) -> None:
    await yookassa.gateway.check_keys()
    yookassa.shop.is_enabled = False
    with pytest.raises(PaymentProviderError):
        await yookassa.gateway.check_keys()
    wrong = YooKassaClient(yookassa.shop.shop_id, "wrong", yookassa.api_url)
    with pytest.raises(PaymentProviderError) as error:
        await replace(yookassa.gateway, client=wrong).check_keys()
    assert "wrong" not in str(error.value)


async def test_the_id_of_a_payment_is_not_a_path(yookassa: YooKassaServer) -> None:
    for reference in ("", "../me", "a/b", "x" * 65, "é"):
        with pytest.raises(PaymentProviderError):
            await yookassa.gateway.fetch_payment(reference)
    assert yookassa.api.requests == []


async def test_notifications_name_a_payment(yookassa: YooKassaServer) -> None:
    payment = await pay(yookassa)
    await yookassa.gateway.refund(payment.reference, 100, "RUB", "part")
    bodies = [json.dumps(item.to_document()).encode() for item in yookassa.shop.notifications]
    events = [yookassa.gateway.read_webhook(body, {}) for body in bodies]
    assert [event.kind for event in events if event] == ["payment.succeeded", "refund.succeeded"]
    assert {event.reference for event in events if event} == {payment.reference}
    assert events[0] == yookassa.gateway.read_webhook(bodies[0], {})
    forged = yookassa.gateway.read_webhook(bodies[0] + b" ", {})
    assert forged is not None
    assert events[0] is not None
    assert forged.event_id != events[0].event_id
    other = {"type": "notification", "event": "payout.succeeded", "object": {"id": "1"}}
    assert yookassa.gateway.read_webhook(json.dumps(other).encode(), {}) is None


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"[]", b"null", b'"x"', b"{", b"{}", b"\xff", b"[" * 100_000),
        b'{"type":"notification","event":"payment.succeeded","object":[]}',
        b'{"type":"notification","event":"payment.succeeded","object":{"id":1}}',
        b'{"type":"notification","event":"payment.succeeded","object":{"id":"../me"}}',
        b'{"type":"notification","event":"refund.succeeded","object":{"id":"1"}}',
        b'{"type":"notification","event":[],"object":{"id":"1"}}',
        b'{"type":"other","event":"payment.succeeded","object":{"id":"1"}}',
    ],
)
async def test_a_message_that_is_no_notification_is_refused(
    yookassa: YooKassaServer, body: bytes
) -> None:
    with pytest.raises(InvalidWebhook):
        yookassa.gateway.read_webhook(body, {})


async def test_a_shop_that_needs_receipts_gets_the_data_for_them(yookassa: YooKassaServer) -> None:
    yookassa.shop.needs_receipts = True
    charge = make_charge(email="alice@example.com")
    assert (await yookassa.gateway.create_payment(charge)).failure == "invalid_request: receipt"
    gateway = replace(yookassa.gateway, vat_code=1)
    payment = await gateway.create_payment(make_charge(email="alice@example.com"))
    assert payment.status == "requires_action"
    # Without the setting, the address stays at the site.
    assert (await yookassa.gateway.create_payment(make_charge(email=""))).status == "failed"
