"""Tests of registering, signing out and signing in."""

from playwright.async_api import Browser, Page, expect

from tests.e2e.browser_users import BrowserUsers, wait_until_hydrated
from tests.e2e.production_server import ProductionServer

PASSWORD = "correct horse battery"


async def test_the_first_registered_user_becomes_administrator_and_can_sign_in_again(
    browser: Browser, empty_server: ProductionServer
) -> None:
    browser_users = BrowserUsers(browser, empty_server)
    page = await browser_users.open_page("/")
    await _register_after_an_invalid_password(page)

    account = page.get_by_role("button", name="Ada")
    await expect(account).to_be_visible()
    profile = await (await page.request.get("/ada", headers={"Accept": "application/json"})).json()
    assert profile["roles"] == ["user", "administrator"]

    await _sign_out(page)
    await page.get_by_role("button", name="Sign in", exact=True).first.click()
    await _sign_in(page)
    await expect(account).to_be_visible()

    await _sign_out(page)
    await expect(page.get_by_role("button", name="Sign in", exact=True).first).to_be_visible()
    await page.goto("/communities?modal=auth&next=https%3A%2F%2Fexample.org%2F")
    await wait_until_hydrated(page)
    await _sign_in(page)
    await expect(account).to_be_visible()
    await expect(page).to_have_url(f"{empty_server.url}/")
    await browser_users.close()


async def _sign_out(page: Page) -> None:
    await wait_until_hydrated(page)  # Hydration closes the menu of the server-rendered page.
    await page.get_by_role("button", name="Your account").click()
    await page.get_by_role("button", name="Sign out").click()


async def _sign_in(page: Page) -> None:
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Email or username").fill("ada@example.com")
    await dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    await dialog.get_by_role("button", name="Sign in").click()


async def _register_after_an_invalid_password(page: Page) -> None:
    await page.get_by_role("button", name="Sign in", exact=True).click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_role("button", name="Create an account").click()
    await dialog.get_by_label("Name", exact=True).fill("Ada")
    await dialog.get_by_label("Email", exact=True).fill("ada@example.com")
    await dialog.get_by_label("Password", exact=True).fill("short")
    await dialog.get_by_role("button", name="Create an account").click()

    await expect(dialog.get_by_label("Password", exact=True)).to_have_attribute(
        "aria-invalid", "true"
    )
    await expect(dialog.get_by_text("Use at least 8 characters.")).to_be_visible()
    await expect(dialog.get_by_label("Name", exact=True)).to_have_value("Ada")
    await expect(dialog.get_by_label("Email", exact=True)).to_have_value("ada@example.com")
    await dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    await dialog.get_by_role("button", name="Create an account").click()
    await wait_until_hydrated(page)
