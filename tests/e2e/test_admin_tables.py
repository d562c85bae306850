"""Test of a table of the Admin Panel in the browser: search, side sheet, filter, reload and CSV."""

from pathlib import Path

from playwright.async_api import expect

from community.core.actor import Actor
from tests import factories
from tests.e2e.browser_users import BrowserUsers, wait_until_hydrated

# The site of the tests is shared, so the name of these users must be unique.
FAMILY_NAME = "Quillfeather"


async def create_users() -> Actor:
    """Create two users with the same family name, one of them banned, and an administrator."""
    await factories.user("quill-ada", name=f"Ada {FAMILY_NAME}")
    await factories.user("quill-bea", name=f"Bea {FAMILY_NAME}", is_banned=True)
    return await factories.user("quill-admin", name="Olga", is_admin=True)


async def test_an_administrator_finds_a_user_and_downloads_the_result(
    browser_users: BrowserUsers, tmp_path: Path
) -> None:
    page = await browser_users.open_page(
        "/admin-panel/users", await create_users(), viewport={"width": 1440, "height": 900}
    )
    found = page.get_by_role("row").filter(has=page.get_by_role("cell"))

    await page.get_by_role("searchbox").press_sequentially(FAMILY_NAME.lower())
    await expect(found).to_have_count(2)
    await expect(page).to_have_url(
        f"{browser_users.server.url}/admin-panel/users?q={FAMILY_NAME.lower()}"
    )

    await page.get_by_role("button", name=f"Ada {FAMILY_NAME}").click()
    sheet = page.get_by_role("dialog", name=f"Ada {FAMILY_NAME}")
    await expect(sheet.get_by_text("quill-ada@example.com")).to_be_visible()
    await page.reload()
    await wait_until_hydrated(page)
    await expect(sheet.get_by_text("quill-ada@example.com")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(sheet).to_be_hidden()

    status = page.get_by_role("combobox", name="Status")
    await status.select_option("banned")
    await expect(found).to_have_count(1)
    await page.reload()
    await wait_until_hydrated(page)
    await expect(found).to_have_count(1)
    await expect(status).to_have_value("banned")
    await expect(page.get_by_role("searchbox")).to_have_value(FAMILY_NAME.lower())

    async with page.expect_download() as download:
        await page.get_by_role("link", name="Download CSV").click()
    file = tmp_path / "users.csv"
    await (await download.value).save_as(file)
    lines = file.read_text("utf-8-sig").splitlines()
    assert [line.split(",")[1:3] for line in lines[1:]] == [[f"Bea {FAMILY_NAME}", "quill-bea"]]

    await page.go_back()
    await expect(found).to_have_count(2)
