"""Tests of the skip link, of links without a connection, and of forms with errors."""

from playwright.async_api import expect

from tests.e2e.browser_users import BrowserUsers, create_user
from tests.e2e.seed_site import create_seed_site

PHONE = {"width": 390, "height": 700}


async def test_the_skip_link_focuses_the_content(browser_users: BrowserUsers) -> None:
    page = await browser_users.open_page("/communities")
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("main")).to_be_focused()


async def test_an_empty_community_form_focuses_the_first_field_below_the_header(
    browser_users: BrowserUsers,
) -> None:
    user = await create_user("Ada")
    page = await browser_users.open_page("/communities/create", user, viewport=PHONE)
    await page.get_by_role("button", name="Create community").click()
    name = page.get_by_role("textbox", name="Name", exact=True)
    await expect(name).to_be_focused()
    header = await page.locator("header").first.bounding_box()
    label = await page.get_by_text("Name", exact=True).first.bounding_box()
    assert header
    assert label
    assert label["y"] >= header["y"] + header["height"]
    await expect(page.get_by_text("Name", exact=True).first).to_be_in_viewport(ratio=1)
    # The same errors again.
    await page.get_by_role("button", name="Create community").click()
    await expect(name).to_be_focused()


async def test_a_link_without_a_connection_keeps_the_page_open(
    browser_users: BrowserUsers,
) -> None:
    seed = await create_seed_site()
    page = await browser_users.open_page("/communities")
    await page.context.set_offline(offline=True)
    await page.locator("main").get_by_role("link", name=seed.community.name).first.click()
    await expect(page.get_by_text("This page can't be opened right now.")).to_be_visible()
    await expect(page).to_have_url(f"{browser_users.server.url}/communities")
    await page.context.set_offline(offline=False)
    await expect(page.get_by_text("This page can't be opened right now.")).to_have_count(0)
    await page.locator("main").get_by_role("link", name=seed.community.name).first.click()
    await expect(page.get_by_role("heading", name=seed.community.name, level=1)).to_be_visible()
    # Failed requests while the browser was offline.
    browser_users.errors[:] = [
        error for error in browser_users.errors if "ERR_INTERNET_DISCONNECTED" not in error
    ]
