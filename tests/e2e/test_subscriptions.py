"""Test that a user buys a plan at the sandbox and cancels the renewal."""

from playwright.async_api import expect

from community import urls
from tests import factories
from tests.e2e.browser_users import BrowserUsers, create_user, wait_until_hydrated
from tests.payment_processing.buyers import get_subscription, sell


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
    await page.get_by_role("button", name="The bank declines the payment").click()
    await expect(page.get_by_role("heading", name="Payment declined")).to_be_visible()
    await page.get_by_role("link", name="Try again").click()
    await buy_button.click()
    await page.get_by_role("button", name="The payment takes a few seconds").click()
    await expect(page.get_by_role("heading", name="Payment successful")).to_be_visible()

    await page.get_by_role("link", name="Show my plan").click()
    await expect(page.get_by_role("main").get_by_text("It renews on")).to_be_visible()
    assert (await get_subscription(alice)).features[0].code == "badge"

    await page.goto(f"{urls.SETTINGS}#subscription")
    await page.get_by_role("button", name="Cancel renewal").click()
    await page.get_by_role("dialog").get_by_label("Reason").fill("Too dear")
    await page.get_by_role("dialog").get_by_role("button", name="Cancel renewal").click()
    await expect(page.get_by_role("button", name="Resume renewal")).to_be_visible()
    assert (await get_subscription(alice)).status == "canceled"
