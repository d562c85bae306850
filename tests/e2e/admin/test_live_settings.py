"""Tests that changed settings reach open pages, and visitors who were there before."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.models import Comment, Post
from community.wiring import wire
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

DRAFT = "Half a thought"
VIEWPORT = {"width": 1440, "height": 500}


@pytest_asyncio.fixture(loop_scope="session")
async def visitors(
    browser: Browser, empty_server: ProductionServer, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[BrowserUsers]:
    """Yield users of a site of its own, because the other tests expect the default settings."""
    wire()
    async with use_site_database(empty_server, monkeypatch):
        users = BrowserUsers(browser, empty_server)
        yield users
        await users.close()
    assert users.errors == []


async def open_panel(visitors: BrowserUsers) -> Page:
    admin = await factories.user("olga", is_admin=True)
    return await visitors.open_page("/admin-panel", admin)


async def change(panel: Page, section: str, **values: Any) -> None:
    origin = await panel.evaluate("location.origin")
    response = await panel.request.patch(
        f"/admin-panel/api/settings/{section}", data={"values": values}, headers={"Origin": origin}
    )
    assert response.ok, await response.text()


async def create_post_with_old_comment(author: Actor) -> Post:
    post = await factories.post(author, html="<p>Flour and water.</p>" * 40)
    comment = await create_comment(author, post, "First.")
    async with unit_of_work() as session:
        row = await session.get_one(Comment, comment.id)
        row.created_at = clock.now() - timedelta(hours=2)
    return post


def get_field(page: Page) -> Locator:
    return page.get_by_label("Your comment", exact=True)


async def test_rules_for_comments_reach_an_open_page(visitors: BrowserUsers) -> None:
    panel = await open_panel(visitors)
    await change(panel, "content", comment_edit_minutes=0)
    author = await create_user("Author")
    post = await create_post_with_old_comment(author)
    page = await visitors.open_page(get_post_path(post), author, viewport=VIEWPORT)
    await get_field(page).fill(DRAFT)
    await click_comment_button(locate_comment(page, "First."), "More actions")
    menu = page.get_by_role("group", name="More actions")
    await expect(menu.get_by_role("button", name="Edit", exact=True)).to_be_visible()
    position = await page.evaluate("scrollY")
    assert position > 0
    await change(panel, "content", comment_edit_minutes=15, max_comment_images=0)
    await expect(menu.get_by_role("button", name="Edit", exact=True)).to_be_hidden()
    await expect(menu.get_by_role("button", name="Delete", exact=True)).to_be_visible()
    await expect(page.get_by_role("button", name="Add image")).to_be_hidden()
    await change(panel, "content", premoderate_content=True, max_comment_length=100)
    notice = page.get_by_text("Comments are reviewed before they appear.")
    await expect(notice).to_be_attached()
    await expect(page.get_by_text(str(100 - len(DRAFT)), exact=True)).to_be_attached()
    await expect(get_field(page)).to_have_value(DRAFT)
    assert await page.evaluate("scrollY") == position


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_a_default_theme_reaches_everyone_who_has_chosen_none(
    visitors: BrowserUsers, theme: str
) -> None:
    other = {"light": "dark", "dark": "light"}[theme]
    page = await visitors.open_page("/new", color_scheme=other)
    root = page.locator("html")
    await expect(root).to_have_class(other)
    panel = await open_panel(visitors)
    await change(panel, "general", default_theme=theme)
    await expect(root).to_have_class(theme)
    await page.goto("/popular")
    await expect(root).to_have_class(theme)
    await expect(page.locator("ssr-page")).to_have_count(0)
    await expect(root).to_have_class(theme)
    assert await page.evaluate("localStorage.getItem('theme')") is None
    await panel.get_by_role("button", name="Account").click()
    await panel.get_by_role("button", name=other.title(), exact=True).click()
    await panel.reload()
    await expect(panel.locator("html")).to_have_class(other)
