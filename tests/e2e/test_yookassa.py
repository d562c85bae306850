"""Test that a user buys a plan with YooKassa's widget, uses it, replaces the card, and loses it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from community import urls
from community.core.actor import Actor
from tests.e2e.browser_users import BrowserUsers, create_user
from tests.e2e.paid_features import (
    begin_to_replace_card,
    cancel_renewal,
    choose_badge,
    ensure_badge_lasts_until_the_end,
)
from tests.e2e.payment_site import open_payment_site
from tests.stand_ins.yookassa import CARDS
from tests.workflows.payments.buyers import get_subscription
from tests.yookassa_server import YooKassaServer, run_yookassa, sell_with_yookassa


@pytest_asyncio.fixture(loop_scope="session")
async def yookassa() -> AsyncIterator[YooKassaServer]:
    async with run_yookassa() as server:
        yield server


@pytest_asyncio.fixture(loop_scope="session")
async def users(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, yookassa: YooKassaServer
) -> AsyncIterator[BrowserUsers]:
    """Yield the users of a site that takes payments with the stand-in for YooKassa."""

    async def put_on_sale(admin: Actor) -> None:
        await sell_with_yookassa(admin, yookassa, name="Plus", features=["badge"])

    async with open_payment_site(browser, tmp_path, monkeypatch, put_on_sale) as users:
        yield users


async def test_a_user_buys_a_plan_with_the_widget_of_yookassa(
    users: BrowserUsers, yookassa: YooKassaServer
) -> None:
    alice = await create_user("Alice")
    page = await users.open_page(urls.PLANS, alice)
    await page.get_by_role("button", name="Get Plus").click()
    await page.get_by_role("button", name="Continue to payment").click()

    await page.get_by_role("button", name="(insufficient_funds)").click()
    await expect(page.get_by_text("The payment was declined: insufficient_funds")).to_be_visible()
    await page.get_by_role("button", name="(confirmation)").click()
    await page.get_by_role("button", name="Confirm", exact=True).click()
    await expect(page.get_by_role("heading", name="Payment successful")).to_be_visible()

    subscription = await get_subscription(alice)
    assert (subscription.status, subscription.features[0].code) == ("active", "badge")
    assert subscription.payment_method is not None
    assert subscription.payment_method.last4 == "4477"
    # The site has asked YooKassa, which has sent no notification.
    payment_requests = [item for item in yookassa.api.requests if "/v3/payments" in item]
    assert payment_requests[-1].startswith("GET /v3/payments/")

    await choose_badge(page)
    await begin_to_replace_card(page)
    await page.get_by_role("link", name="Enter card details").click()
    await page.get_by_role("button", name=CARDS["declined"].number).click()
    await expect(page.get_by_text("The card was declined: general_decline")).to_be_visible()
    await page.get_by_role("button", name=CARDS["visa"].number).click()
    await expect(page.get_by_role("heading", name="Card saved")).to_be_visible()
    method = (await get_subscription(alice)).payment_method
    assert method is not None
    assert method.last4 == "1111"
    await cancel_renewal(page)
    await ensure_badge_lasts_until_the_end(users, alice, page)
