"""Tests of the VAT in payments, renewals, changes of the plan and documents."""

from datetime import timedelta
from typing import Any

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.errors import Conflict
from community.domain import site, subscriptions
from community.domain.subscriptions.credit import get_balance
from community.domain.subscriptions.vat import compute_added_vat
from community.state.pages.payments.plans_content import get_plans_page
from community.workflows import payments
from tests.cast import Cast
from tests.domain.actions import run
from tests.workflows.payments.buyers import (
    SANDBOX,
    add_plan,
    buy,
    get_subscription,
    list_payments,
    load_payment,
    sell,
    start,
)
from tests.workflows.payments.test_invoices import list_documents

SELLER = {"seller_country": "DE", "seller_tax_id": "DE123456789", "vat_rates": "DE 19\nFR 20"}


async def charge_vat(cast: Cast, mode: str, **values: Any) -> None:
    section = site.PaymentSettings(
        provider="sandbox",
        **{**SELLER, "vat_mode": mode, **values},
    )
    await run(site.update_settings, cast.olga, section)


async def set_country(actor: Actor, country: str, vat_id: str = "") -> None:
    await run(
        subscriptions.billing_details.change_billing_details,
        actor,
        name="",
        address="",
        country=country,
        vat_id=vat_id,
    )


async def test_prices_that_include_vat_stay_the_same(cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_190)
    await charge_vat(cast, "inclusive")
    payment = await buy(cast.alice, plan)
    assert (payment.amount, payment.vat, payment.vat_rate) == (1_190, 190, 1_900)
    [invoice] = await list_documents()
    assert (invoice.net, invoice.vat, invoice.gross) == (1_000, 190, 1_190)


async def test_vat_is_added_at_the_rate_of_the_buyer_and_charged_again_at_renewals(
    cast: Cast,
) -> None:
    plan = await sell(cast.olga, price=1_000)
    await charge_vat(cast, "exclusive")
    await set_country(cast.alice, "FR")
    payment = await buy(cast.alice, plan)
    assert (payment.amount, payment.vat, payment.vat_rate) == (1_200, 200, 2_000)
    subscription = await get_subscription(cast.alice)
    assert (subscription.price, subscription.vat) == (1_000, "exclusive")
    with clock.travel(subscription.access_until - clock.now() - timedelta(hours=12)):
        await payments.renew_subscriptions()
    _, renewal = await list_payments()
    assert (renewal.kind, renewal.amount, renewal.vat) == ("renewal", 1_200, 200)
    assert [document.gross for document in await list_documents()] == [1_200, 1_200]


async def test_the_quote_says_what_is_charged(cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_000)
    await charge_vat(cast, "exclusive")
    async with read_session() as session:
        page = await get_plans_page(session, cast.alice)
    [offer] = page.plans
    assert (offer.price, offer.vat, offer.terms) == (
        "€10.00",
        "plus VAT",
        "€11.90 a month with VAT",
    )
    assert (await buy(cast.alice, plan)).amount == 1_190


async def test_the_reverse_charge_is_an_invoice_without_vat(cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_000)
    await charge_vat(cast, "exclusive", vat_reverse_charge=True)
    await set_country(cast.alice, "FR", "FR12345678901")
    payment = await buy(cast.alice, plan)
    [invoice] = await list_documents()
    assert (payment.amount, invoice.vat_treatment, invoice.vat) == (1_000, "reverse_charge", 0)


async def test_credit_notes_return_the_vat_of_the_invoice(cast: Cast) -> None:
    plan = await sell(cast.olga, price=999)
    await charge_vat(cast, "exclusive")
    payment = await buy(cast.alice, plan)
    for number, part in enumerate((333, 333, payment.amount - 666)):
        await SANDBOX.refund(payment.reference, part, "EUR", str(number))
        await payments.confirm_payment(cast.alice, payment.id)
    documents = await list_documents()
    assert [document.gross for document in documents] == [1_189, -333, -333, -523]
    assert sum(document.vat for document in documents) == 0
    assert sum(document.net for document in documents) == 0


async def test_a_change_of_the_plan_is_priced_without_vat_and_credit_too(cast: Cast) -> None:
    """Otherwise VAT would be charged on VAT, or returned as credit."""
    large = await sell(cast.olga, name="Large", price=2_000)
    small = await add_plan(cast.olga, name="Small", price=1_000)
    huge = await add_plan(cast.olga, name="Huge", price=4_000)
    await charge_vat(cast, "exclusive")
    await buy(cast.alice, large)
    await payments.start_payment(cast.alice, plan_id=small.id)
    async with read_session() as session:
        credit = await get_balance(session, cast.alice.id, "EUR")
    assert 990 < credit <= 1_000
    payment = await buy(cast.alice, huge)
    net = payment.amount - payment.vat
    # 30.00 for the rest of the period, of which the credit pays 10.00.
    assert 1_990 < net <= 2_010
    assert payment.vat == compute_added_vat(net, 1_900, "EUR")


async def test_a_refund_takes_as_much_credit_as_the_price_was_worth(cast: Cast) -> None:
    large = await sell(cast.olga, name="Large", price=2_000)
    small = await add_plan(cast.olga, name="Small", price=1_000)
    await charge_vat(cast, "exclusive")
    payment = await buy(cast.alice, large)
    await payments.start_payment(cast.alice, plan_id=small.id)
    await SANDBOX.refund(payment.reference, 595, "EUR", "part")
    await payments.confirm_payment(cast.alice, payment.id)
    async with read_session() as session:
        # 5.95 contain a price of 5.00.
        assert 490 < await get_balance(session, cast.alice.id, "EUR") <= 500


async def test_an_invoice_shows_the_credit_that_was_used(cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_000)
    other = await add_plan(cast.olga, name="Large", price=3_000)
    small = await add_plan(cast.olga, name="Small", price=100)
    await charge_vat(cast, "exclusive")
    await buy(cast.alice, plan)
    await payments.start_payment(cast.alice, plan_id=small.id)
    payment = await buy(cast.alice, other)
    assert payment.credit > 0
    async with read_session() as session:
        invoice = await subscriptions.invoices.get_invoice(
            session, cast.alice, payment_id=payment.id
        )
    price, credit = invoice.content.lines
    assert credit.net == -payment.credit
    for name in ("net", "vat", "gross"):
        assert getattr(price, name) + getattr(credit, name) == getattr(invoice, name)
    assert price.gross == price.net + price.vat


async def test_another_country_is_another_payment(cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_000)
    await charge_vat(cast, "exclusive")
    first = await start(cast.alice, plan)
    assert (await start(cast.alice, plan)).payment.id == first.payment.id
    await set_country(cast.alice, "FR")
    second = await start(cast.alice, plan)
    assert (await load_payment(first.payment.id)).status == "canceled"
    assert (await load_payment(second.payment.id)).amount == 1_200


async def test_an_address_can_be_required(cast: Cast) -> None:
    plan = await sell(cast.olga)
    await charge_vat(cast, "off", requires_billing_address=True)
    with pytest.raises(Conflict) as error:
        await start(cast.alice, plan)
    assert error.value.code == "billing_address_required"
    await run(
        subscriptions.billing_details.change_billing_details,
        cast.alice,
        name="Alice Ltd",
        address="1 <b>\nParis",
        country="FR",
        vat_id="",
    )
    await buy(cast.alice, plan)
    [invoice] = await list_documents()
    assert invoice.content["buyer"] == {
        "name": "Alice Ltd",
        "address": "1 <b>\nParis",
        "country": "FR",
        "tax_id": "",
        "email": "alice@example.com",
    }


def test_vat_needs_the_country_and_the_vat_id_of_the_seller() -> None:
    problems = site.PaymentSettings(vat_mode="inclusive").find_problems()
    assert problems.keys() == {"seller_country", "seller_tax_id"}
