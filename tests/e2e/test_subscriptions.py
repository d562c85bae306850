"""Test that a user buys a plan at the sandbox and cancels the renewal."""

from uuid import UUID

from playwright.async_api import expect
from sqlmodel import col, select

from community import urls
from community.core.db.sessions import read_session
from community.models import PurchaseConsent
from tests import factories
from tests.e2e.browser_users import BrowserUsers, create_user, wait_until_hydrated
from tests.workflows.payments.buyers import get_subscription, sell


async def test_a_user_buys_a_plan_and_cancels_the_renewal(browser_users: BrowserUsers) -> None:
    alice = await create_user("Alice")
    admin = await factories.user(f"{alice.slug}-admin", is_admin=True)
    plan = await sell(admin, name=f"Plus {alice.id}", price=500, features=["badge"])
    page = await browser_users.open_page(urls.PLANS, alice)

    buy_button = page.get_by_role("button", name=f"Get {plan.name}")
    # The server caches the settings for five seconds.
    while not await buy_button.is_visible():
        await page.reload()
        await wait_until_hydrated(page)

    await buy_button.click()
    dialog = page.get_by_role("dialog", name=f"Get {plan.name}")
    await expect(dialog.get_by_text("for €5.00 a month, until you cancel.")).to_be_visible()
    await expect(dialog.get_by_text("The sandbox saves the test card")).to_be_visible()
    continue_button = dialog.get_by_role("button", name="Continue to payment")
    await continue_button.click()
    await page.get_by_role("button", name="The bank declines the payment").click()
    await expect(page.get_by_role("heading", name="Payment declined")).to_be_visible()
    await page.get_by_role("link", name="Try again").click()
    await buy_button.click()
    await continue_button.click()
    await page.get_by_role("button", name="The payment takes a few seconds").click()
    await expect(page.get_by_role("heading", name="Payment successful")).to_be_visible()

    await page.get_by_text("What you agreed to").click()
    await expect(page.get_by_text(f"“{plan.name}” for a month: €5.00")).to_be_visible()
    payment_id = UUID(page.url.rpartition("/")[2])
    async with read_session() as session:
        consent = await session.scalar(
            select(PurchaseConsent).where(col(PurchaseConsent.payment_id) == payment_id)
        )
    assert consent is not None
    assert "until you cancel" in consent.text

    await page.get_by_role("link", name="Show my plan").click()
    await expect(page.get_by_role("main").get_by_text("It renews on")).to_be_visible()
    assert (await get_subscription(alice)).features[0].code == "badge"

    await page.goto(f"{urls.SETTINGS}#subscription")
    await page.get_by_role("button", name="Cancel renewal").click()
    await page.get_by_role("dialog").get_by_label("Reason").fill("Too dear")
    await page.get_by_role("dialog").get_by_role("button", name="Cancel renewal").click()
    await expect(page.get_by_role("button", name="Resume renewal")).to_be_visible()
    assert (await get_subscription(alice)).status == "canceled"
