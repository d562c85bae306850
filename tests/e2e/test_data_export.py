"""End-to-end test of downloading one's data, from the settings and with the link of the mail."""

from zipfile import ZipFile

from playwright.async_api import expect

from tests.e2e.browser_users import BrowserUsers
from tests.e2e.test_credentials import open_signed_in, receive_mail, register
from tests.gateways.mail.delivered_mails import find_token

DOWNLOAD_PATH = "/account/export/download"


async def test_a_user_downloads_their_data(browser_users: BrowserUsers) -> None:
    user = await register()
    page = await open_signed_in(browser_users, user, "/settings")
    section = page.get_by_role("region", name="Your data")
    await section.get_by_role("button", name="Request archive").click()
    await expect(section.get_by_text("Your archive is ready")).to_be_visible()
    async with page.expect_download() as download:
        await section.get_by_role("link", name="Download").click()
    file = await download.value
    assert file.suggested_filename.startswith("data-")
    with ZipFile(await file.path()) as archive:
        assert user.email in archive.read("account.json").decode()

    mail = await receive_mail(browser_users, user.email, "Your data is ready to download")
    url = f"{DOWNLOAD_PATH}?token={find_token(mail, path=DOWNLOAD_PATH)}"
    reader = await browser_users.open_page(url)
    await expect(reader.get_by_role("dialog").get_by_label("Password").first).to_be_visible()
