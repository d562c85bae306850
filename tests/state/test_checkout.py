"""Tests of the dialog and the page on which buyers agree to the price and the terms of a plan."""

from typing import Any

import pytest
from sqlmodel import select

from community import urls
from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.domain import subscriptions
from community.domain.subscriptions import PlanView
from community.models import Payment, PurchaseConsent
from community.state.pages.payments.checkout import CheckoutState
from community.state.pages.payments.gift import GiftState
from community.state.pages.payments.payment import PaymentState
from community.state.pages.payments.plans import PlansState
from community.wiring import wire
from tests.cast import Cast
from tests.domain.actions import run
from tests.state.tabs import SocketServer, Tab
from tests.workflows.payments.buyers import (
    add_plan,
    buy,
    get_subscription,
    list_payments,
    load_payment,
    sell,
    start,
)


@pytest.fixture(scope="module", autouse=True)
def wire_events() -> None:
    wire()


async def open_plans(cast: Cast, socket_server: SocketServer) -> Tab:
    tab = await socket_server.open(cast.alice, urls.PLANS)
    await tab.send(PlansState.load)
    return tab


async def change_price(cast: Cast, plan: PlanView, price: int) -> None:
    terms: dict[str, Any] = {"name": plan.name, "currency": "EUR", "period": "month"}
    await run(subscriptions.edit_plan, cast.olga, plan_id=plan.id, price=price, **terms)


async def count_consents() -> int:
    async with read_session() as session:
        return len((await session.scalars(select(PurchaseConsent))).all())


async def test_a_plan_changes_only_after_the_dialog_was_confirmed(
    cast: Cast, socket_server: SocketServer
) -> None:
    plus = await sell(cast.olga, price=1_000)
    basic = await add_plan(cast.olga, name="Basic", price=300)
    await buy(cast.alice, plus)
    tab = await open_plans(cast, socket_server)
    await tab.send(CheckoutState.open, plan_id=basic.id)
    checkout = tab[CheckoutState]["checkout"]
    assert (checkout["title"], checkout["amount"]) == ("Switch to Basic", 0)
    assert (await get_subscription(cast.alice)).plan.id == plus.id
    await tab.send(CheckoutState.confirm, version=checkout["version"])
    assert not tab[CheckoutState]["is_open"]
    assert (await get_subscription(cast.alice)).plan.id == basic.id
    assert await count_consents() == 1
    offers = tab[PlansState]["content"]["plans"]
    assert [offer["is_current"] for offer in offers] == [False, True]


async def test_the_dialog_shows_a_new_price_before_it_is_charged(
    cast: Cast, socket_server: SocketServer
) -> None:
    plan = await sell(cast.olga, price=500)
    tab = await open_plans(cast, socket_server)
    await tab.send(CheckoutState.open, plan_id=plan.id)
    shown = tab[CheckoutState]["checkout"]["version"]
    await change_price(cast, plan, 900)
    await tab.send(CheckoutState.confirm, version=shown)
    state = tab[CheckoutState]
    assert (state["is_open"], state["has_changed"], state["checkout"]["total"]) == (
        True,
        True,
        "€9.00",
    )
    assert await list_payments() == []
    await tab.send(CheckoutState.confirm, version=state["checkout"]["version"])
    assert [payment.amount for payment in await list_payments()] == [900]


async def test_a_gift_is_paid_at_the_price_that_the_dialog_shows(
    cast: Cast, socket_server: SocketServer
) -> None:
    plan = await sell(cast.olga, price=500)
    tab = await open_plans(cast, socket_server)
    await tab.send(GiftState.open, plan_id=plan.id)
    message = {"recipient": "bob", "consent": tab[GiftState]["checkout"]["version"]}
    await change_price(cast, plan, 900)
    await tab.send(GiftState.give, message=message)
    assert (tab[GiftState]["has_changed"], await list_payments()) == (True, [])
    message["consent"] = tab[GiftState]["checkout"]["version"]
    await tab.send(GiftState.give, message=message)
    assert [payment.amount for payment in await list_payments()] == [900]
    assert await count_consents() == 1


async def test_the_page_of_a_payment_asks_before_it_shows_how_to_pay(
    cast: Cast, socket_server: SocketServer
) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    tab = await socket_server.open(cast.alice, urls.payment(started.payment.id))
    await tab.send(PaymentState.load)
    content = tab[PaymentState]["content"]
    assert (content["step"], content["cards"], content["has_form"]) == ("agree", [], False)
    # A click that the page does not offer.
    await tab.send(PaymentState.pay, card="success")
    assert (await load_payment(started.payment.id)).status == "pending"
    await tab.send(PaymentState.agree, version="1-2")
    assert (tab[PaymentState]["has_changed"], await count_consents()) == (True, 0)
    await tab.send(PaymentState.agree, version=tab[PaymentState]["content"]["checkout"]["version"])
    content = tab[PaymentState]["content"]
    assert (content["step"], len(content["cards"]) > 3) == ("pay", True)
    assert content["consent"][0] == "Get Plus"
    await tab.send(PaymentState.pay, card="success")
    content = tab[PaymentState]["content"]
    assert content["step"] == "succeeded"
    assert content["renewal"].startswith("Renews on ")
    assert content["renewal"].endswith(" for €5.00 a month, until you cancel.")


async def test_a_payment_from_before_invoices_has_no_link_to_one(
    cast: Cast, socket_server: SocketServer
) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    async with unit_of_work() as session:
        payment = await session.get_one(Payment, started.payment.id)
        payment.status, payment.succeeded_at = "succeeded", clock.now()
    tab = await socket_server.open(cast.alice, urls.payment(started.payment.id))
    await tab.send(PaymentState.load)
    content = tab[PaymentState]["content"]
    assert (content["step"], content["invoice_url"], content["lacks_invoice"]) == (
        "succeeded",
        "",
        True,
    )


async def test_strangers_cannot_agree_to_a_payment(cast: Cast, socket_server: SocketServer) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    own = await socket_server.open(cast.alice, urls.payment(started.payment.id))
    await own.send(PaymentState.load)
    version = own[PaymentState]["content"]["checkout"]["version"]
    for actor in (cast.bob, cast.olga, cast.guest):
        tab = await socket_server.open(actor, urls.payment(started.payment.id))
        await tab.send(PaymentState.load)
        await tab.send(PaymentState.agree, version=version)
        assert not tab[PaymentState].get("content")
    assert await count_consents() == 0
