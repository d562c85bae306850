"""Tests of the first minutes of a guest, of a newcomer and of the administrator of a new site."""

from typing import Any

import pytest
from playwright.async_api import Browser, expect
from sqlalchemy import update
from sqlmodel import col

from community.core.db.sessions import unit_of_work
from community.models import Post
from tests import factories
from tests.e2e.browser_users import BrowserUsers, create_user, wait_until_hydrated
from tests.e2e.conftest import use_site_database
from tests.e2e.production_server import ProductionServer

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}}


async def test_a_newcomer_follows_a_suggested_author_and_reads_their_posts(
    browser_users: BrowserUsers,
) -> None:
    author, reader = await create_user("Author"), await create_user("Reader")
    post = await factories.post(author, "A suggested author wrote this")
    # Other tests have created authors too, and the five with the most responses are suggested.
    async with unit_of_work() as session:
        await session.execute(
            update(Post).where(col(Post.id) == post.id).values(reactions_count=10_000)
        )
    page = await browser_users.open_page("/personal", reader)
    main = page.get_by_role("main")
    row = main.get_by_role("listitem").filter(has=page.get_by_role("link", name=author.name))
    await row.get_by_role("button", name="Follow", exact=True).click()
    await expect(row.get_by_role("button", name="Following")).to_be_visible()
    await page.get_by_role("button", name="Show my feed").click()
    await expect(main.get_by_role("link", name=post.title)).to_be_visible()
    await expect(page.get_by_role("button", name="Show my feed")).to_have_count(0)


async def test_a_guest_can_join_and_write_from_the_header_of_a_phone(
    browser_users: BrowserUsers,
) -> None:
    page = await browser_users.open_page("/new", **PHONE)
    header = page.get_by_role("banner")
    await header.get_by_role("button", name="Join").click()
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_label("Email", exact=True)).to_be_visible()
    await dialog.get_by_role("button", name="Close").click()
    await header.get_by_role("link", name="Write").click()
    await expect(dialog.get_by_label("Email or username")).to_be_visible()
    await expect(dialog.locator("input[name=next]")).to_have_value("/write")


async def test_the_first_user_of_a_site_sees_what_to_do_until_they_hide_it(
    browser: Browser, empty_server: ProductionServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with use_site_database(empty_server, monkeypatch):
        admin = await factories.user("ada", is_admin=True)
        browser_users = BrowserUsers(browser, empty_server)
        page = await browser_users.open_page("/", admin)
        checklist = page.get_by_role("region", name="Set up your site")
        await expect(checklist.get_by_role("link", name="Create")).to_be_visible()
        await factories.community(admin)
        await page.reload()
        await wait_until_hydrated(page)
        await expect(checklist.get_by_role("link", name="Create")).to_have_count(0)
        await checklist.get_by_role("button", name="Hide this list").click()
        await expect(checklist).to_have_count(0)
        await page.reload()
        await wait_until_hydrated(page)
        await expect(page.get_by_role("link", name="Write a post")).to_be_visible()
        await expect(checklist).to_have_count(0)
        await browser_users.close()
