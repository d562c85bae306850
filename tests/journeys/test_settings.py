"""The settings in a browser: what is kept at once, what stays typed, what is shown once."""

import asyncio
from pathlib import Path

from PIL import Image
from playwright.async_api import Page, expect

from community.core.actor import Actor
from community.core.database import unit_of_work
from community.domain import accounts
from community.models import User
from tests.journeys.visitors import Visitors, sign_in, somebody, until_live

PASSWORD = "a quiet harbour"
DATA = {"Accept": "application/json"}
PATIENCE = 15.0


async def open_settings(visitors: Visitors, who: Actor) -> Page:
    page = await visitors.open("/settings", who, viewport={"width": 1200, "height": 900})
    await expect(page.get_by_label("About you")).to_be_visible()
    return page


async def until_kept(page: Page, name: str, *, value: object) -> None:
    """The server has this choice, and with it all that were made before."""
    async with asyncio.timeout(PATIENCE):
        while (await (await page.request.get("/settings", headers=DATA)).json())[name] != value:
            pass


async def again(page: Page) -> None:
    await page.reload()
    await until_live(page)
    await expect(page.get_by_label("About you")).to_be_visible()


async def test_a_guest_is_invited_to_sign_in(visitors: Visitors) -> None:
    page = await visitors.open("/settings")
    await page.locator("main").get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("dialog")).to_be_visible()


async def test_half_a_thought_survives_a_reload_until_it_is_saved(visitors: Visitors) -> None:
    page = await open_settings(visitors, await somebody("Alice"))
    about = page.get_by_label("About you")
    await about.fill("  Bakes bread.")
    await again(page)
    await expect(about).to_have_value("  Bakes bread.")
    await expect(page.get_by_text("Not saved yet")).to_be_visible()
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_text("Not saved yet")).to_be_hidden()
    await expect(about).to_have_value("Bakes bread.")


async def test_what_is_refused_stays_and_says_why(visitors: Visitors) -> None:
    bob = await somebody("Bob")
    page = await open_settings(visitors, await somebody("Alice"))
    address = page.get_by_label("Address", exact=True)
    await address.fill(bob.slug)
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("alert")).to_have_text(
        "This address is taken. Choose another one."
    )
    await expect(address).to_be_focused()
    await expect(address).to_have_value(bob.slug)


async def test_a_picture_is_shown_in_the_header_of_the_page_at_once(
    visitors: Visitors, tmp_path: Path
) -> None:
    Image.new("RGB", (400, 400), "tomato").save(tmp_path / "face.png")
    page = await open_settings(visitors, await somebody("Alice"))
    field = page.get_by_role("group", name="Your picture")
    async with page.expect_file_chooser() as chooser:
        await field.get_by_role("button", name="Upload").click()
    await (await chooser.value).set_files(tmp_path / "face.png")
    await expect(field.get_by_role("button", name="Change")).to_be_enabled()
    await expect(page.locator("header").locator("img[src^='/media/']")).to_have_count(1)
    await field.get_by_role("button", name="Remove").click()
    await expect(field.get_by_role("button", name="Upload")).to_be_focused()
    await expect(page.locator("header").locator("img[src^='/media/']")).to_have_count(0)


async def test_switches_and_choices_hold_without_a_button(visitors: Visitors) -> None:
    page = await open_settings(visitors, await somebody("Alice"))
    mentions = page.get_by_role("switch", name="Mentions")
    new = page.get_by_role("radio", name="New", exact=True)
    for _ in range(3):
        await mentions.click()
    await new.check()
    await page.get_by_role("switch", name="Show when I am here").click()
    await until_kept(page, "shows_online", value=False)
    await again(page)
    await expect(mentions).not_to_be_checked()
    await expect(new).to_be_checked()
    await expect(page.get_by_role("switch", name="Show when I am here")).not_to_be_checked()
    await expect(page.get_by_role("switch", name="Replies")).to_be_checked()


async def test_words_are_added_and_removed_by_keyboard(visitors: Visitors) -> None:
    page = await open_settings(visitors, await somebody("Alice"))
    field = page.get_by_label("A word or a phrase")
    await field.fill("crypto, football")
    await field.press("Enter")
    await expect(page.get_by_role("button", name="Remove football")).to_be_visible()
    await expect(field).to_have_value("")
    await page.get_by_role("button", name="Remove crypto").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Remove football")).to_be_focused()


async def test_all_other_devices_are_signed_out(visitors: Visitors) -> None:
    alice = await somebody("Alice")
    await sign_in(alice)
    elsewhere = await visitors.open("/settings", alice)
    page = await open_settings(visitors, alice)
    devices = page.get_by_role("region", name="Devices")
    await expect(devices.get_by_text("This device")).to_have_count(1)
    await expect(devices.get_by_role("button", name="Sign out", exact=True)).to_have_count(3)
    await devices.get_by_role("button", name="Sign out everywhere else").click()
    await page.get_by_role("dialog").get_by_role("button", name="Sign out", exact=True).click()
    await expect(page.get_by_text("2 devices are signed out.")).to_be_visible()
    await expect(devices.get_by_role("heading", name="Devices")).to_be_focused()
    await elsewhere.reload()
    await expect(elsewhere.get_by_text("Your settings are here once you sign in")).to_be_visible()


async def test_this_device_is_left_with_its_cookie(visitors: Visitors) -> None:
    page = await open_settings(visitors, await somebody("Alice"))
    devices = page.get_by_role("region", name="Devices")
    await devices.get_by_role("button", name="Sign out", exact=True).click()
    await page.wait_for_url("/")
    assert [each for each in await page.context.cookies() if each["name"] == "session"] == []


async def test_a_token_is_shown_once_and_revoked_after_a_question(visitors: Visitors) -> None:
    page = await open_settings(visitors, await somebody("Alice"))
    tokens = page.get_by_role("region", name="Access tokens")
    await tokens.get_by_label("Name").fill("Backup")
    await tokens.get_by_role("button", name="Make a token").click()
    secret = tokens.get_by_label("The token")
    await expect(secret).to_be_focused()
    asked = {"Authorization": f"Bearer {await secret.input_value()}", "Accept": "application/json"}
    assert (await page.request.get("/settings", headers=asked)).ok
    await expect(tokens.get_by_text("May read.")).to_be_visible()
    await again(page)
    await expect(secret).to_have_count(0)

    await tokens.get_by_role("button", name="Revoke").click()
    await page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    await expect(tokens.get_by_text("You have none.")).to_be_visible()
    await page.context.clear_cookies()
    assert (await page.request.get("/settings", headers=asked)).status == 401


async def test_a_new_password_keeps_this_page_and_what_is_typed_in_it(visitors: Visitors) -> None:
    alice = await somebody("Alice")
    async with unit_of_work() as session:
        row = await session.get_one(User, alice.id)
        row.password_hash = await accounts.hash_password(PASSWORD)
    page = await open_settings(visitors, alice)
    [before] = await page.context.cookies()
    await page.get_by_label("About you").fill("Half a thought")
    await page.get_by_label("Current password").fill(PASSWORD)
    await page.get_by_label("New password").fill("a loud harbour")
    await page.get_by_role("button", name="Change the password").click()
    await expect(page.get_by_text("Your password is changed.")).to_be_in_viewport()
    [after] = await page.context.cookies()
    assert after["value"] != before["value"]
    await expect(page.get_by_label("About you")).to_have_value("Half a thought")
    await page.get_by_role("switch", name="Mentions").click()
    await again(page)
    await expect(page.get_by_role("switch", name="Mentions")).not_to_be_checked()
    await expect(page.get_by_text("Your password is changed.")).to_have_count(0)


async def test_the_way_between_the_sections_marks_the_one_that_is_read(visitors: Visitors) -> None:
    page = await open_settings(visitors, await somebody("Alice"))
    links = page.get_by_role("navigation", name="Settings")
    await links.get_by_role("link", name="Ignored").click()
    await expect(page.get_by_role("heading", name="Ignored")).to_be_in_viewport()
    await expect(links.locator("[aria-current=true]")).to_have_text("Ignored")
    await page.evaluate("scrollTo(0, 0)")
    await expect(links.locator("[aria-current=true]")).to_have_text("Profile")
