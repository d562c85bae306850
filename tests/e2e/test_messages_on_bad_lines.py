"""Tests of private messages without a connection, and over slow connections."""

import asyncio
import re

from playwright.async_api import Page, expect

from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import chat
from community.models import Chat
from tests import factories
from tests.e2e.browser_users import BrowserUsers, create_user, wait_until_hydrated
from tests.e2e.test_messages import create_administrators, locate_history, locate_message, send

# More than one page of messages.
MISSED_COUNT = 120
TEN_MINUTES_MS = 600_000
SLOW_LINE = {
    "offline": False,
    "latency": 400,
    "downloadThroughput": 50_000,
    "uploadThroughput": 50_000,
}


async def create_group(owner: Actor, *others: Actor) -> Chat:
    async with unit_of_work() as session:
        group = await chat.create_group(
            session, owner, user_ids=[other.id for other in others], name="Bakers"
        )
        for other in others:
            await chat.accept(session, other, chat_id=group.id)
    return group


async def write(author: Actor, group: Chat, text: str) -> None:
    rendered = await chat.render_text(text)
    async with unit_of_work() as session:
        await chat.send(session, author, chat_id=group.id, text=rendered)


async def test_ten_minutes_offline_lose_no_message(browser_users: BrowserUsers) -> None:
    ada, grace = await create_administrators()
    group = await create_group(ada, grace)
    await write(grace, group, "Missed 0")
    page = await browser_users.new_page(ada)
    await page.clock.install()
    await page.goto(f"/m/{group.id}")
    await wait_until_hydrated(page)
    await expect(locate_message(page, "Missed 0")).to_be_visible()
    await page.context.set_offline(offline=True)
    await send(page, "Written offline")
    await expect(locate_message(page, "Written offline")).to_be_visible()
    for number in range(1, MISSED_COUNT):
        await write(grace, group, f"Missed {number}")
    await page.clock.fast_forward(TEN_MINUTES_MS)

    await page.context.set_offline(offline=False)
    await expect(locate_history(page).get_by_role("article")).to_have_count(MISSED_COUNT + 1)
    await expect(
        locate_message(page, "Written offline").get_by_label("Sent", exact=True)
    ).to_be_visible()
    expected = [f"Missed {number}" for number in range(MISSED_COUNT)]
    assert await list_texts(page, r"Missed \d+") == expected
    await expect(locate_message(page, "Written offline")).to_have_count(1)
    browser_users.errors.clear()  # Failed requests while the browser was offline.


async def test_three_senders_on_slow_lines_see_all_messages_in_the_same_order(
    browser_users: BrowserUsers,
) -> None:
    ada, grace = await create_administrators()
    hedy = await factories.user(f"{(await create_user('Hedy')).slug}-admin", is_admin=True)
    group = await create_group(ada, grace, hedy)
    path = f"/m/{group.id}"
    pages = [await browser_users.open_browser(path, member) for member in (ada, grace, hedy)]
    for page in pages:
        session = await page.context.new_cdp_session(page)
        await session.send("Network.enable")
        await session.send("Network.emulateNetworkConditions", SLOW_LINE)

    async def send_all(sender: int) -> None:
        for number in range(5):
            await send(pages[sender], f"Sender {sender}, message {number}")

    await asyncio.gather(*map(send_all, range(3)))
    pattern = r"Sender \d, message \d"
    for page in pages:
        await expect(locate_history(page).get_by_role("article")).to_have_count(15)
        await expect(page.get_by_label("Sending…")).to_have_count(0)
    shown = [await list_texts(page, pattern) for page in pages]
    assert shown[0] == shown[1] == shown[2]
    for sender in range(3):
        own = [text for text in shown[0] if text.startswith(f"Sender {sender}")]
        assert own == [f"Sender {sender}, message {number}" for number in range(5)]


async def list_texts(page: Page, pattern: str) -> list[str]:
    """Return the parts of the shown messages that match a pattern, from top to bottom."""
    texts = await locate_history(page).get_by_role("article").all_inner_texts()
    return [found[0] for text in texts if (found := re.search(pattern, text))]
