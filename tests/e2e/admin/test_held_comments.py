"""Test of a held comment: from the setting to its approval, which readers see live."""

import pytest
from playwright.async_api import Browser, Page, expect

from community.core import clock
from community.core.actor import Actor
from tests import factories
from tests.e2e.browser_users import (
    BrowserUsers,
    create_user,
    get_post_path,
    locate_comment,
    submit_comment,
)
from tests.e2e.conftest import use_site_database
from tests.e2e.production_server import ProductionServer

TEXT = "My first comment here."


async def create_newcomer() -> Actor:
    return await factories.user("nell", name="Nell", created_at=clock.now())


async def hold_comments_of_new_accounts(admin: Page) -> None:
    await admin.get_by_label("Minimum age of an account", exact=True).fill("24")
    await admin.get_by_label("Posts and comments of new accounts", exact=True).select_option("hold")
    await admin.get_by_role("button", name="Save").click()
    await expect(admin.get_by_role("status").get_by_text("Saved", exact=True)).to_be_visible()


async def approve_comment(admin: Page) -> None:
    await admin.goto("/admin-panel/comments")
    await admin.get_by_role("button", name=TEXT).click()
    await admin.get_by_role("dialog", name="Comment").get_by_role("button", name="Approve").click()
    confirmation = admin.get_by_role("dialog", name="Approve the comment?")
    await confirmation.get_by_role("button", name="Approve").click()
    await expect(confirmation).to_be_hidden()


async def test_readers_see_a_held_comment_as_soon_as_an_administrator_approves_it(
    browser: Browser, empty_server: ProductionServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with use_site_database(empty_server, monkeypatch):
        users = BrowserUsers(browser, empty_server)
        olga = await factories.user("olga", is_admin=True)
        post = await factories.post(olga)
        admin = await users.open_page("/admin-panel/settings/content", olga)
        await hold_comments_of_new_accounts(admin)

        reader = await users.open_page(get_post_path(post), await create_user("Reader"))
        newcomer = await users.open_page(get_post_path(post), await create_newcomer())
        await submit_comment(newcomer, "Your comment", TEXT)
        held = locate_comment(newcomer, TEXT)
        await expect(held.get_by_text("On moderation", exact=True)).to_be_visible()
        await expect(locate_comment(reader, TEXT)).to_have_count(0)

        await approve_comment(admin)
        await expect(locate_comment(reader, TEXT)).to_be_visible()
        await expect(held.get_by_text("On moderation", exact=True)).to_have_count(0)
        await users.close()
        assert users.errors == []
