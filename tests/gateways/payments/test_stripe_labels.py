"""Tests of what administrators see of a payment and its buyer in Stripe's Dashboard."""

from dataclasses import replace

import pytest

from community.gateways.payments.stripe.gateway import StripeGateway
from tests.gateways.payments.test_stripe_gateway import buy, make_charge, save_card
from tests.stand_ins.stripe import StripeStandIn
from tests.stand_ins.stripe.errors import ApiError


async def test_payment_and_customer_name_the_plan_and_the_buyer(
    stripe_server: StripeStandIn, gateway: StripeGateway
) -> None:
    await buy(stripe_server, gateway, user_id=7, description="Site: Plus")
    [customer] = stripe_server.list_kind("customer")
    [intent] = stripe_server.list_kind("payment_intent")
    assert intent["description"] == "Site: Plus"
    assert customer["email"] == "alice@example.com"
    assert customer["metadata"]["community_user_id"] == "7"
    # The site sends its own receipts.
    assert intent["receipt_email"] is None


async def test_a_renamed_plan_and_another_email_do_not_prevent_a_repeated_request(
    stripe_server: StripeStandIn, gateway: StripeGateway
) -> None:
    charge = make_charge(user_id=7)
    first = await gateway.create_payment(charge)
    renamed = replace(charge, description="Renamed", email="new@example.com")
    assert (await gateway.create_payment(renamed)).reference == first.reference
    [customer] = stripe_server.list_kind("customer")
    assert customer["email"] == "new@example.com"
    assert stripe_server.get("payment_intent", first.reference)["description"] == "Renamed"


async def test_a_renewal_has_a_description(
    stripe_server: StripeStandIn, gateway: StripeGateway
) -> None:
    method = await save_card(stripe_server, gateway)
    charge = make_charge(method=method, saves_method=False, description="Site: Plus, renewal")
    paid = await gateway.create_payment(charge)
    assert paid.status == "succeeded"
    intent = stripe_server.get("payment_intent", paid.reference)
    assert intent["description"] == "Site: Plus, renewal"


async def test_a_failed_label_does_not_prevent_the_payment(
    stripe_server: StripeStandIn, gateway: StripeGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_values: object) -> None:
        raise ApiError("no access", status=403)

    monkeypatch.setattr(StripeStandIn, "update", refuse)
    assert (await buy(stripe_server, gateway)).status == "succeeded"


async def test_an_erased_buyer_is_no_longer_named(
    stripe_server: StripeStandIn, gateway: StripeGateway
) -> None:
    method = (await buy(stripe_server, gateway, user_id=7)).method
    assert method is not None
    await gateway.detach_method(method, forgets_customer=True)
    [customer] = stripe_server.list_kind("customer")
    assert (customer["email"], customer["metadata"].get("community_user_id")) == (None, None)
