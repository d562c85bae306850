"""Test of sending emails: from the settings to the queue in the Admin Panel."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import site as site_settings
from tests import factories
from tests.e2e.browser_users import BrowserUsers
from tests.e2e.conftest import use_site_database
from tests.e2e.preloaded_server import PreloadedServer
from tests.e2e.production_server import find_free_port
from tests.gateways.mail.mail_server import run_mail_server


async def test_an_administrator_sends_a_test_email_and_retries_a_failed_one(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = find_free_port()
    site = PreloadedServer(tmp_path)
    site.migrate()
    try:
        async with use_site_database(site, monkeypatch):
            olga = await factories.user("olga", is_admin=True)
            await _set_mail_server(olga, port)
            site.start()
            users = BrowserUsers(browser, site)
            page = await users.open_page("/admin-panel/mail", olga)
            await page.get_by_role("button", name="Send a test email").click()
            dialog = page.get_by_role("dialog", name="Send a test email")

            async with run_mail_server(port=port) as server:
                await dialog.get_by_label("Recipient").fill("ann@example.org")
                await dialog.get_by_role("button", name="Send", exact=True).click()
                await expect(dialog.get_by_text("The mail server has accepted")).to_be_visible()
                assert [mail["To"] for mail in server.received] == ["ann@example.org"]

            await dialog.get_by_role("button", name="Send", exact=True).click()
            await expect(dialog.get_by_text("cannot be reached")).to_be_visible()
            await dialog.get_by_role("button", name="Close").click()
            failed = page.get_by_role("row").filter(has_text="cannot be reached")
            await expect(failed.get_by_text("Failed", exact=True)).to_be_visible()

            async with run_mail_server(port=port) as server:
                await failed.get_by_role("button", name="ann@example.org").click()
                sheet = page.get_by_role("dialog", name="Test email from Community")
                await expect(
                    sheet.frame_locator("iframe").get_by_text("can send email")
                ).to_be_visible()
                await sheet.get_by_role("button", name="Try again").click()
                await expect(sheet.get_by_role("button", name="Try again")).to_have_count(0)
                assert len(server.received) == 1
            await users.close()
            assert users.errors == []
    finally:
        site.kill()


async def _set_mail_server(admin: Actor, port: int) -> None:
    values = {"smtp_host": "127.0.0.1", "smtp_port": port, "smtp_security": "none"}
    changes = await site_settings.prepare_changes(site_settings.GeneralSettings, values)
    async with unit_of_work() as session:
        await site_settings.change_settings(session, admin, changes)
