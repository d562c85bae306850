"""Joining a new site, going and coming back."""

from playwright.async_api import Browser, Page, expect

from tests.journeys.production import Production
from tests.journeys.visitors import Visitors, until_live

PASSWORD = "correct horse battery"


async def test_the_first_to_join_owns_the_site_and_comes_back_to_it_and_to_no_other(
    browser: Browser, new_site: Production
) -> None:
    visitors = Visitors(browser, new_site)
    page = await visitors.open("/")
    await _join_with_a_mistake_first(page)

    account = page.get_by_role("button", name="Ada")
    await expect(account).to_be_visible()
    who = await (await page.request.get("/ada", headers={"Accept": "application/json"})).json()
    assert who["roles"] == ["user", "administrator"]

    await account.click()
    await page.get_by_role("button", name="Sign out").click()
    await page.get_by_role("button", name="Sign in", exact=True).first.click()
    await _sign_in(page)
    await expect(account).to_be_visible()

    await account.click()
    await page.get_by_role("button", name="Sign out").click()
    await expect(page.get_by_role("button", name="Sign in", exact=True).first).to_be_visible()
    await page.goto("/communities?modal=auth&next=https%3A%2F%2Fexample.org%2F")
    await until_live(page)
    await _sign_in(page)
    await expect(account).to_be_visible()
    await expect(page).to_have_url(f"{new_site.url}/")
    await visitors.close()


async def _sign_in(page: Page) -> None:
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("E-mail or address").fill("ada@example.com")
    await dialog.get_by_label("Password").fill(PASSWORD)
    await dialog.get_by_role("button", name="Sign in").click()


async def _join_with_a_mistake_first(page: Page) -> None:
    await page.get_by_role("button", name="Sign in", exact=True).click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_role("button", name="Create an account").click()
    await dialog.get_by_label("Name").fill("Ada")
    await dialog.get_by_label("E-mail").fill("ada@example.com")
    await dialog.get_by_label("Password").fill("short")
    await dialog.get_by_role("button", name="Create an account").click()

    await expect(dialog.get_by_label("Password")).to_have_attribute("aria-invalid", "true")
    await expect(dialog.get_by_text("8 characters")).to_be_visible()
    await expect(dialog.get_by_label("Name")).to_have_value("Ada")
    await expect(dialog.get_by_label("E-mail")).to_have_value("ada@example.com")
    await dialog.get_by_label("Password").fill(PASSWORD)
    await dialog.get_by_role("button", name="Create an account").click()
    await until_live(page)
