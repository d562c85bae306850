"""Test that a subscriber reads a summary and asks the assistant, whose answer a reader sees."""

import asyncio

from playwright.async_api import expect

from community import urls
from community.domain import ai
from tests import factories
from tests.domain.actions import publish_post
from tests.e2e.browser_users import BrowserUsers, create_user, wait_until_hydrated
from tests.workflows.ai.site_settings import change_settings, configure
from tests.workflows.ai.stand_in import Reply, run_stand_in
from tests.workflows.ai.writing import LONG_TEXT
from tests.workflows.payments.buyers import buy, sell


async def test_a_subscriber_reads_a_summary_and_asks_the_assistant(
    browser_users: BrowserUsers,
) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    admin = await factories.user(f"{alice.slug}-admin", is_admin=True)
    features = [ai.SUMMARIES, ai.policies.ASSISTANT]
    post = await publish_post(bob, "On rye", LONG_TEXT)
    path = urls.post(post.id, post.slug)
    async with run_stand_in() as stand_in:
        await configure(admin, stand_in, ai_summary_min_minutes=1)
        await buy(alice, await sell(admin, name=f"AI {alice.id}", features=features))
        resume = asyncio.Event()
        stand_in.replies.append(Reply(("- Rye needs patience. ", "It keeps long."), resume=resume))
        page = await browser_users.open_page(path, alice)
        box = page.get_by_role("button", name="Summary")
        # The server caches the settings for five seconds.
        while not await box.is_visible():
            await page.reload()
            await wait_until_hydrated(page)

        await box.click()
        await expect(page.get_by_text("Rye needs patience.")).to_be_visible()
        await expect(page.get_by_text("It keeps long.")).not_to_be_visible()
        resume.set()
        await expect(page.get_by_text("It keeps long.")).to_be_visible()

        reader_page = await browser_users.open_page(path)
        stand_in.replies.append(Reply(("Because it ", "keeps longer."), resume=resume))
        field = page.get_by_role("textbox", name="Your comment")
        await field.fill("Hello @assistant, why rye?")
        await page.get_by_role("button", name="Send").click()
        await expect(page.get_by_text("The assistant is writing…")).to_be_visible()
        resume.set()
        answer = reader_page.get_by_role("article").filter(has_text="Because it keeps longer.")
        await expect(answer).to_be_visible()
        await expect(answer.get_by_text("bot", exact=True)).to_be_visible()
        await expect(page.get_by_text("The assistant is writing…")).not_to_be_visible()
    await change_settings(admin, {"ai_base_url": ""})
