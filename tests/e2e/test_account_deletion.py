"""End-to-end test of deleting an account, and of restoring it with the link of the mail."""

from playwright.async_api import expect

from tests.e2e.browser_users import BrowserUsers
from tests.e2e.test_credentials import open_signed_in, receive_mail, register
from tests.gateways.mail.delivered_mails import find_token


async def test_an_account_is_deleted_and_restored(browser_users: BrowserUsers) -> None:
    await register()  # The first user of a site is its only administrator, and could not leave.
    user = await register()
    page = await open_signed_in(browser_users, user, "/settings")
    section = page.get_by_role("region", name="Delete account")
    await section.get_by_role("button", name="Delete account").click()
    dialog = page.get_by_role("dialog", name="Delete your account?")
    await dialog.get_by_label("Keep them without my name").check()
    await dialog.get_by_role("button", name="Delete account").click()
    await expect(page.get_by_role("heading", name="Your account is deleted")).to_be_visible()
    await expect(page.get_by_role("button", name="Sign in", exact=True).first).to_be_visible()

    mail = await receive_mail(browser_users, user.email, "Your account was deleted")
    token = find_token(mail, path="/account/restore")
    reader = await browser_users.open_page(f"/account/restore?token={token}")
    await expect(reader.get_by_text("30 days are left")).to_be_visible()
    await reader.get_by_role("button", name="Restore account").click()
    await expect(reader.get_by_role("heading", name="Welcome back")).to_be_visible()
    await open_signed_in(browser_users, user, "/settings")
