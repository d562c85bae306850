"""What a subscriber does after buying a plan with the feature `badge`, and what visitors see."""

from datetime import timedelta

from playwright.async_api import Page, expect
from sqlmodel import col, update

from community import urls
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.models import UserSubscription
from community.workflows import payments
from tests.e2e.browser_users import BrowserUsers, wait_until_hydrated
from tests.workflows.payments.buyers import find_subscription

BADGE = "Star"
# The name of the badge is also that of the option in the settings.
_OPTION = "#badge-star"


async def open_settings(page: Page) -> None:
    # Another fragment of the same page would not load it again.
    await page.goto("about:blank")
    await page.goto(urls.SUBSCRIPTION_SETTINGS)
    await wait_until_hydrated(page)


async def choose_badge(page: Page) -> None:
    """Use the feature of the plan."""
    await open_settings(page)
    await page.locator(_OPTION).check()
    # Besides the option, the preview shows the badge after the server has stored it.
    await expect(page.get_by_role("img", name=BADGE)).to_have_count(2)


async def begin_to_replace_card(page: Page) -> None:
    await open_settings(page)
    await page.get_by_role("button", name="Replace card").click()
    await expect(page.get_by_role("heading", name="Enter another card")).to_be_visible()


async def cancel_renewal(page: Page) -> None:
    await open_settings(page)
    await page.get_by_role("button", name="Cancel renewal").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_role("button", name="Cancel renewal").click()
    await expect(page.get_by_role("button", name="Resume renewal")).to_be_visible()


async def ensure_badge_lasts_until_the_end(
    users: BrowserUsers, subscriber: Actor, page: Page
) -> None:
    """Let the paid time of a canceled plan end, and look at the profile before and after."""
    visitor = await users.open_page(urls.profile(subscriber.slug))
    badge = visitor.get_by_role("main").get_by_role("img", name=BADGE)
    await expect(badge).to_be_visible()

    past = clock.now() - timedelta(minutes=1)
    async with unit_of_work() as session:
        await session.execute(
            update(UserSubscription)
            .where(col(UserSubscription.user_id) == subscriber.id)
            .values(access_until=past)
        )
    await payments.renew_subscriptions()
    assert await find_subscription(subscriber) is None
    await visitor.reload()
    await wait_until_hydrated(visitor)
    await expect(
        visitor.get_by_role("heading", name=subscriber.slug.partition("-")[0])
    ).to_be_visible()
    await expect(badge).to_have_count(0)
    # The server caches the features of a signed-in user for some seconds.
    while not await page.get_by_text("Subscribers can have a badge").is_visible():
        await open_settings(page)
    await expect(page.get_by_text("You have no plan.")).to_be_visible()
