"""Tests of the settings section with the subscription and the payments."""

import pytest

from community import urls
from community.core.db.sessions import unit_of_work
from community.domain import subscriptions
from community.domain.subscriptions import credit
from community.domain.subscriptions.policies import CANCEL_REASON_MAX_LENGTH
from community.state.pages.settings.page import SettingsState
from community.state.pages.settings.subscription import SubscriptionState
from community.state.runtime.toasts import ToastsState
from community.wiring import wire
from community.workflows import payments
from tests.cast import Cast
from tests.domain.actions import run
from tests.state.tabs import SocketServer, Tab
from tests.workflows.payments.buyers import buy, get_subscription, list_subscriptions, sell


@pytest.fixture(scope="module", autouse=True)
def wire_events() -> None:
    wire()


async def open_settings(cast: Cast, socket_server: SocketServer) -> Tab:
    tab = await socket_server.open(cast.alice, urls.SETTINGS)
    await tab.send(SettingsState.load)
    return tab


async def test_the_section_shows_the_plan_and_the_payments(
    cast: Cast, socket_server: SocketServer
) -> None:
    plan = await sell(cast.olga, price=450, features=["badge"])
    payment = await buy(cast.alice, plan)
    tab = await open_settings(cast, socket_server)
    content = tab[SubscriptionState]["content"]
    assert (content["plan"], content["price"]) == ("Plus", "€4.50 a month")
    assert content["end"].startswith("Renews on ")
    assert content["card"] == "•••• 4242"
    assert content["features"] == "Badge"
    [row] = tab[SubscriptionState]["loaded_page"]["rows"]
    assert row["url"] == urls.payment(payment.id)
    assert (row["text"], row["status"]) == ("Plus · €4.50", "Paid")


async def test_the_user_cancels_the_renewal_and_resumes_it(
    cast: Cast, socket_server: SocketServer
) -> None:
    await buy(cast.alice, await sell(cast.olga))
    tab = await open_settings(cast, socket_server)
    await tab.send(SubscriptionState.open_dialog)
    long_reason = "x" * (CANCEL_REASON_MAX_LENGTH + 1)
    await tab.send(SubscriptionState.cancel, message={"reason": long_reason})
    assert tab[SubscriptionState]["is_dialog_open"]
    assert tab[SubscriptionState]["errors"]["reason"]
    await tab.send(SubscriptionState.cancel, message={"reason": "Too dear"})
    assert not tab[SubscriptionState]["is_dialog_open"]
    content = tab[SubscriptionState]["content"]
    assert content["end"].startswith("You can use the plan until ")
    assert (content["can_cancel"], content["can_resume"]) == (False, True)
    [row] = await list_subscriptions()
    assert (row.status, row.cancel_reason) == ("canceled", "Too dear")
    await tab.send(SubscriptionState.resume)
    assert tab[SubscriptionState]["content"]["can_cancel"]
    assert (await get_subscription(cast.alice)).status == "active"


async def test_without_a_subscription_there_is_nothing_to_cancel(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_settings(cast, socket_server)
    assert tab[SubscriptionState].get("content") is None
    await tab.send(SubscriptionState.cancel, message={})
    assert tab[ToastsState]["toasts"][-1]["text"] == "You have no subscription."


async def test_payments_stay_visible_when_nothing_is_on_sale_any_more(
    cast: Cast, socket_server: SocketServer
) -> None:
    plan = await sell(cast.olga)
    await buy(cast.alice, plan)
    [subscription] = await list_subscriptions()
    await run(subscriptions.revoke, cast.olga, subscription_id=subscription.id, reason="Returned")
    await run(subscriptions.edit_plan, cast.olga, plan_id=plan.id, is_active=False)
    tab = await open_settings(cast, socket_server)
    assert tab[SettingsState]["shows_subscription"]
    assert tab[SubscriptionState]["content"] is None
    assert len(tab[SubscriptionState]["loaded_page"]["rows"]) == 1
    other = await socket_server.open(cast.bob, urls.SETTINGS)
    await other.send(SettingsState.load)
    assert not other[SettingsState].get("shows_subscription")


async def test_the_section_shows_the_credit_and_its_changes(
    cast: Cast, socket_server: SocketServer
) -> None:
    plan = await sell(cast.olga, price=1_000)
    tab = await open_settings(cast, socket_server)
    assert tab[SubscriptionState].get("credit") is None
    async with unit_of_work() as session:
        await credit.change_balance(session, cast.alice.id, "EUR", 1_300, "plan_change")
    await payments.start_payment(cast.alice, plan_id=plan.id)
    await tab.send(SettingsState.load)
    shown = tab[SubscriptionState]["credit"]
    assert shown["balance"] == "You have €3.00 of credit. It is used first."
    assert [(row["text"], row["amount"]) for row in shown["rows"]] == [
        ("Used for a plan", "-€10.00"),
        ("What was left of a plan", "€13.00"),
    ]
