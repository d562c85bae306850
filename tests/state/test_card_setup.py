"""Tests of the page on which a user replaces their card, and of the buttons that lead to it."""

from datetime import timedelta

import pytest

from community import urls
from community.core import clock
from community.domain import subscriptions
from community.state.pages.payments.card_setup import CardSetupState
from community.state.pages.settings.page import SettingsState
from community.state.pages.settings.subscription import SubscriptionState
from community.state.runtime.toasts import ToastsState
from community.wiring import wire
from community.workflows import payments
from tests.cast import Cast
from tests.stand_ins.stripe import StripeStandIn
from tests.stand_ins.stripe.setups import enter_card
from tests.state.tabs import SocketServer, Tab
from tests.stripe_server import sell_with_stripe
from tests.workflows.payments.buyers import buy, get_subscription, load_payment, sell, start
from tests.yookassa_server import run_yookassa, sell_with_yookassa

SITE = "http://localhost/"


@pytest.fixture(scope="module", autouse=True)
def wire_events() -> None:
    wire()


async def open_settings(cast: Cast, socket_server: SocketServer) -> Tab:
    tab = await socket_server.open(cast.alice, urls.SETTINGS)
    await tab.send(SettingsState.load)
    return tab


async def test_the_user_replaces_the_card(cast: Cast, socket_server: SocketServer) -> None:
    await buy(cast.alice, await sell(cast.olga), card="renewal_declined")
    tab = await open_settings(cast, socket_server)
    assert tab[SubscriptionState]["content"]["can_replace_card"]
    await tab.send(SubscriptionState.replace_card)
    tab.path = tab[SubscriptionState]["next_url"]
    await tab.send(CardSetupState.load)
    content = tab[CardSetupState]["content"]
    assert (content["step"], len(content["cards"]) > 3) == ("pay", True)
    assert content["saved_by"].startswith("The sandbox saves the test card for your renewals.")
    assert tab[SubscriptionState]["next_url"] == ""
    await tab.send(CardSetupState.enter, card="authentication")
    assert tab[CardSetupState]["content"]["step"] == "confirm"
    await tab.send(CardSetupState.answer_bank, answer="yes")
    assert tab[CardSetupState]["content"]["title"] == "Card saved"
    method = (await get_subscription(cast.alice)).payment_method
    assert method is not None
    assert method.last4 == "3155"


async def test_the_user_tries_again_after_a_card_was_not_saved(
    cast: Cast, socket_server: SocketServer
) -> None:
    await buy(cast.alice, await sell(cast.olga))
    started = await payments.start_setup(cast.alice)
    tab = await socket_server.open(cast.alice, urls.card_setup(started.setup.id))
    await tab.send(CardSetupState.load)
    assert not tab[CardSetupState]["content"]["can_try_again"]
    with clock.travel(subscriptions.PAYMENT_LIFETIME + timedelta(hours=1)):
        await payments.check_pending_payments()
    await socket_server.wait_until_idle()
    content = tab[CardSetupState]["content"]
    assert (content["step"], content["can_try_again"]) == ("expired", True)
    await tab.send(SubscriptionState.replace_card)
    assert tab[SubscriptionState]["next_url"] not in {"", tab.path}


async def test_only_the_user_sees_the_page(cast: Cast, socket_server: SocketServer) -> None:
    await buy(cast.alice, await sell(cast.olga))
    started = await payments.start_setup(cast.alice)
    for actor in (cast.bob, cast.guest):
        tab = await socket_server.open(actor, urls.card_setup(started.setup.id))
        await tab.send(CardSetupState.load)
        assert tab[CardSetupState]["content"] is None


async def test_the_user_removes_the_card(cast: Cast, socket_server: SocketServer) -> None:
    await buy(cast.alice, await sell(cast.olga))
    tab = await open_settings(cast, socket_server)
    await tab.send(SubscriptionState.remove_card)
    content = tab[SubscriptionState]["content"]
    assert (content["card"], content["can_cancel"], content["can_resume"]) == ("", False, False)
    assert content["can_replace_card"]


async def test_the_user_pays_a_failed_renewal(cast: Cast, socket_server: SocketServer) -> None:
    await buy(cast.alice, await sell(cast.olga), card="renewal_declined")
    left = (await get_subscription(cast.alice)).access_until - clock.now()
    with clock.travel(left):
        await payments.renew_subscriptions()
        tab = await open_settings(cast, socket_server)
        assert tab[SubscriptionState]["content"]["can_pay"]
        await tab.send(SubscriptionState.pay)
        assert "declined" in str(tab[ToastsState])
        assert len(tab[SubscriptionState]["loaded_page"]["rows"]) == 3


async def test_the_form_of_stripe_saves_the_card_and_the_page_follows(
    cast: Cast, socket_server: SocketServer, stripe_server: StripeStandIn
) -> None:
    plan = await sell_with_stripe(cast.olga, stripe_server)
    payment_id = (await start(cast.alice, plan)).payment.id
    stripe_server.pay((await load_payment(payment_id)).reference, "pm_card_visa", return_url=SITE)
    await payments.confirm_payment(cast.alice, payment_id)
    started = await payments.start_setup(cast.alice)
    tab = await socket_server.open(cast.alice, urls.card_setup(started.setup.id))
    await tab.send(CardSetupState.load)
    content = tab[CardSetupState]["content"]
    assert (content["step"], content["has_form"], content["cards"]) == ("pay", True, [])
    values = tab[CardSetupState]["form_step"]["values"]
    assert values["purpose"] == "setup"
    assert stripe_server.secret_key not in str(tab[CardSetupState])
    [intent] = stripe_server.list_kind("setup_intent")
    enter_card(stripe_server, intent["id"], "pm_card_visa_chargeDeclined")
    await payments.check_pending_payments()
    await socket_server.wait_until_idle()
    assert "declined" in tab[CardSetupState]["content"]["reason"]
    enter_card(stripe_server, intent["id"], "pm_card_mastercard")
    await payments.check_pending_payments()
    await socket_server.wait_until_idle()
    assert tab[CardSetupState]["content"]["step"] == "succeeded"


async def test_at_yookassa_the_page_leads_to_the_page_for_the_card(
    cast: Cast, socket_server: SocketServer
) -> None:
    async with run_yookassa() as yookassa:
        plan = await sell_with_yookassa(cast.olga, yookassa)
        payment_id = (await start(cast.alice, plan)).payment.id
        yookassa.pay((await load_payment(payment_id)).reference)
        await payments.confirm_payment(cast.alice, payment_id)
        started = await payments.start_setup(cast.alice)
        tab = await socket_server.open(cast.alice, urls.card_setup(started.setup.id))
        await tab.send(CardSetupState.load)
        content = tab[CardSetupState]["content"]
        assert (content["step"], content["has_form"]) == ("pay", False)
        assert content["provider_url"].startswith(yookassa.url)
