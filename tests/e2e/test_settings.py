"""Tests of the settings page: automatic saving, unsaved text, devices and access tokens."""

import asyncio
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.async_api import Page, expect

from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import identity
from community.models import User
from tests import factories
from tests.e2e.browser_users import BrowserUsers, create_user, wait_until_hydrated

PASSWORD = "a quiet harbour"
JSON_HEADERS = {"Accept": "application/json"}
TIMEOUT_SECONDS = 15.0


async def open_settings(browser_users: BrowserUsers, user: Actor) -> Page:
    page = await browser_users.open_page("/settings", user, viewport={"width": 1200, "height": 900})
    await expect(page.get_by_label("About you")).to_be_visible()
    return page


async def wait_until_setting_is_saved(page: Page, name: str, *, value: object) -> None:
    """Wait until the API returns `value` for the setting `name`.

    The browser saves changes in order, so all earlier changes are saved as well.
    """
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while (await (await page.request.get("/settings", headers=JSON_HEADERS)).json())[
            name
        ] != value:
            pass


async def reload_settings(page: Page) -> None:
    await page.reload()
    await wait_until_hydrated(page)
    await expect(page.get_by_label("About you")).to_be_visible()


async def test_a_guest_on_the_settings_page_is_asked_to_sign_in(
    browser_users: BrowserUsers,
) -> None:
    page = await browser_users.open_page("/settings")
    await page.locator("main").get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("dialog")).to_be_visible()


async def test_unsaved_text_survives_a_reload(browser_users: BrowserUsers) -> None:
    page = await open_settings(browser_users, await create_user("Alice"))
    about = page.get_by_label("About you")
    await about.fill("  Bakes bread.")
    await reload_settings(page)
    await expect(about).to_have_value("  Bakes bread.")
    profile = page.locator("#profile")
    await expect(profile.get_by_text("Unsaved changes")).to_be_visible()
    await profile.get_by_role("button", name="Save").click()
    await expect(profile.get_by_text("Unsaved changes")).to_be_hidden()
    await expect(about).to_have_value("Bakes bread.")


async def test_a_rejected_username_stays_in_the_field_with_an_error_message(
    browser_users: BrowserUsers,
) -> None:
    bob = await create_user("Bob")
    page = await open_settings(browser_users, await create_user("Alice"))
    username = page.get_by_label("Username", exact=True)
    await username.fill(bob.slug)
    await page.locator("#profile").get_by_role("button", name="Save").click()
    await expect(page.get_by_role("alert")).to_have_text(
        "This username is taken. Choose another one."
    )
    await expect(username).to_be_focused()
    await expect(username).to_have_value(bob.slug)


async def test_a_new_avatar_is_shown_in_the_header_immediately(
    browser_users: BrowserUsers, tmp_path: Path
) -> None:
    Image.new("RGB", (400, 400), "tomato").save(tmp_path / "face.png")
    page = await open_settings(browser_users, await create_user("Alice"))
    field = page.get_by_role("group", name="Profile picture")
    async with page.expect_file_chooser() as chooser:
        await field.get_by_role("button", name="Upload").click()
    await (await chooser.value).set_files(tmp_path / "face.png")
    await page.get_by_role("dialog").get_by_role("button", name="Save").click()
    await expect(field.get_by_role("button", name="Change")).to_be_enabled()
    await expect(page.locator("header").locator("img[src^='/media/']")).to_have_count(1)
    await field.get_by_role("button", name="Remove").click()
    await expect(field.get_by_role("button", name="Upload")).to_be_focused()
    await expect(page.locator("header").locator("img[src^='/media/']")).to_have_count(0)


async def test_a_cover_image_is_cropped_by_keyboard_and_survives_an_error(
    browser_users: BrowserUsers, tmp_path: Path
) -> None:
    image = Image.new("RGB", (2560, 1280), "tomato")
    image.paste("navy", (0, 0, 2560, 640))
    image.save(tmp_path / "cover.png")
    page = await open_settings(browser_users, await create_user("Alice"))
    field = page.get_by_role("group", name="Cover image")
    async with page.expect_file_chooser() as chooser:
        await field.get_by_role("button", name="Upload").click()
    await (await chooser.value).set_files(tmp_path / "cover.png")
    dialog = page.get_by_role("dialog")
    area = dialog.get_by_role("group")
    for _ in range(60):  # to the lower edge of the image, and then no further
        await area.press("ArrowUp")
    await dialog.get_by_role("slider", name="Zoom").press("End")

    await page.route("**/media", lambda route: route.abort())
    await dialog.get_by_role("button", name="Save").click()
    await expect(dialog.get_by_role("alert")).to_be_visible()
    browser_users.errors.clear()  # Chromium logs the failed upload as an error.
    await page.unroute("**/media")
    await dialog.get_by_role("button", name="Save").click()

    await expect(dialog).to_have_count(0)
    await expect(field.get_by_role("button", name="Change")).to_be_enabled()
    source = await field.locator("img[src^='/media/']").last.get_attribute("src")
    response = await page.request.get(f"{source}")
    with Image.open(BytesIO(await response.body())) as cover:
        assert cover.size == (1280, 427)  # half the width of the image, not enlarged
        red, _green, blue = cover.convert("RGB").resize((1, 1)).tobytes()
        assert red > blue


async def test_switches_and_choices_are_saved_automatically(browser_users: BrowserUsers) -> None:
    page = await open_settings(browser_users, await create_user("Alice"))
    mentions = page.get_by_role("switch", name="Mentions")
    new = page.get_by_role("radio", name="New", exact=True)
    for _ in range(3):
        await mentions.click()
    await new.check()
    await page.get_by_role("switch", name="Show when I'm online").click()
    await wait_until_setting_is_saved(page, "shows_online", value=False)
    await reload_settings(page)
    await expect(mentions).not_to_be_checked()
    await expect(new).to_be_checked()
    await expect(page.get_by_role("switch", name="Show when I'm online")).not_to_be_checked()
    await expect(page.get_by_role("switch", name="Replies")).to_be_checked()


async def test_ignored_keywords_are_added_and_removed_by_keyboard(
    browser_users: BrowserUsers,
) -> None:
    page = await open_settings(browser_users, await create_user("Alice"))
    field = page.get_by_label("Word or phrase")
    await field.fill("crypto, football")
    await field.press("Enter")
    await expect(page.get_by_role("button", name="Remove football")).to_be_visible()
    await expect(field).to_have_value("")
    await page.get_by_role("button", name="Remove crypto").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Remove football")).to_be_focused()


async def test_a_user_can_sign_out_all_other_devices(browser_users: BrowserUsers) -> None:
    alice = await create_user("Alice")
    await factories.session_token(alice)
    elsewhere = await browser_users.open_page("/settings", alice)
    page = await open_settings(browser_users, alice)
    devices = page.get_by_role("region", name="Devices")
    await expect(devices.get_by_text("This device", exact=True)).to_have_count(1)
    await expect(devices.get_by_role("button", name="Sign out", exact=True)).to_have_count(3)
    await devices.get_by_role("button", name="Sign out everywhere else").click()
    await page.get_by_role("dialog").get_by_role("button", name="Sign out", exact=True).click()
    await expect(page.get_by_text("2 devices signed out")).to_be_visible()
    await expect(devices.get_by_role("heading", name="Devices")).to_be_focused()
    await elsewhere.reload()
    await expect(elsewhere.get_by_text("Sign in to see your settings")).to_be_visible()


async def test_signing_out_the_current_device_deletes_the_session_cookie(
    browser_users: BrowserUsers,
) -> None:
    page = await open_settings(browser_users, await create_user("Alice"))
    devices = page.get_by_role("region", name="Devices")
    await devices.get_by_role("button", name="Sign out", exact=True).click()
    await page.wait_for_url("/")
    assert [cookie for cookie in await page.context.cookies() if cookie["name"] == "session"] == []


async def test_an_access_token_is_shown_once_and_revoked_after_confirmation(
    browser_users: BrowserUsers,
) -> None:
    page = await open_settings(browser_users, await create_user("Alice"))
    tokens = page.get_by_role("region", name="Access tokens")
    await tokens.get_by_label("Name").fill("Backup")
    await tokens.get_by_role("button", name="Create token").click()
    secret = tokens.get_by_label("Token", exact=True)
    await expect(secret).to_be_focused()
    headers = {
        "Authorization": f"Bearer {await secret.input_value()}",
        "Accept": "application/json",
    }
    assert (await page.request.get("/settings", headers=headers)).ok
    await expect(tokens.get_by_text("Read · Expires on")).to_be_visible()
    await reload_settings(page)
    await expect(secret).to_have_count(0)

    await tokens.get_by_role("button", name="Revoke").click()
    await page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    await expect(tokens.get_by_text("No tokens yet")).to_be_visible()
    await page.context.clear_cookies()
    assert (await page.request.get("/settings", headers=headers)).status == 401


async def test_changing_the_password_keeps_the_page_open_and_the_unsaved_text(
    browser_users: BrowserUsers,
) -> None:
    alice = await create_user("Alice")
    async with unit_of_work() as session:
        row = await session.get_one(User, alice.id)
        row.password_hash = await identity.hash_password(PASSWORD)
    page = await open_settings(browser_users, alice)
    [before] = await page.context.cookies()
    await page.get_by_label("About you").fill("Half a thought")
    await page.get_by_label("Current password").fill(PASSWORD)
    await page.get_by_label("New password").fill("a loud harbour")
    await page.get_by_role("button", name="Change password").click()
    await expect(page.get_by_text("Password changed.")).to_be_in_viewport()
    [after] = await page.context.cookies()
    assert after["value"] != before["value"]
    await expect(page.get_by_label("About you")).to_have_value("Half a thought")
    await page.get_by_role("switch", name="Mentions").click()
    await reload_settings(page)
    await expect(page.get_by_role("switch", name="Mentions")).not_to_be_checked()
    await expect(page.get_by_text("Password changed.")).to_have_count(0)


async def test_the_navigation_link_to_the_visible_section_is_marked(
    browser_users: BrowserUsers,
) -> None:
    page = await open_settings(browser_users, await create_user("Alice"))
    links = page.get_by_role("navigation", name="Settings")
    await links.get_by_role("link", name="Ignored").click()
    await expect(page.get_by_role("heading", name="Ignored")).to_be_in_viewport()
    await expect(links.locator("[aria-current=true]")).to_have_text("Ignored")
    await page.evaluate("scrollTo(0, 0)")
    await expect(links.locator("[aria-current=true]")).to_have_text("Profile")
