"""Tests that users get features of plans by a purchase and by a trial, and what others then see."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect
from sqlmodel import col, update

from community import urls
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import ai
from community.models import UserSubscription
from community.workflows import payments
from tests.domain.actions import publish_post
from tests.e2e.browser_users import (
    BrowserUsers,
    create_comment,
    create_user,
    get_post_path,
    wait_until_hydrated,
)
from tests.e2e.payment_site import open_payment_site
from tests.workflows.ai.site_settings import configure
from tests.workflows.ai.stand_in import StandIn, run_stand_in
from tests.workflows.ai.writing import LONG_TEXT
from tests.workflows.payments.buyers import add_plan, sell


@pytest_asyncio.fixture(loop_scope="session")
async def stand_in() -> AsyncIterator[StandIn]:
    async with run_stand_in() as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def users(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stand_in: StandIn
) -> AsyncIterator[BrowserUsers]:
    """Yield the users of a site with AI summaries that sells two plans at the sandbox."""

    async def put_on_sale(admin: Actor) -> None:
        await configure(admin, stand_in, ai_summary_min_minutes=1)
        await sell(admin, name="Plus", features=[ai.SUMMARIES])
        features = ["badge", "fancy_nickname"]
        await add_plan(admin, name="Style", features=features, trial_days=14)

    async with open_payment_site(browser, tmp_path, monkeypatch, put_on_sale) as users:
        yield users


async def end_trial(user: Actor) -> None:
    """Let the trial of a user end now, and run the job that ends subscriptions."""
    async with unit_of_work() as session:
        statement = update(UserSubscription).where(col(UserSubscription.user_id) == user.id)
        await session.execute(statement.values(access_until=clock.now()))
    assert (await payments.renew_subscriptions()).expired == 1


async def reload_until_visible(page: Page, text: str) -> None:
    """Reload the page until it shows a text, because the server caches who has which feature."""
    while not await page.get_by_text(text).first.is_visible():
        await page.reload()
        await wait_until_hydrated(page)


async def test_a_reader_meets_a_locked_feature_and_buys_it(users: BrowserUsers) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    post = await publish_post(bob, "On rye", LONG_TEXT)
    page = await users.open_page(get_post_path(post), alice)
    await page.get_by_role("button", name="Summary").click()
    offer = page.get_by_role("dialog")
    await expect(offer.get_by_text("Only subscribers can read summaries.")).to_be_visible()
    await expect(offer.get_by_role("list", name="Plans").get_by_role("listitem")).to_have_count(1)
    await offer.get_by_role("link", name="See plans").click()
    await page.get_by_role("button", name="Get Plus").click()
    await page.get_by_role("button", name="Continue to payment").click()
    await page.get_by_role("button", name="The payment succeeds").click()
    await expect(page.get_by_role("heading", name="Payment successful")).to_be_visible()

    await page.goto(get_post_path(post))
    await wait_until_hydrated(page)
    await page.get_by_role("button", name="Summary").click()
    await expect(page.get_by_text("A short answer.")).to_be_visible()


async def test_a_trial_gives_a_badge_and_a_style_that_others_see_until_it_ends(
    users: BrowserUsers,
) -> None:
    carol, dave = await create_user("Carol"), await create_user("Dave")
    post = await publish_post(dave, "On barley", LONG_TEXT)
    await create_comment(carol, post, "Barley keeps longer.")
    reader_page = await users.open_page(get_post_path(post), dave)
    author = reader_page.get_by_role("article").filter(has_text="Barley keeps longer.")
    await expect(author.get_by_role("link", name="Carol").first).to_be_visible()

    page = await users.open_page(urls.PLANS, carol)
    await page.get_by_role("button", name="Try 14 days free").click()
    await page.get_by_role("button", name="Start free trial").click()
    await expect(page.get_by_text("You are trying “Style” for free until")).to_be_visible()
    await page.goto(urls.SETTINGS)
    await wait_until_hydrated(page)
    await page.get_by_role("radio", name="Moon").check()
    await page.get_by_role("radio", name="Plum").check()
    # The reader has not reloaded the page.
    await expect(author.get_by_role("img", name="Moon")).to_be_visible()
    await expect(author.locator(".name-plum")).to_have_text("Carol")

    await end_trial(carol)
    await reload_until_visible(page, "Subscribers can have a badge beside their name.")
    await reader_page.reload()
    await wait_until_hydrated(reader_page)
    await expect(author).to_be_visible()
    await expect(author.get_by_role("img", name="Moon")).to_have_count(0)
    await expect(author.locator(".name-plum")).to_have_count(0)
