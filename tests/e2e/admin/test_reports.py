"""Test of a report: from the menu of a comment to the decision of an administrator."""

import pytest
from playwright.async_api import Browser, expect

from tests import factories
from tests.e2e.browser_users import (
    BrowserUsers,
    click_comment_button,
    create_comment,
    create_user,
    get_post_path,
    locate_comment,
)
from tests.e2e.conftest import use_site_database
from tests.e2e.production_server import ProductionServer

TEXT = "Buy cheap flour."
PHONE = {"width": 390, "height": 780}


async def test_a_reader_reports_a_comment_by_keyboard_and_an_administrator_resolves_it(
    browser: Browser, empty_server: ProductionServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with use_site_database(empty_server, monkeypatch):
        users = BrowserUsers(browser, empty_server)
        olga = await factories.user("olga", is_admin=True)
        author = await create_user("Ada")
        post = await factories.post(author)
        await create_comment(author, post, TEXT)
        admin = await users.open_page("/admin-panel/reports", olga)
        reader = await users.open_page(
            get_post_path(post), await create_user("Reader"), viewport=PHONE
        )

        await click_comment_button(locate_comment(reader, TEXT), "More actions")
        await reader.get_by_role("button", name="Report…").press("Enter")
        dialog = reader.get_by_role("dialog", name="Report this comment")
        await dialog.get_by_label("Spam or advertising").press("Space")
        await dialog.get_by_label("Details").fill("Third time today.")
        await dialog.get_by_role("button", name="Report", exact=True).press("Enter")
        await expect(dialog).to_be_hidden()
        await expect(reader.get_by_text("Thanks for telling us.")).to_be_visible()

        await admin.get_by_role("button", name=TEXT).click()
        sheet = admin.get_by_role("dialog", name="Report details")
        await expect(sheet.get_by_text("Third time today.")).to_be_visible()
        await sheet.get_by_role("button", name="Resolve").click()
        confirmation = admin.get_by_role("dialog", name="Resolve the report?")
        await confirmation.get_by_role("button", name="Resolve").click()
        await expect(confirmation).to_be_hidden()
        await expect(sheet.get_by_text("Decision")).to_be_visible()
        # The sheet does not cover the message, which can be closed.
        message = sheet.get_by_role("status")
        await message.get_by_role("button", name="Dismiss").click()
        await expect(message.get_by_role("button")).to_have_count(0)
        await users.close()
        assert users.errors == []
