"""Tests of the gateway to Stripe: the official SDK against the stand-in."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from io import StringIO
from typing import Any
from uuid import uuid4

import httpx
import pytest

from community.gateways.payments import (
    Charge,
    PaymentProviderError,
    ProviderPayment,
    ProviderUnavailable,
    SavedMethod,
)
from community.gateways.payments.stripe.gateway import StripeGateway
from community.gateways.payments.stripe.objects import from_stripe_amount, to_stripe_amount
from tests.stand_ins.stripe import StripeStandIn
from tests.stand_ins.stripe.returns import (
    answer_dispute,
    close_dispute,
    complete_refund,
    fail_refund,
    open_dispute,
)
from tests.stripe_server import make_gateway

BEGINNING = datetime(2000, 1, 1, tzinfo=UTC)


def make_charge(**values: Any) -> Charge:
    defaults: dict[str, Any] = {
        "payment_id": uuid4(),
        "amount": 500,
        "currency": "EUR",
        "description": "Plus",
        "email": "alice@example.com",
        "saves_method": True,
        "return_url": "http://localhost/plans/payments/1",
    }
    return Charge(**{**defaults, **values})


async def buy(
    server: StripeStandIn, gateway: StripeGateway, token: str = "pm_card_visa", **values: Any
) -> ProviderPayment:
    created = await gateway.create_payment(make_charge(**values))
    server.pay(created.reference, token, return_url="http://localhost/")
    return await gateway.fetch_payment(created.reference)


async def save_card(
    server: StripeStandIn, gateway: StripeGateway, token: str = "pm_card_visa"
) -> SavedMethod:
    paid = await buy(server, gateway, token)
    if paid.status == "requires_action":
        server.authenticate(paid.reference, accepts=True)
        paid = await gateway.fetch_payment(paid.reference)
    assert paid.method is not None
    return paid.method


async def test_a_buyer_pays_in_the_browser(
    stripe_server: StripeStandIn, gateway: StripeGateway
) -> None:
    charge = make_charge()
    created = await gateway.create_payment(charge)
    assert (created.status, created.amount, created.currency) == ("requires_action", 500, "EUR")
    assert created.payment_id == charge.payment_id
    assert created.next_step is not None
    assert created.next_step.kind == "stripe"
    assert created.next_step.values["client_secret"].startswith(f"{created.reference}_secret_")
    stripe_server.pay(created.reference, "pm_card_visa", return_url="http://localhost/")
    paid = await gateway.fetch_payment(created.reference)
    assert (paid.status, paid.next_step, paid.failure) == ("succeeded", None, "")
    assert [(item.kind, item.amount, item.currency) for item in paid.movements] == [
        ("charge", 500, "EUR")
    ]
    method = paid.method
    assert method is not None
    assert (method.brand, method.last4, method.expires) == ("visa", "4242", "2034-12")
    assert method.customer.startswith("cus_")


async def test_a_payment_that_is_not_renewed_saves_no_card(
    stripe_server: StripeStandIn, gateway: StripeGateway
) -> None:
    paid = await buy(stripe_server, gateway, saves_method=False)
    assert (paid.status, paid.method) == ("succeeded", None)
    assert stripe_server.list_kind("customer") == []


async def test_the_same_payment_is_created_once(
    stripe_server: StripeStandIn, gateway: StripeGateway
) -> None:
    charge = make_charge()
    renamed = replace(charge, description="Another name", email="new@example.com")
    created = await asyncio.gather(
        *(gateway.create_payment(item) for item in (charge, charge, renamed))
    )
    assert len({item.reference for item in created}) == 1
    assert len(stripe_server.list_kind("payment_intent")) == 1
    with pytest.raises(PaymentProviderError):
        await gateway.create_payment(replace(charge, amount=900))


@pytest.mark.parametrize(
    ("token", "failure"),
    [
        ("pm_card_visa_chargeDeclined", "generic_decline"),
        ("pm_card_visa_chargeDeclinedInsufficientFunds", "insufficient_funds"),
        ("pm_card_chargeDeclinedExpiredCard", "expired_card"),
    ],
)
async def test_a_buyer_whose_card_is_declined_can_try_another(
    stripe_server: StripeStandIn, gateway: StripeGateway, token: str, failure: str
) -> None:
    declined = await buy(stripe_server, gateway, token)
    assert (declined.status, declined.failure) == ("requires_action", failure)
    assert declined.movements == ()
    stripe_server.pay(declined.reference, "pm_card_visa", return_url="http://localhost/")
    assert (await gateway.fetch_payment(declined.reference)).status == "succeeded"


@pytest.mark.parametrize("accepts", [True, False])
async def test_a_bank_asks_for_a_confirmation(
    stripe_server: StripeStandIn, gateway: StripeGateway, accepts: bool
) -> None:
    asked = await buy(stripe_server, gateway, "pm_card_authenticationRequired")
    assert asked.status == "requires_action"
    stripe_server.authenticate(asked.reference, accepts=accepts)
    answered = await gateway.fetch_payment(asked.reference)
    if accepts:
        assert (answered.status, answered.failure) == ("succeeded", "")
    else:
        assert answered.failure == "payment_intent_authentication_failure"


async def test_a_saved_card_is_charged_once_without_the_buyer(
    stripe_server: StripeStandIn, gateway: StripeGateway
) -> None:
    method = await save_card(stripe_server, gateway)
    charge = make_charge(method=method, saves_method=False)
    first = await gateway.create_payment(charge)
    assert (first.status, first.payment_id) == ("succeeded", charge.payment_id)
    # Stripe forgets the keys after a day.
    stripe_server.answers.clear()
    assert (await gateway.create_payment(charge)).reference == first.reference
    assert len(stripe_server.list_kind("payment_intent")) == 2


@pytest.mark.parametrize(
    ("token", "status", "failure"),
    [
        ("pm_card_chargeCustomerFail", "failed", "generic_decline"),
        ("pm_card_authenticationRequired", "requires_action", "authentication_required"),
    ],
)
async def test_a_charge_without_the_buyer_fails_or_waits_for_their_confirmation(
    stripe_server: StripeStandIn, gateway: StripeGateway, token: str, status: str, failure: str
) -> None:
    method = await save_card(stripe_server, gateway, token)
    charge = make_charge(method=method, saves_method=False)
    for _attempt in range(2):
        reported = await gateway.create_payment(charge)
        assert (reported.status, reported.failure) == (status, failure)
        assert reported.movements == ()
        # The buyer can confirm the same payment with the same method.
        assert reported.next_step is not None
        assert reported.next_step.values["purpose"] == "confirm"
        assert reported.next_step.values["payment_method"] == method.reference


async def test_a_card_that_was_confirmed_once_is_charged_without_the_buyer(
    stripe_server: StripeStandIn, gateway: StripeGateway
) -> None:
    method = await save_card(stripe_server, gateway, "pm_card_authenticationRequiredOnSetup")
    charged = await gateway.create_payment(make_charge(method=method, saves_method=False))
    assert charged.status == "succeeded"


async def test_cancel_returns_the_state_of_a_payment_that_has_ended(
    stripe_server: StripeStandIn, gateway: StripeGateway
) -> None:
    created = await gateway.create_payment(make_charge())
    for _attempt in range(2):
        assert (await gateway.cancel_payment(created.reference)).status == "canceled"
    paid = await buy(stripe_server, gateway)
    assert (await gateway.cancel_payment(paid.reference)).status == "succeeded"


async def test_money_is_returned_once_for_each_key(
    stripe_server: StripeStandIn, gateway: StripeGateway
) -> None:
    paid = await buy(stripe_server, gateway)
    for key in ("a", "a", "b"):
        refunded = await gateway.refund(paid.reference, 200, "EUR", key)
    assert sorted(item.amount for item in refunded.movements) == [-200, -200, 500]
    with pytest.raises(PaymentProviderError):
        await gateway.refund(paid.reference, 200, "EUR", "c")


@pytest.mark.parametrize(("is_won", "total"), [(True, 500), (False, 0)])
async def test_a_dispute_takes_the_money_until_it_is_won(
    stripe_server: StripeStandIn, gateway: StripeGateway, is_won: bool, total: int
) -> None:
    paid = await buy(stripe_server, gateway)
    dispute = open_dispute(stripe_server, paid.reference)
    disputed = await gateway.fetch_payment(paid.reference)
    assert sum(item.amount for item in disputed.movements) == 0
    close_dispute(stripe_server, dispute, is_won=is_won)
    closed = await gateway.fetch_payment(paid.reference)
    assert sum(item.amount for item in closed.movements) == total
    listed = [item async for _reference, item in gateway.list_movements(BEGINNING)]
    assert sorted(listed, key=str) == sorted(closed.movements, key=str)


async def test_a_refund_that_fails_gives_the_money_back_to_the_site(
    stripe_server: StripeStandIn, gateway: StripeGateway
) -> None:
    paid = await buy(stripe_server, gateway)
    await gateway.refund(paid.reference, 500, "EUR", "all")
    [refund] = stripe_server.list_kind("refund")
    fail_refund(stripe_server, refund)
    failed = await gateway.fetch_payment(paid.reference)
    assert [(item.kind, item.amount) for item in failed.movements] == [
        ("charge", 500),
        ("refund", -500),
        ("refund_failed", 500),
    ]
    assert [(item.key, item.status, item.failure) for item in failed.refunds] == [
        ("all", "failed", "lost_or_stolen_card")
    ]
    listed = [item async for _reference, item in gateway.list_movements(BEGINNING)]
    assert sorted(listed, key=str) == sorted(failed.movements, key=str)


async def test_a_pending_refund_moves_money_when_it_succeeds(
    stripe_server: StripeStandIn, gateway: StripeGateway
) -> None:
    stripe_server.has_slow_refunds = True
    paid = await buy(stripe_server, gateway)
    pending = await gateway.refund(paid.reference, 200, "EUR", "part")
    assert [item.status for item in pending.refunds] == ["pending"]
    assert sum(item.amount for item in pending.movements) == 500
    complete_refund(stripe_server, stripe_server.list_kind("refund")[0])
    done = await gateway.fetch_payment(paid.reference)
    assert sum(item.amount for item in done.movements) == 300


async def test_a_dispute_has_a_reason_and_a_deadline(
    stripe_server: StripeStandIn, gateway: StripeGateway
) -> None:
    paid = await buy(stripe_server, gateway)
    dispute = open_dispute(stripe_server, paid.reference)
    [opened] = (await gateway.fetch_payment(paid.reference)).disputes
    assert (opened.status, opened.reason, opened.amount) == ("needs_response", "fraudulent", 500)
    assert opened.due_by == datetime.fromtimestamp(dispute["evidence_details"]["due_by"], UTC)
    assert opened.is_test
    answer_dispute(stripe_server, dispute)
    [answered] = (await gateway.fetch_payment(paid.reference)).disputes
    assert answered.status == "under_review"


async def test_an_inquiry_moves_no_money(
    stripe_server: StripeStandIn, gateway: StripeGateway
) -> None:
    paid = await buy(stripe_server, gateway)
    open_dispute(stripe_server, paid.reference, is_inquiry=True)
    asked = await gateway.fetch_payment(paid.reference)
    assert [item.status for item in asked.disputes] == ["needs_response"]
    assert sum(item.amount for item in asked.movements) == 500


async def test_movements_are_listed_over_several_pages(
    stripe_server: StripeStandIn, gateway: StripeGateway
) -> None:
    paid = await buy(stripe_server, gateway)
    charge = stripe_server.list_kind("charge")[0]
    for number in range(150):
        copied = {**charge, "id": f"ch_{number}"}
        stripe_server.objects[copied["id"]] = copied
    # The account is also used for something else.
    stripe_server.objects["pi_other"] = {
        **stripe_server.get("payment_intent", paid.reference),
        "id": "pi_other",
        "metadata": {},
    }
    stripe_server.objects["ch_other"] = {**charge, "id": "ch_other", "payment_intent": "pi_other"}
    listed = [item.reference async for _reference, item in gateway.list_movements(BEGINNING)]
    assert len(listed) == len(set(listed)) == 151
    assert "ch_other" not in listed


@pytest.mark.parametrize("key", ["sk_test_wrong", "pk_test_stand_in"])
async def test_wrong_keys_are_refused(stripe_server: StripeStandIn, key: str) -> None:
    await make_gateway(stripe_server).check_keys()
    with pytest.raises(PaymentProviderError) as error:
        await make_gateway(stripe_server, secret_key=key).check_keys()
    assert not isinstance(error.value, ProviderUnavailable)


async def test_a_provider_that_is_down_is_unavailable(
    stripe_server: StripeStandIn, gateway: StripeGateway
) -> None:
    stripe_server.is_down = True
    with pytest.raises(ProviderUnavailable):
        await gateway.check_keys()
    stripe_server.url = "http://127.0.0.1:9"
    with pytest.raises(ProviderUnavailable):
        await make_gateway(stripe_server).check_keys()


async def test_neither_logs_nor_errors_contain_messages_of_stripe(
    stripe_server: StripeStandIn, gateway: StripeGateway, log_output: StringIO
) -> None:
    method = await save_card(stripe_server, gateway, "pm_card_chargeCustomerFail")
    await gateway.create_payment(make_charge(method=method))
    with pytest.raises(PaymentProviderError) as error:
        await gateway.fetch_payment("pi_unknown")
    assert (str(error.value), error.value.__suppress_context__) == ("resource_missing", True)
    assert "0341" not in log_output.getvalue()
    assert "declined" not in log_output.getvalue()


@pytest.mark.parametrize(
    ("amount", "currency", "stripe_amount"),
    [(500, "EUR", 500), (500, "JPY", 500), (5_000, "KWD", 5_000), (500, "RSD", 50_000)],
)
def test_amounts_have_the_decimals_that_stripe_uses(
    amount: int, currency: str, stripe_amount: int
) -> None:
    assert to_stripe_amount(amount, currency) == stripe_amount
    assert from_stripe_amount(stripe_amount, currency) == amount


async def test_the_stand_in_refuses_what_stripe_refuses(stripe_server: StripeStandIn) -> None:
    headers = {"Authorization": f"Bearer {stripe_server.secret_key}"}
    valid = {"amount": "500", "currency": "eur"}
    async with httpx.AsyncClient(base_url=stripe_server.url, headers=headers) as client:
        for changes, code in [
            ({"colour": "red"}, "parameter_unknown"),
            ({"amount": "5.5"}, "parameter_invalid_integer"),
            ({"amount": "1"}, "amount_too_small"),
            ({"currency": "EUR"}, None),
            ({"off_session": "true"}, None),
            ({"customer": "cus_unknown"}, "resource_missing"),
        ]:
            answer = await client.post("/v1/payment_intents", data={**valid, **changes})
            assert answer.status_code in {400, 404}
            assert answer.json()["error"].get("code") == code
        assert (await client.post("/v1/payment_intents", data=valid)).status_code == 200
        assert (await client.get("/v1/charges?limit=101")).status_code == 400
