"""A test that reads and writes private messages with the keyboard alone."""

from playwright.async_api import Locator, Page, expect

from tests.e2e.axe import CONTEXT_OPTIONS, find_violations
from tests.e2e.browser_users import BrowserUsers
from tests.e2e.test_messages import create_administrators, locate_history, locate_message
from tests.e2e.test_messages_on_bad_lines import create_group, write

# More than the number of stops of the Tab key on the page.
MAX_STOPS = 80


async def test_a_conversation_by_keyboard_alone(browser_users: BrowserUsers) -> None:
    ada, grace = await create_administrators()
    group = await create_group(ada, grace)
    await write(ada, group, "Good morning")
    page = await browser_users.open_page("/m", grace, **CONTEXT_OPTIONS)
    await press_button(page, page.get_by_role("link", name="Bakers"))
    await expect(locate_message(page, "Good morning")).to_be_visible()
    await tab_to(page, locate_field(page))
    await type_and_send(page, "Hello all")
    sent = locate_message(page, "Hello all").get_by_label("Sent", exact=True)
    await expect(sent).to_be_visible()
    await reply_and_react(page)
    await edit_and_delete(page)
    await tab_to(page, page.get_by_role("link", name="Bakers"), key="Shift+Tab")


async def reply_and_react(page: Page) -> None:
    await focus_message(page, steps=2)
    await expect(locate_message(page, "Good morning")).to_be_focused()
    await press_button(page, page.get_by_role("button", name="Reply"))
    await expect(locate_field(page)).to_be_focused()
    assert await find_violations(page) == {}
    await type_and_send(page, "Slept well")
    quote = locate_message(page, "Slept well").get_by_role("button", name="Ada Good morning")
    await expect(quote).to_be_visible()
    await focus_message(page, steps=3)
    await press_button(page, page.get_by_role("button", name="React: Like"))
    await expect(locate_history(page).get_by_role("button", name="Like: 1")).to_be_visible()


async def edit_and_delete(page: Page) -> None:
    await tab_to(page, locate_field(page))
    await page.keyboard.press("ArrowUp")
    await expect(locate_field(page)).to_have_value("Slept well")
    await page.keyboard.press("End")
    await type_and_send(page, " indeed")
    message = locate_message(page, "Slept well indeed")
    await expect(message).to_be_visible()
    await focus_message(page, steps=1)
    await press_button(page, message.get_by_role("button", name="More actions"))
    await press_button(page, page.get_by_role("button", name="Delete"))
    dialog = page.get_by_role("dialog")
    await expect(dialog).to_be_visible()
    assert await find_violations(page, widths=(1440,)) == {}
    await press_button(page, dialog.get_by_role("button", name="Delete"))
    await expect(dialog).to_have_count(0)
    await expect(locate_history(page).get_by_role("article").last).to_be_focused()
    await expect(locate_history(page).get_by_text("Message deleted")).to_be_visible()


def locate_field(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Message")


async def press_button(page: Page, target: Locator) -> None:
    await tab_to(page, target)
    await page.keyboard.press("Enter")


async def tab_to(page: Page, target: Locator, key: str = "Tab") -> None:
    """Press the Tab key until an element has the focus."""
    for _ in range(MAX_STOPS):
        if await target.count() and await target.evaluate("el => el === document.activeElement"):
            return
        await page.keyboard.press(key)
    await expect(target).to_be_focused(timeout=1)


async def type_and_send(page: Page, text: str) -> None:
    await page.keyboard.type(text)
    await page.keyboard.press("Enter")


async def focus_message(page: Page, *, steps: int) -> None:
    """Go from the field back to the list of messages, and up to one of the latest."""
    await tab_to(page, locate_field(page))
    await tab_to(page, locate_history(page), key="Shift+Tab")
    for _ in range(steps):
        await page.keyboard.press("ArrowUp")
