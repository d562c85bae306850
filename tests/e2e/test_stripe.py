"""Tests with Stripe's form: users buy a plan, replace the card, and confirm a renewal."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from community import urls
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import subscriptions
from community.models import UserSubscription
from community.workflows import payments
from tests.e2e.browser_users import BrowserUsers, create_user
from tests.e2e.paid_features import (
    begin_to_replace_card,
    cancel_renewal,
    choose_badge,
    ensure_badge_lasts_until_the_end,
)
from tests.e2e.payment_site import open_payment_site
from tests.stand_ins.stripe import StripeStandIn
from tests.stand_ins.stripe.setups import enter_card
from tests.stripe_server import open_stripe, sell_with_stripe
from tests.workflows.payments.buyers import get_subscription, list_payments, load_payment, start

NO_CONFIRMATION = "4242 4242 4242 4242"
CONFIRMATION = "4000 0027 6000 3184"


@pytest_asyncio.fixture(loop_scope="session")
async def stripe_server() -> AsyncIterator[StripeStandIn]:
    async with open_stripe() as stand_in:
        yield stand_in


@pytest_asyncio.fixture(loop_scope="session")
async def users(
    browser: Browser,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    stripe_server: StripeStandIn,
) -> AsyncIterator[BrowserUsers]:
    """Yield the users of a site that takes payments with the stand-in for Stripe."""

    async def put_on_sale(admin: Actor) -> None:
        await sell_with_stripe(admin, stripe_server, name="Plus", features=["badge"])

    async with open_payment_site(browser, tmp_path, monkeypatch, put_on_sale) as users:
        stripe_server.events.url = f"{users.server.url}{urls.payment_webhook('stripe')}"
        yield users


def get_pay_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Pay", exact=True)


async def replace_card(page: Page, stripe_server: StripeStandIn) -> None:
    """Enter a card that the bank does not confirm, and another one in another tab."""
    await begin_to_replace_card(page)
    save_button = page.get_by_role("button", name="Save card")
    await page.get_by_label("Card number").fill(CONFIRMATION)
    await save_button.click()
    await page.get_by_role("button", name="Fail").click()
    await expect(page.get_by_text("Your bank did not confirm the card.")).to_be_visible()
    await expect(save_button).to_be_visible()
    # The page moves when the event arrives, wherever the user has entered the card.
    reference = stripe_server.list_kind("setup_intent")[0]["id"]
    enter_card(stripe_server, reference, "pm_card_mastercard")
    await expect(page.get_by_role("heading", name="Card saved")).to_be_visible()


async def test_users_buy_a_plan_with_stripe(
    users: BrowserUsers, stripe_server: StripeStandIn
) -> None:
    ann, ben = await create_user("Ann"), await create_user("Ben")
    page = await users.open_page(urls.PLANS, ann)
    await page.get_by_role("button", name="Get Plus").click()
    await page.get_by_role("button", name="Continue to payment").click()
    await get_pay_button(page).click()
    await expect(page.get_by_text("Your card number is incomplete.")).to_be_visible()
    await page.get_by_label("Card number").fill(NO_CONFIRMATION)
    await get_pay_button(page).click()
    await expect(page.get_by_role("heading", name="Payment successful")).to_be_visible()
    assert (await get_subscription(ann)).plan.name == "Plus"
    await choose_badge(page)
    await replace_card(page, stripe_server)
    method = (await get_subscription(ann)).payment_method
    assert method is not None
    assert method.last4 == "4444"
    await cancel_renewal(page)
    await ensure_badge_lasts_until_the_end(users, ann, page)

    page = await users.open_page(urls.PLANS, ben)
    await page.get_by_role("button", name="Get Plus").click()
    await page.get_by_role("button", name="Continue to payment").click()
    await page.get_by_label("Card number").fill(CONFIRMATION)
    await get_pay_button(page).click()
    await page.get_by_role("button", name="Fail").click()
    await expect(page.get_by_text("Your bank did not confirm the payment.")).to_be_visible()
    # The page moves when the event arrives, wherever the buyer has paid.
    reference = stripe_server.list_kind("payment_intent")[0]["id"]
    await expect(get_pay_button(page)).to_be_visible()
    stripe_server.pay(reference, "pm_card_visa", return_url=users.server.url)
    await expect(page.get_by_role("heading", name="Payment successful")).to_be_visible()


async def let_bank_ask_at_renewal(actor: Actor, stripe_server: StripeStandIn) -> str:
    """Let the renewal of a plan be due whose card needs a confirmation. Return its reference."""
    async with read_session() as session:
        [plan] = await subscriptions.plans.queries.list_plans_on_sale(session)
    started = await start(actor, plan)
    reference = (await load_payment(started.payment.id)).reference
    stripe_server.pay(reference, "pm_card_authenticationRequired", return_url="http://localhost/")
    stripe_server.authenticate(reference, accepts=True)
    await payments.confirm_payment(actor, started.payment.id)
    async with unit_of_work() as session:
        row = await session.get_one(UserSubscription, (await get_subscription(actor)).id)
        row.access_until = clock.now() + timedelta(hours=12)
        row.next_charge_at = clock.now()
    assert (await payments.renew_subscriptions()).waiting == 1
    return (await list_payments())[-1].reference


async def test_a_subscriber_confirms_a_renewal_with_their_bank(
    users: BrowserUsers, stripe_server: StripeStandIn
) -> None:
    eve = await create_user("Eve")
    reference = await let_bank_ask_at_renewal(eve, stripe_server)
    page = await users.open_page(urls.PLANS, eve)
    await expect(page.get_by_role("main").get_by_text("You keep your plan until")).to_be_visible()
    # From the bar that every page has.
    await page.get_by_role("status").get_by_role("link", name="Confirm payment").click()
    confirm_button = page.get_by_role("button", name="Confirm payment")
    await confirm_button.click()
    await page.get_by_role("button", name="Fail").click()
    await expect(page.get_by_text("Your bank did not confirm the payment.")).to_be_visible()
    await confirm_button.click()
    await page.get_by_role("button", name="Complete").click()
    await expect(page.get_by_role("heading", name="Payment successful")).to_be_visible()
    assert (await get_subscription(eve)).status == "active"
    assert stripe_server.get("payment_intent", reference)["status"] == "succeeded"
    assert len(stripe_server.list_kind("payment_intent")) == 2
