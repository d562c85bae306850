"""Tests of private messages that several users have open at the same time."""

from io import BytesIO
from pathlib import Path

from PIL import Image
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
    await expect(page.get_by_role("textbox", name="Message")).to_be_focused()
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


async def test_strangers_answer_the_invitation_to_a_group_and_one_becomes_its_owner(
    browser_users: BrowserUsers, tmp_path: Path
) -> None:
    ada, _grace = await create_administrators()
    stranger, declining = await create_user("Hedy"), await create_user("Rosalind")
    page = await browser_users.open_page("/m", ada)
    await page.get_by_role("button", name="New group").click()
    await page.get_by_label("Name of the group").fill("Radio")
    await page.get_by_label("People", exact=True).fill("Hedy")
    await page.get_by_role("button", name=f"@{stranger.slug}").click()
    await page.get_by_label("People", exact=True).fill("Rosalind")
    await page.get_by_role("button", name=f"@{declining.slug}").click()
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
    await decline_on_phone(browser_users, declining, "Radio")

    await open_details(page)
    await choose_picture(page, tmp_path / "radio.png")
    for shown in (page, invited):
        await expect(shown.locator("img[src*='/files/']").first).to_be_visible()
    await page.get_by_role("button", name="Actions for Hedy").click()
    await page.get_by_role("button", name="Make owner").click()
    await expect(page.get_by_role("button", name="Actions for Hedy")).to_have_count(0)
    await open_details(invited)
    await invited.get_by_role("button", name="Actions for Ada").click()
    await invited.get_by_role("button", name="Remove from group").click()
    await expect(page.get_by_role("heading", name="Select a conversation")).to_be_visible()


async def decline_on_phone(browser_users: BrowserUsers, user: Actor, group: str) -> None:
    """Open the messages from the bottom bar of a phone, and decline the invitation to a group."""
    phone = await browser_users.open_page("/", user, viewport={"width": 390, "height": 844})
    await phone.locator("[data-bottom-bar]").get_by_role("link", name="Messages").click()
    await phone.get_by_role("button", name="Requests").click()
    await phone.get_by_role("link", name=group).click()
    await phone.get_by_role("button", name="Decline").click()
    await expect(phone.get_by_role("button", name="Requests")).to_be_visible()
    await expect(phone.get_by_role("link", name=group)).to_have_count(0)


async def open_details(page: Page) -> None:
    await page.get_by_role("button", name="More", exact=True).click()
    await page.get_by_role("button", name="Details").last.click()


async def choose_picture(page: Page, path: Path) -> None:
    """Choose the lower part of a picture for the open group."""
    image = Image.new("RGB", (400, 800), "tomato")
    image.paste("navy", (0, 0, 400, 400))
    image.save(path)
    async with page.expect_file_chooser() as chooser:
        await page.get_by_role("button", name="Choose picture").click()
    await (await chooser.value).set_files(path)
    dialog = page.get_by_role("dialog", name="Picture of the group")
    for _ in range(60):  # to the lower edge of the picture
        await dialog.get_by_role("group").press("ArrowUp")
    await dialog.get_by_role("button", name="Save").click()
    await expect(dialog).to_have_count(0)
    source = await page.get_by_role("dialog").locator("img[src*='/files/']").get_attribute("src")
    response = await page.request.get(f"{source}")
    with Image.open(BytesIO(await response.body())) as picture:
        red, _green, blue = picture.convert("RGB").resize((1, 1)).tobytes()
    assert red > blue


async def test_the_field_closes_after_a_request_until_it_is_accepted(
    browser_users: BrowserUsers,
) -> None:
    sender = await create_user("Ada")
    ada = await factories.user(f"{sender.slug}-admin", name="Ada", is_admin=True)
    grace = await create_user("Grace")
    page = await browser_users.open_page(f"/{grace.slug}", ada)
    await page.get_by_role("button", name="Message", exact=True).click()
    await send(page, "Hello Grace")
    reason = page.get_by_text("You can write again once this person accepts your message.")
    field = page.get_by_role("textbox", name="Message")
    await expect(reason).to_be_visible()
    await expect(field).to_have_count(0)

    message = locate_message(page, "Hello Grace")
    await message.hover()
    await message.get_by_role("button", name="More actions").click()
    await page.get_by_role("button", name="Edit", exact=True).click()
    await send(page, "Hello Dr Hopper")
    await expect(locate_message(page, "Hello Dr Hopper")).to_be_visible()
    await expect(reason).to_be_visible()

    reader = await browser_users.open_page(page.url, grace)
    await reader.get_by_role("button", name="Accept").click()
    await expect(reason).to_have_count(0)
    await expect(field).to_be_visible()
