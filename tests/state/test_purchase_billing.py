"""Tests of the billing details that users enter where they buy plans."""

from typing import Any

import pytest

from community import urls
from community.domain import site
from community.domain.subscriptions import PlanView
from community.state.pages.payments.checkout import CheckoutState
from community.state.pages.payments.gift import GiftState
from community.state.pages.payments.payment import PaymentState
from community.state.pages.payments.plans import PlansState
from community.state.pages.settings.billing import BillingState
from community.wiring import wire
from tests.cast import Cast
from tests.domain.actions import run
from tests.state.tabs import SocketServer, Tab
from tests.workflows.payments.buyers import list_payments, load_payment, sell, start
from tests.workflows.payments.test_vat import SELLER

ADDRESS = {
    "billing_name": "Alice Ltd",
    "billing_address": "1 Rue de Rivoli\nParis",
    "billing_country": "FR",
    "billing_vat_id": "",
}


@pytest.fixture(scope="module", autouse=True)
def wire_events() -> None:
    wire()


async def require_address(cast: Cast, **values: Any) -> None:
    section = {"provider": "sandbox", "requires_billing_address": True, **SELLER, **values}
    await run(site.update_settings, cast.olga, site.PaymentSettings.model_validate(section))


async def sell_with_address(cast: Cast, **values: Any) -> PlanView:
    plan = await sell(cast.olga, price=1_000)
    await require_address(cast, **values)
    return plan


async def open_plans(cast: Cast, socket_server: SocketServer) -> Tab:
    tab = await socket_server.open(cast.alice, urls.PLANS)
    await tab.send(PlansState.load)
    return tab


async def test_the_dialog_asks_for_a_required_address_and_goes_on(
    cast: Cast, socket_server: SocketServer
) -> None:
    plan = await sell_with_address(cast, vat_mode="exclusive")
    tab = await open_plans(cast, socket_server)
    await tab.send(CheckoutState.open, plan_id=plan.id)
    assert tab[CheckoutState]["is_open"]
    assert (tab[BillingState]["is_open"], tab[BillingState]["is_required"]) == (True, True)
    incomplete = {**ADDRESS, "billing_name": "", "billing_country": ""}
    await tab.send(CheckoutState.save_billing, message=incomplete)
    assert tab[BillingState]["errors"].keys() == {"billing_name", "billing_country"}
    assert (tab[BillingState]["is_open"], tab[BillingState]["details"]["address"]) == (True, "")
    await tab.send(CheckoutState.save_billing, message=ADDRESS)
    assert not tab[BillingState]["is_open"]
    assert tab[BillingState]["summary"] == "Alice Ltd, 1 Rue de Rivoli, Paris, France"
    checkout = tab[CheckoutState]["checkout"]
    assert checkout["total"] == "€12.00"
    await tab.send(CheckoutState.confirm, version=checkout["version"])
    assert [payment.amount for payment in await list_payments()] == [1_200]


async def test_the_dialog_asks_if_the_address_has_become_required(
    cast: Cast, socket_server: SocketServer
) -> None:
    plan = await sell(cast.olga)
    tab = await open_plans(cast, socket_server)
    await tab.send(CheckoutState.open, plan_id=plan.id)
    assert not tab[BillingState]["is_open"]
    await require_address(cast)
    await tab.send(CheckoutState.confirm, version=tab[CheckoutState]["checkout"]["version"])
    assert (tab[BillingState]["is_open"], await list_payments()) == (True, [])


async def test_the_dialog_of_a_gift_asks_for_a_required_address(
    cast: Cast, socket_server: SocketServer
) -> None:
    plan = await sell_with_address(cast)
    tab = await open_plans(cast, socket_server)
    await tab.send(GiftState.open, plan_id=plan.id)
    assert (tab[GiftState]["is_open"], tab[BillingState]["is_open"]) == (True, True)
    await tab.send(GiftState.save_billing, message=ADDRESS)
    message = {"recipient": "bob", "consent": tab[GiftState]["checkout"]["version"]}
    await tab.send(GiftState.give, message=message)
    assert [payment.kind for payment in await list_payments()] == ["gift"]


async def test_buyers_can_change_details_that_only_the_vat_needs(
    cast: Cast, socket_server: SocketServer
) -> None:
    plan = await sell_with_address(cast, requires_billing_address=False, vat_mode="exclusive")
    tab = await open_plans(cast, socket_server)
    await tab.send(CheckoutState.open, plan_id=plan.id)
    billing = tab[BillingState]
    assert (billing["is_offered"], billing["is_open"], billing["summary"]) == (True, False, "")
    assert tab[CheckoutState]["checkout"]["total"] == "€11.90"
    await tab.send(BillingState.open)
    country = dict.fromkeys(ADDRESS, "") | {"billing_country": "FR"}
    await tab.send(CheckoutState.save_billing, message=country)
    assert tab[BillingState]["summary"] == "France"
    assert tab[CheckoutState]["checkout"]["total"] == "€12.00"


async def test_the_page_of_a_payment_asks_for_an_address_that_has_become_required(
    cast: Cast, socket_server: SocketServer
) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    await require_address(cast, vat_mode="off")
    url = urls.payment(started.payment.id)
    tab = await socket_server.open(cast.alice, url)
    await tab.send(PaymentState.load)
    content = tab[PaymentState]["content"]
    assert (content["step"], content["cards"], tab[BillingState]["is_open"]) == (
        "billing",
        [],
        True,
    )
    await tab.send(PaymentState.agree, version=content["checkout"]["version"])
    await tab.send(PaymentState.pay, card="success")
    assert (await load_payment(started.payment.id)).status == "pending"
    await tab.send(PaymentState.save_billing, message=ADDRESS)
    assert (tab[PaymentState]["content"]["step"], tab[PaymentState]["next_url"]) == ("agree", "")
    await tab.send(PaymentState.agree, version=tab[PaymentState]["content"]["checkout"]["version"])
    await tab.send(PaymentState.pay, card="success")
    assert (await load_payment(started.payment.id)).status == "succeeded"


async def test_another_country_on_the_page_of_a_payment_leads_to_another_payment(
    cast: Cast, socket_server: SocketServer
) -> None:
    plan = await sell_with_address(cast, requires_billing_address=False, vat_mode="exclusive")
    started = await start(cast.alice, plan, recipient_id=cast.bob.id, message="For you")
    tab = await socket_server.open(cast.alice, urls.payment(started.payment.id))
    await tab.send(PaymentState.load)
    await tab.send(PaymentState.save_billing, message=ADDRESS)
    [first, second] = await list_payments()
    assert (first.status, first.amount, second.status, second.amount) == (
        "canceled",
        1_190,
        "pending",
        1_200,
    )
    assert (second.recipient_id, second.message) == (cast.bob.id, "For you")
    assert tab[PaymentState]["next_url"] == urls.payment(second.id)


async def test_strangers_change_only_their_own_details(
    cast: Cast, socket_server: SocketServer
) -> None:
    plan = await sell_with_address(cast, requires_billing_address=False, vat_mode="exclusive")
    started = await start(cast.alice, plan)
    for actor in (cast.bob, cast.olga, cast.guest):
        tab = await socket_server.open(actor, urls.payment(started.payment.id))
        await tab.send(PaymentState.load)
        await tab.send(PaymentState.save_billing, message=ADDRESS)
        assert not tab[PaymentState].get("next_url")
    assert [payment.status for payment in await list_payments()] == ["pending"]
