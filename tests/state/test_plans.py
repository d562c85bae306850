"""Tests of the page with the plans and the page of a payment in open tabs."""

from typing import Any
from uuid import UUID

import pytest

from community import urls
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.gateways.payments.sandbox.cards import CARDS
from community.models import PromoCode
from community.state.pages.layout import LayoutState
from community.state.pages.payments.checkout import CheckoutState
from community.state.pages.payments.gift import GiftState
from community.state.pages.payments.payment import PaymentState
from community.state.pages.payments.payment_content import CARD_TEXTS
from community.state.pages.payments.plans import PlansState
from community.state.runtime.toasts import ToastsState
from community.wiring import wire
from community.workflows import payments
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab
from tests.workflows.payments.buyers import SANDBOX, add_plan, load_payment, sell, start


@pytest.fixture(scope="module", autouse=True)
def wire_events() -> None:
    wire()


async def open_payment(socket_server: SocketServer, actor: Actor, payment_id: UUID) -> Tab:
    """Open the page of a payment, to which the actor agrees if it is their own."""
    tab = await socket_server.open(actor, urls.payment(payment_id))
    await tab.send(PaymentState.load)
    if content := get_content(tab):
        await tab.send(PaymentState.agree, version=content["checkout"]["version"])
    return tab


def get_content(tab: Tab) -> Any:
    return tab[PaymentState]["content"]


def get_checkout(tab: Tab) -> Any:
    return tab[CheckoutState]["checkout"]


async def test_buying_leads_to_the_page_of_the_payment(
    cast: Cast, socket_server: SocketServer
) -> None:
    plan = await sell(cast.olga)
    tab = await socket_server.open(cast.alice, urls.PLANS)
    await tab.send(PlansState.load)
    assert [offer["action"] for offer in tab[PlansState]["content"]["plans"]] == ["Get Plus"]
    await tab.send(CheckoutState.open, plan_id=plan.id)
    await tab.send(CheckoutState.confirm, version=get_checkout(tab)["version"])
    url = tab[CheckoutState]["payment_url"]
    assert url.startswith(f"{urls.PLANS}/payments/")
    tab.path = url
    await tab.send(PaymentState.load)
    assert get_content(tab)["step"] == "pay"
    # Back on the page with the plans, nothing leads to the payment again.
    assert tab[CheckoutState]["payment_url"] == ""


async def test_guests_are_asked_to_sign_in(cast: Cast, socket_server: SocketServer) -> None:
    plan = await sell(cast.olga)
    tab = await socket_server.open(cast.guest, urls.PLANS)
    await tab.send(CheckoutState.open, plan_id=plan.id)
    assert tab[ToastsState]["is_sign_in_open"]
    await tab.send(CheckoutState.confirm, version="1-2")
    assert not tab[CheckoutState].get("payment_url")


async def test_a_promo_code_lowers_the_price_or_shows_why_not(
    cast: Cast, socket_server: SocketServer
) -> None:
    plan = await sell(cast.olga, price=500)
    tab = await socket_server.open(cast.alice, urls.PLANS)
    await tab.send(PlansState.load)
    assert not tab[PlansState]["content"]["takes_promo_codes"]
    async with unit_of_work() as session:
        session.add(PromoCode(code="HALF", percent=50))
    await tab.send(PlansState.load)
    assert tab[PlansState]["content"]["takes_promo_codes"]
    await tab.send(PlansState.enter_promo_code, code="WRONG")
    await tab.send(CheckoutState.open, plan_id=plan.id)
    assert not tab[CheckoutState].get("is_open")
    assert tab[PlansState]["promo_error"] == "There is no such promo code."
    await tab.send(PlansState.apply_promo_code, message={"promo_code": "WRONG"})
    assert tab[PlansState]["promo_error"] == "There is no such promo code."
    await tab.send(PlansState.apply_promo_code, message={"promo_code": " half "})
    assert tab[PlansState]["promo_error"] == ""
    [offer] = tab[PlansState]["content"]["plans"]
    assert offer["terms"] == "€2.50 for the first month, then €5.00 a month"
    await tab.send(PlansState.enter_promo_code, code=" half ")
    assert tab[PlansState]["promo_error"] == ""
    await tab.send(CheckoutState.open, plan_id=plan.id)
    assert get_checkout(tab)["total"] == "€2.50"
    await tab.send(CheckoutState.confirm, version=get_checkout(tab)["version"])
    payment_id = UUID(tab[CheckoutState]["payment_url"].rpartition("/")[2])
    assert (await load_payment(payment_id)).amount == 250


async def test_open_tabs_show_new_plans(cast: Cast, socket_server: SocketServer) -> None:
    await sell(cast.olga)
    tab = await socket_server.open(cast.guest, urls.PLANS)
    await tab.send(PlansState.load)
    await add_plan(cast.olga, name="Pro")
    await socket_server.wait_until_idle()
    assert [plan["name"] for plan in tab[PlansState]["content"]["plans"]] == ["Plus", "Pro"]


async def test_the_menu_has_the_plans_only_while_they_concern_the_viewer(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await socket_server.open(cast.alice)
    await tab.send(LayoutState.load)
    assert not tab[LayoutState].get("shows_plans")
    await sell(cast.olga)
    await tab.send(LayoutState.load)
    assert tab[LayoutState]["shows_plans"]


async def test_a_free_trial_is_offered_until_it_is_used(
    cast: Cast, socket_server: SocketServer
) -> None:
    plan = await sell(cast.olga, trial_days=14)
    tab = await socket_server.open(cast.alice, urls.PLANS)
    await tab.send(PlansState.load)
    [offer] = tab[PlansState]["content"]["plans"]
    assert (offer["trial"], offer["action"]) == ("Try 14 days free", "Get Plus")
    await tab.send(CheckoutState.open_trial, plan_id=plan.id)
    assert get_checkout(tab)["title"] == "Try “Plus” for free"
    await tab.send(CheckoutState.confirm, version=get_checkout(tab)["version"])
    assert not tab[CheckoutState]["is_open"]
    content = tab[PlansState]["content"]
    assert content["notice"].startswith("You are trying “Plus” for free until")
    [offer] = content["plans"]
    assert (offer["trial"], offer["action"], offer["is_current"]) == ("", "Get Plus", True)


def test_every_card_of_the_sandbox_has_a_text() -> None:
    assert CARD_TEXTS.keys() == CARDS.keys()


@pytest.mark.parametrize(
    ("card", "step", "reason"),
    [
        ("success", "succeeded", ""),
        ("declined", "failed", "Your bank declined the payment. Try another card."),
        ("insufficient_funds", "failed", "There is not enough money on the card."),
        ("authentication", "confirm", ""),
        ("slow", "processing", ""),
        ("renewal_declined", "succeeded", ""),
    ],
)
async def test_each_card_of_the_sandbox_leads_to_its_step(
    cast: Cast, socket_server: SocketServer, card: str, step: str, reason: str
) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    tab = await open_payment(socket_server, cast.alice, started.payment.id)
    assert get_content(tab)["step"] == "pay"
    assert [shown["code"] for shown in get_content(tab)["cards"]] == list(CARDS)
    await tab.send(PaymentState.pay, card=card)
    assert get_content(tab)["step"] == step
    assert get_content(tab)["cards"] == []
    assert get_content(tab)["reason"].startswith(reason)
    assert get_content(tab)["can_cancel"] == (step == "confirm")


@pytest.mark.parametrize(("answer", "step"), [("yes", "succeeded"), ("no", "failed")])
async def test_the_buyer_answers_the_bank(
    cast: Cast, socket_server: SocketServer, answer: str, step: str
) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    tab = await open_payment(socket_server, cast.alice, started.payment.id)
    await tab.send(PaymentState.pay, card="authentication")
    await tab.send(PaymentState.answer_bank, answer=answer)
    assert get_content(tab)["step"] == step


async def test_the_page_moves_in_every_tab_of_the_buyer(
    cast: Cast, socket_server: SocketServer
) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    tabs = [await open_payment(socket_server, cast.alice, started.payment.id) for _tab in range(2)]
    await tabs[0].send(PaymentState.pay, card="success")
    assert [get_content(tab)["step"] for tab in tabs] == ["succeeded", "succeeded"]


async def test_the_buyer_cancels_a_payment(cast: Cast, socket_server: SocketServer) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    tab = await open_payment(socket_server, cast.alice, started.payment.id)
    await tab.send(PaymentState.cancel)
    assert get_content(tab)["step"] == "canceled"
    await tab.send(PaymentState.pay, card="success")
    assert get_content(tab)["step"] == "canceled"


async def test_a_returned_payment_shows_the_amount(cast: Cast, socket_server: SocketServer) -> None:
    started = await start(cast.alice, await sell(cast.olga, price=500))
    tab = await open_payment(socket_server, cast.alice, started.payment.id)
    await tab.send(PaymentState.pay, card="success")
    payment = await load_payment(started.payment.id)
    await SANDBOX.refund(payment.reference, 500, "EUR", "key")
    await payments.confirm_payment(cast.alice, payment.id)
    await socket_server.wait_until_idle()
    assert get_content(tab)["step"] == "refunded"
    assert get_content(tab)["refunded"] == "€5.00"


async def test_other_people_see_no_payment_and_cannot_change_it(
    cast: Cast, socket_server: SocketServer
) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    for actor in (cast.bob, cast.olga, cast.guest):
        tab = await open_payment(socket_server, actor, started.payment.id)
        await tab.send(PaymentState.pay, card="success")
        await tab.send(PaymentState.answer_bank, answer="yes")
        await tab.send(PaymentState.cancel)
        assert get_content(tab) is None
    assert (await load_payment(started.payment.id)).status == "pending"


async def test_a_plan_is_given_to_someone_by_name(cast: Cast, socket_server: SocketServer) -> None:
    plan = await sell(cast.olga)
    tab = await socket_server.open(cast.alice, f"{urls.PLANS}")
    await tab.send(PlansState.load)
    await tab.send(GiftState.open, plan_id=plan.id)
    checkout = tab[GiftState]["checkout"]
    assert (tab[GiftState]["is_open"], checkout["title"]) == (True, "Give “Plus”")
    await tab.send(GiftState.give, message={"recipient": "no-one", "message": ""})
    assert tab[GiftState]["errors"] == {"recipient": "No one here uses that name."}
    await tab.send(GiftState.give, message={"recipient": "@Bob", "message": "For you"})
    assert not tab[GiftState]["is_open"]
    payment = await load_payment(UUID(tab[GiftState]["payment_url"].rpartition("/")[2]))
    assert (payment.kind, payment.recipient_id, payment.message) == ("gift", cast.bob.id, "For you")


async def test_guests_sign_in_to_give_a_plan(cast: Cast, socket_server: SocketServer) -> None:
    plan = await sell(cast.olga)
    tab = await socket_server.open(cast.guest, urls.PLANS)
    await tab.send(GiftState.open, plan_id=plan.id)
    assert tab[ToastsState]["is_sign_in_open"]
    assert not tab[GiftState].get("is_open")
