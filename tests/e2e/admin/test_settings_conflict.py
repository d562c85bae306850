"""Test that two administrators edit the same settings, and that a reader sees the effect."""

from datetime import timedelta

from playwright.async_api import Dialog, Locator, Page, expect

from community.core import clock
from community.core.actor import Actor
from tests import factories
from tests.e2e.browser_users import (
    BrowserUsers,
    click_comment_button,
    create_comment,
    create_user,
    get_post_path,
    locate_comment,
)

CONTENT = "/admin-panel/settings/content"
COMMENT = "Two hours old."


async def open_content_settings(browser_users: BrowserUsers, user: Actor) -> Page:
    page = await browser_users.open_page(CONTENT, user, viewport={"width": 1200, "height": 900})
    page.on("dialog", accept_dialog)
    await expect(get_edit_time(page)).not_to_have_value("")
    return page


async def accept_dialog(dialog: Dialog) -> None:
    """Leave the page although it has unsaved changes."""
    await dialog.accept()


def get_edit_time(page: Page) -> Locator:
    return page.get_by_role("spinbutton", name="Comment edit time")


async def save(page: Page) -> None:
    await page.get_by_role("button", name="Save", exact=True).click()


async def save_and_wait(page: Page) -> None:
    await save(page)
    await expect(page.get_by_text("Unsaved changes")).to_be_hidden()


async def submit_invalid_and_outdated_values(page: Page, *, rival: Page) -> None:
    """Submit an invalid value, then a value that the administrator in `rival` has changed."""
    await get_edit_time(page).fill("-5")
    await save(page)
    await expect(page.get_by_text("This must be at least 0.")).to_be_visible()
    await expect(get_edit_time(page)).to_be_focused()
    await get_edit_time(page).fill("45")
    await get_edit_time(rival).fill("30")
    await save_and_wait(rival)
    await save(page)


async def resolve_conflict(page: Page) -> None:
    conflict = page.get_by_role("group", name="Comment edit time")
    yours = conflict.get_by_role("button", name="Your version")
    theirs = conflict.get_by_role("button", name="Saved version")
    await expect(yours).to_contain_text("45")
    await expect(theirs).to_contain_text("30")
    await theirs.click()
    await expect(get_edit_time(page)).to_have_value("30")
    await yours.click()
    await expect(get_edit_time(page)).to_have_value("45")


async def expect_edit_button(page: Page, *, is_visible: bool) -> None:
    await page.reload()
    await click_comment_button(locate_comment(page, COMMENT), "More actions")
    await expect(page.get_by_role("button", name="Delete", exact=True)).to_be_visible()
    button = page.get_by_role("button", name="Edit", exact=True)
    await expect(button).to_have_count(1 if is_visible else 0)


async def test_two_administrators_edit_the_same_settings(browser_users: BrowserUsers) -> None:
    reader = await create_user("Reader")
    post = await factories.post(await create_user("Author"))
    with clock.travel(-timedelta(hours=2)):
        await create_comment(reader, post, COMMENT)
    discussion = await browser_users.open_page(get_post_path(post), reader)
    await expect_edit_button(discussion, is_visible=False)
    olga = await factories.user("settings-olga", is_admin=True)
    oskar = await factories.user("settings-oskar", is_admin=True)
    first = await open_content_settings(browser_users, olga)
    second = await open_content_settings(browser_users, oskar)

    await submit_invalid_and_outdated_values(second, rival=first)
    await resolve_conflict(second)
    await get_edit_time(second).fill("0")
    await second.reload()
    await expect(get_edit_time(second)).to_have_value("0")  # Unsaved changes survive a reload.
    await save(second)
    await expect(second.get_by_text("Unsaved changes")).to_be_hidden()
    await expect_edit_button(discussion, is_visible=True)

    await first.reload()
    await expect(get_edit_time(first)).to_have_value("0")
    await first.get_by_role("button", name="Reset to default: Comment edit time").click()
    await expect(get_edit_time(first)).to_have_value("15")
    await save_and_wait(first)
    await expect_edit_button(discussion, is_visible=False)
