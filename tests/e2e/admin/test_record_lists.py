"""Test of a list of records in the Admin Panel: its form, order, switch and removal.

Other tests add plans to the same site.
"""

from playwright.async_api import Page, expect

from tests import factories
from tests.e2e.browser_users import BrowserUsers


async def add_plan(page: Page, name: str, price: str) -> None:
    await page.get_by_role("button", name="Add plan").first.click()
    sheet = page.get_by_role("dialog", name="New plan")
    await expect(sheet.get_by_label("Name", exact=True)).to_be_focused()
    await sheet.get_by_label("Name", exact=True).fill(name)
    await sheet.get_by_label("Price", exact=True).fill(price)
    await sheet.get_by_label("Badge").check()
    await sheet.get_by_role("button", name="Save").click()
    await expect(sheet).to_be_hidden()


async def test_an_administrator_adds_moves_and_deletes_plans(browser_users: BrowserUsers) -> None:
    treasurer = await factories.user("treasurer", sections=["subscription-prices"])
    page = await browser_users.open_page("/admin-panel/subscription-prices", treasurer)
    await page.get_by_role("button", name="Add plan").first.click()
    sheet = page.get_by_role("dialog", name="New plan")
    await sheet.get_by_role("button", name="Save").click()
    await expect(sheet.get_by_text("Enter a name.")).to_be_visible()
    await expect(sheet.get_by_text("Enter a price such as 4.50.")).to_be_visible()
    await sheet.get_by_role("button", name="Close").click()
    await add_plan(page, "Gardener", "4.50")
    await add_plan(page, "Harvest", "9")

    rows = page.get_by_role("list", name="Plans").get_by_role("listitem")
    await expect(rows).to_contain_text(["Gardener", "Harvest"])
    await page.get_by_role("button", name="Move Harvest").press("ArrowUp")
    await expect(rows).to_contain_text(["Harvest", "Gardener"])
    await page.get_by_role("switch", name="Harvest").click()
    await expect(rows.filter(has_text="Harvest")).to_contain_text("Off sale")

    await page.get_by_role("button", name="Delete Gardener").click()
    dialog = page.get_by_role("dialog", name="Delete Gardener?")
    await expect(dialog).to_contain_text("No one has bought this plan.")
    await dialog.get_by_role("button", name="Delete").click()
    await expect(rows.filter(has_text="Gardener")).to_have_count(0)
