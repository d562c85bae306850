"""Tests of what open pages show of a renewal that was not paid, and of how it is paid."""

from datetime import timedelta
from typing import Any

import pytest

from community import urls
from community.core import clock
from community.models import Payment
from community.state.pages.layout import LayoutState
from community.state.pages.payments.payment import PaymentState
from community.state.pages.payments.plans import PlansState
from community.state.pages.settings.page import SettingsState
from community.state.pages.settings.subscription import SubscriptionState
from community.wiring import wire
from community.workflows import payments
from tests.cast import Cast
from tests.state.tabs import SocketServer
from tests.workflows.payments.buyers import buy, get_subscription, list_payments, sell

HALF_A_DAY = timedelta(hours=12)


@pytest.fixture(scope="module", autouse=True)
def wire_events() -> None:
    wire()


async def let_renewal_be_due(cast: Cast, card: str) -> Payment:
    """Let the renewal of a plan not be paid. Its period ends in half a day."""
    await buy(cast.alice, await sell(cast.olga), card=card)
    end = (await get_subscription(cast.alice)).access_until
    with clock.travel(end - clock.now() - HALF_A_DAY):
        await payments.renew_subscriptions()
    return (await list_payments())[-1]


async def test_all_pages_lead_to_the_confirmation_of_a_renewal(
    cast: Cast, socket_server: SocketServer
) -> None:
    renewal = await let_renewal_be_due(cast, "renewal_authentication")
    url = urls.payment(renewal.id)
    tab = await socket_server.open(cast.alice, urls.PLANS)
    await tab.send(LayoutState.load)
    notice = tab[LayoutState]["notice"]
    assert (notice["title"], notice["url"]) == ("Confirm the renewal of your plan", url)
    await tab.send(PlansState.load)
    content = tab[PlansState]["content"]
    assert "You keep your plan until" in content["notice"]
    assert "renews on" not in content["notice"]
    [offer] = content["plans"]
    assert (offer["overdue_url"], offer["overdue_action"]) == (url, "Confirm payment")
    assert (offer["action"], offer["is_current"]) == ("", True)
    assert offer["problem"] == "Your bank asks you to confirm the payment."
    await tab.send(SettingsState.load)
    plan = tab[SubscriptionState]["content"]
    assert (plan["confirm_url"], plan["can_pay"], plan["can_cancel"]) == (url, False, True)

    tab = await socket_server.open(cast.alice, url)
    await tab.send(PaymentState.load)
    content = tab[PaymentState]["content"]
    assert (content["step"], content["has_question"], content["has_form"]) == (
        *("confirm", True),
        False,
    )
    assert (content["can_use_other_card"], content["can_cancel"]) == (True, False)
    assert content["plan_state"].startswith("You keep your plan until")
    await tab.send(PaymentState.answer_bank, answer="yes")
    assert tab[PaymentState]["content"]["step"] == "succeeded"
    await tab.send(LayoutState.load)
    assert tab[LayoutState]["notice"] is None


async def test_a_failed_renewal_is_paid_on_its_page(
    cast: Cast, socket_server: SocketServer
) -> None:
    renewal = await let_renewal_be_due(cast, "renewal_declined")
    tab = await socket_server.open(cast.alice, urls.payment(renewal.id))
    await tab.send(LayoutState.load)
    assert tab[LayoutState]["notice"]["action"] == "Pay now"
    await tab.send(PaymentState.load)
    content = tab[PaymentState]["content"]
    assert (content["step"], content["can_pay"], content["can_use_other_card"]) == (
        *("failed", True),
        True,
    )
    await tab.send(PaymentState.pay_overdue)
    second = await open_next_page(tab, renewal)
    assert (second["step"], second["can_pay"]) == ("failed", True)
    await tab.send(PaymentState.use_other_card)
    third = await open_next_page(tab, renewal)
    assert (third["step"], third["is_renewal"]) == ("pay", True)
    await tab.send(PaymentState.pay, card="success")
    assert tab[PaymentState]["content"]["step"] == "succeeded"
    assert (await get_subscription(cast.alice)).status == "active"


async def open_next_page(tab: Any, before: Payment) -> Any:
    """Open the page to which the page leads, and return its content."""
    url = tab[PaymentState]["next_url"]
    assert url not in {"", urls.payment(before.id)}
    tab.path = url
    await tab.send(PaymentState.load)
    return tab[PaymentState]["content"]
