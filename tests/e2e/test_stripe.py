"""Test that a user buys a plan with Stripe's form, with a card that the bank asks about."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from community import urls
from community.cli.dev_providers.stripe import StripeStandIn
from community.core.actor import Actor
from tests.e2e.browser_users import BrowserUsers, create_user
from tests.e2e.payment_site import open_payment_site
from tests.payment_processing.buyers import get_subscription
from tests.stripe_server import open_stripe, sell_with_stripe

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
        await sell_with_stripe(admin, stripe_server, name="Plus")

    async with open_payment_site(browser, tmp_path, monkeypatch, put_on_sale) as users:
        stripe_server.events.url = f"{users.server.url}{urls.payment_webhook('stripe')}"
        yield users


def get_pay_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Pay", exact=True)


async def test_users_buy_a_plan_with_stripe(
    users: BrowserUsers, stripe_server: StripeStandIn
) -> None:
    ann, ben = await create_user("Ann"), await create_user("Ben")
    page = await users.open_page(urls.PLANS, ann)
    await page.get_by_role("button", name="Get Plus").click()
    await get_pay_button(page).click()
    await expect(page.get_by_text("Your card number is incomplete.")).to_be_visible()
    await page.get_by_label("Card number").fill(NO_CONFIRMATION)
    await get_pay_button(page).click()
    await expect(page.get_by_role("heading", name="Payment successful")).to_be_visible()
    assert (await get_subscription(ann)).plan.name == "Plus"

    page = await users.open_page(urls.PLANS, ben)
    await page.get_by_role("button", name="Get Plus").click()
    await page.get_by_label("Card number").fill(CONFIRMATION)
    await get_pay_button(page).click()
    await page.get_by_role("button", name="Fail").click()
    await expect(page.get_by_text("Your bank did not confirm the payment.")).to_be_visible()
    # The page moves when the event arrives, wherever the buyer has paid.
    reference = stripe_server.list_kind("payment_intent")[0]["id"]
    await expect(get_pay_button(page)).to_be_visible()
    stripe_server.pay(reference, "pm_card_visa", return_url=users.server.url)
    await expect(page.get_by_role("heading", name="Payment successful")).to_be_visible()
