"""Tests of private messages that several users have open at the same time."""

from playwright.async_api import Locator, Page, expect

from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import follows
from tests import factories
from tests.e2e.browser_users import BrowserUsers, create_user


async def create_administrators() -> tuple[Actor, Actor]:
    """Return two people who follow each other and need no plan to write."""
    first = await create_user("Ada")
    second = await create_user("Grace")
    ada = await factories.user(f"{first.slug}-admin", name="Ada", is_admin=True)
    grace = await factories.user(f"{second.slug}-admin", name="Grace", is_admin=True)
    async with unit_of_work() as session:
        await follows.follow(session, ada, user_id=grace.id)
    async with unit_of_work() as session:
        await follows.follow(session, grace, user_id=ada.id)
    return ada, grace


async def send(page: Page, text: str) -> None:
    await page.get_by_role("textbox", name="Message").fill(text)
    await page.keyboard.press("Enter")


def locate_history(page: Page) -> Locator:
    """Return the messages of the open chat. The list of chats repeats the last one."""
    return page.get_by_role("group", name="Messages")


def locate_message(page: Page, text: str) -> Locator:
    return page.get_by_role("article").filter(has_text=text)


async def test_a_conversation_from_the_profile_to_the_return_of_the_connection(
    browser_users: BrowserUsers,
) -> None:
    ada, grace = await create_administrators()
    page = await browser_users.open_page(f"/{grace.slug}", ada)
    await page.get_by_role("button", name="Message", exact=True).click()
    await expect(page.get_by_role("heading", name="Grace")).to_be_visible()
    await send(page, "Hello *Grace*")
    await expect(
        locate_message(page, "Hello Grace").get_by_label("Sent", exact=True)
    ).to_be_visible()

    reader = await browser_users.open_page("/m", grace)
    await reader.get_by_role("link", name="Hello Grace").click()
    await expect(locate_message(reader, "Hello Grace")).to_be_visible()
    await expect(
        locate_message(page, "Hello Grace").get_by_label("Read", exact=True)
    ).to_be_visible()

    await locate_message(reader, "Hello Grace").hover()
    await reader.get_by_role("button", name="Reply").click()
    await send(reader, "Hello yourself")
    answer = locate_message(page, "Hello yourself")
    await expect(answer.get_by_role("button", name="Ada Hello Grace")).to_be_visible()
    await answer.hover()
    await answer.get_by_role("button", name="React: Like").click()
    await expect(
        locate_message(reader, "Hello yourself").get_by_role("button", name="Like: 1")
    ).to_be_visible()

    await page.context.set_offline(offline=True)
    await send(page, "Written offline")
    waiting = locate_message(page, "Written offline").get_by_label("Waiting to be sent")
    await expect(waiting).to_be_visible()
    await send(reader, "Written meanwhile")
    await page.context.set_offline(offline=False)
    await expect(locate_message(page, "Written meanwhile")).to_be_visible()
    await expect(locate_message(reader, "Written offline")).to_have_count(1)
    # Failed requests while the browser was offline.
    browser_users.errors.clear()


async def test_a_stranger_accepts_the_invitation_to_a_group(browser_users: BrowserUsers) -> None:
    ada, _grace = await create_administrators()
    stranger = await create_user("Hedy")
    page = await browser_users.open_page("/m", ada)
    await page.get_by_role("button", name="New group").click()
    await page.get_by_label("Name of the group").fill("Radio")
    await page.get_by_label("People", exact=True).fill("Hedy")
    await page.get_by_role("button", name=f"@{stranger.slug}").click()
    await page.get_by_role("button", name="Create group").click()
    await send(page, "Welcome")

    invited = await browser_users.open_page("/m", stranger)
    await invited.get_by_role("button", name="Requests").click()
    await invited.get_by_role("link", name="Radio").click()
    await expect(invited.get_by_text("You were invited to this group")).to_be_visible()
    await expect(locate_message(invited, "Welcome")).to_have_count(0)
    await invited.get_by_role("button", name="Accept").click()
    await expect(locate_history(page).get_by_text("Hedy joined the group")).to_be_visible()
    await expect(locate_history(invited).get_by_text("Hedy joined the group")).to_be_visible()
    await expect(invited.get_by_role("button", name="Accept")).to_have_count(0)
    await page.get_by_role("button", name="More", exact=True).click()
    await page.get_by_role("button", name="Details").last.click()
    await page.get_by_role("button", name="Actions for Hedy").click()
    await page.get_by_role("button", name="Remove from group").click()
    await expect(invited.get_by_role("heading", name="Select a conversation")).to_be_visible()
