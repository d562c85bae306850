"""Tests of which payment methods of Stripe the site saves."""

from uuid import uuid4

import pytest

from community.gateways.payments import MethodSetup, SavedMethod, UnknownObject
from community.gateways.payments.stripe.gateway import StripeGateway
from community.gateways.payments.stripe.objects import read_payment
from tests.gateways.payments.test_stripe_gateway import buy, make_charge
from tests.stand_ins.stripe import StripeStandIn
from tests.stand_ins.stripe.setups import enter_card


@pytest.mark.parametrize("kind", ["ideal", "bancontact", "sofort"])
async def test_a_bank_redirect_saves_the_direct_debit_that_it_has_created(
    stripe_server: StripeStandIn, gateway: StripeGateway, kind: str
) -> None:
    paid = await buy(stripe_server, gateway, f"pm_{kind}")
    assert paid.method is not None
    assert (paid.method.brand, paid.method.last4) == ("sepa_debit", "3000")
    assert stripe_server.get("payment_method", paid.method.reference)["type"] == "sepa_debit"
    charge = make_charge(method=paid.method, saves_method=False)
    assert (await gateway.create_payment(charge)).status == "succeeded"


@pytest.mark.parametrize("kind", ["ideal", "bancontact"])
async def test_a_setup_with_a_bank_redirect_saves_the_direct_debit(
    stripe_server: StripeStandIn, gateway: StripeGateway, kind: str
) -> None:
    created = await gateway.create_setup(MethodSetup(uuid4()))
    enter_card(stripe_server, created.reference, f"pm_{kind}")
    saved = (await gateway.fetch_setup(created.reference)).method
    assert saved is not None
    assert stripe_server.get("payment_method", saved.reference)["type"] == "sepa_debit"


@pytest.mark.parametrize("kind", ["ideal", "klarna", "multibanco", "wechat_pay"])
def test_a_method_that_can_be_used_once_is_not_saved(kind: str) -> None:
    intent = {
        "id": "pi_1",
        "status": "succeeded",
        "amount": 500,
        "currency": "eur",
        "customer": "cus_1",
        "payment_method": {"id": "pm_1", "type": kind, kind: {}},
        "latest_charge": None,
    }
    assert read_payment(intent, script_values={}).method is None


async def test_a_card_is_detached_once(
    stripe_server: StripeStandIn, gateway: StripeGateway
) -> None:
    method = (await buy(stripe_server, gateway)).method
    assert method is not None
    for _attempt in "ab":
        await gateway.detach_method(method)
        assert stripe_server.get("payment_method", method.reference)["customer"] is None
    with pytest.raises(UnknownObject):
        await gateway.detach_method(SavedMethod("pm_unknown", "cus_unknown"))
