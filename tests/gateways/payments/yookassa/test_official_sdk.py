"""Test that the official SDK of YooKassa can drive the stand-in."""

import asyncio

import pytest
from yookassa import Configuration, Payment, PaymentMethod, Refund, Settings
from yookassa.domain.exceptions import BadRequestError, NotFoundError, UnauthorizedError
from yookassa.domain.notification import WebhookNotificationFactory

from tests.yookassa_server import YooKassaServer


async def test_the_official_sdk_creates_pays_lists_and_refunds(yookassa: YooKassaServer) -> None:
    await asyncio.to_thread(_drive, yookassa)


def _drive(yookassa: YooKassaServer) -> None:
    shop = yookassa.shop
    Configuration.configure(shop.shop_id, shop.secret_key, api_url=yookassa.api_url)
    assert Settings.get_account_settings().account_id == shop.shop_id
    request = {
        "amount": {"value": "2.00", "currency": "RUB"},
        "confirmation": {"type": "embedded"},
        "capture": True,
        "save_payment_method": True,
        "description": "Plan",
        "metadata": {"payment_id": "1"},
    }
    payment = Payment.create(request, "key-1")
    assert (payment.status, payment.paid) == ("pending", False)
    assert payment.confirmation.confirmation_token.startswith("ct-")
    assert Payment.create(request, "key-1").id == payment.id
    with pytest.raises(BadRequestError) as error:
        Payment.create({**request, "description": "Other"}, "key-1")
    assert error.value.content["parameter"] == "Idempotence-Key"

    yookassa.pay(payment.id)
    paid = Payment.find_one(payment.id)
    assert (paid.status, str(paid.amount.value)) == ("succeeded", "2.00")
    assert (paid.payment_method.saved, paid.payment_method.card.last4) == (True, "4444")

    charge = {"amount": request["amount"], "capture": True, "description": "Renewal"}
    renewal = Payment.create({**charge, "payment_method_id": paid.payment_method.id}, "key-2")
    assert renewal.status == "succeeded"
    assert len(Payment.list({"limit": 1}).items) == 1

    refund = Refund.create({"payment_id": payment.id, "amount": request["amount"]}, "key-3")
    assert refund.status == "succeeded"
    with pytest.raises(BadRequestError):
        Refund.create({"payment_id": payment.id, "amount": request["amount"]}, "key-4")
    assert [item.id for item in Refund.list({"payment_id": payment.id}).items] == [refund.id]

    held = Payment.create({**request, "capture": False}, "key-5")
    yookassa.pay(held.id)
    assert Payment.capture(held.id, {"amount": request["amount"]}).status == "succeeded"

    notification = WebhookNotificationFactory().create(shop.notifications[0].to_document())
    assert (notification.event, notification.object.id) == ("payment.succeeded", payment.id)
    with pytest.raises(NotFoundError):
        Payment.find_one("unknown")
    Configuration.configure(shop.shop_id, "wrong", api_url=yookassa.api_url)
    with pytest.raises(UnauthorizedError):
        Settings.get_account_settings()


async def test_the_official_sdk_saves_a_card(yookassa: YooKassaServer) -> None:
    await asyncio.to_thread(_save_card, yookassa)


def _save_card(yookassa: YooKassaServer) -> None:
    shop = yookassa.shop
    Configuration.configure(shop.shop_id, shop.secret_key, api_url=yookassa.api_url)
    binding = {
        "type": "bank_card",
        "confirmation": {"type": "redirect", "return_url": "https://example.org/"},
        "metadata": {"setup_id": "1"},
    }
    method = PaymentMethod.create(binding, "key-6")
    assert (method.status, method.saved, method.metadata) == ("pending", False, {"setup_id": "1"})
    assert method.confirmation.confirmation_url.startswith(yookassa.url)
    yookassa.enter_card(method.id)
    saved = PaymentMethod.find_one(method.id)
    assert (saved.status, saved.saved, saved.card["last4"]) == ("active", True, "4444")
    with pytest.raises(BadRequestError):
        PaymentMethod.create({**binding, "type": "sbp"}, "key-7")
