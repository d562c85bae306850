"""Test that a reader sees the changes of an administrator without reloading the page."""

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import reactions
from community.models import Post
from community.wiring import wire
from tests import factories
from tests.e2e.browser_users import BrowserUsers, create_comment, create_user, get_post_path
from tests.e2e.conftest import use_site_database
from tests.e2e.production_server import ProductionServer

ACCENT = "#0a7d4f"


async def create_post_with_reactions(fan: Actor) -> Post:
    """Create a post and a comment to which the user has reacted."""
    author = await create_user("Author")
    post = await factories.post(author)
    comment = await create_comment(author, post, "First.")
    async with unit_of_work() as session:
        await reactions.react(session, fan, target="post", target_id=post.id, code="like")
        await reactions.react(session, fan, target="comment", target_id=comment.id, code="like")
    return post


async def save(page: Page) -> None:
    await page.get_by_role("button", name="Save", exact=True).click()
    await expect(page.get_by_text("Unsaved changes")).to_be_hidden()


async def change_site(admin: Page) -> None:
    await admin.get_by_label("Accent colour", exact=True).fill(ACCENT)
    await expect(admin.get_by_text("readable: buttons #")).to_be_visible()
    await admin.get_by_label("Text of the announcement", exact=True).fill("Maintenance tonight")
    await save(admin)


async def expect_changed_site(page: Page) -> None:
    await expect(page.locator("html")).to_have_css("--accent", ACCENT)
    announcement = page.get_by_role("complementary", name="Announcement")
    await expect(announcement).to_have_text("Maintenance tonight")


async def show_cookie_banner(admin: Page) -> None:
    await admin.goto("/admin-panel/settings/cookie-consent")
    await admin.get_by_role("switch", name="Show the cookie banner").check()
    await admin.get_by_label("Text", exact=True).fill("Only to sign you in.")
    await save(admin)


async def change_reaction(admin: Page) -> None:
    await admin.goto("/admin-panel/like-reactions")
    await admin.get_by_role("button", name="Edit Like", exact=True).click()
    sheet = admin.get_by_role("dialog", name="Edit reaction")
    await sheet.get_by_label("Reaction name", exact=True).fill("Well said")
    await sheet.get_by_label("Emoji", exact=True).fill("🥖")
    await sheet.get_by_role("button", name="Save").click()
    await expect(sheet).to_be_hidden()


def locate_reaction(page: Page, name: str) -> Locator:
    return page.get_by_label(f"{name}: 1", exact=True)


async def test_readers_see_changes_without_reloading(
    browser: Browser, empty_server: ProductionServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire()
    async with use_site_database(empty_server, monkeypatch):
        users = BrowserUsers(browser, empty_server)
        fan, olga = await create_user("Fan"), await factories.user("olga", is_admin=True)
        post = await create_post_with_reactions(fan)
        reader = await users.open_page(get_post_path(post), fan)
        guest = await users.open_page("/new")
        await expect(locate_reaction(reader, "Like")).to_have_count(2)
        await expect(locate_reaction(guest, "Like")).to_have_count(1)
        admin = await users.open_page("/admin-panel/settings/general", olga)

        await change_site(admin)
        await expect_changed_site(reader)
        await expect_changed_site(guest)

        await show_cookie_banner(admin)
        banner = guest.get_by_role("region", name="Cookies")
        await expect(banner).to_contain_text("Only to sign you in.")

        await change_reaction(admin)
        await expect(locate_reaction(reader, "Well said")).to_have_text(["🥖1", "🥖1"])
        await expect(locate_reaction(guest, "Well said")).to_have_text(["🥖1"])
        await admin.get_by_role("switch", name="Well said").click()
        await expect(guest.get_by_role("img", name="Well said: 1")).to_be_visible()
        await expect(locate_reaction(reader, "Well said")).to_have_count(2)
        await users.close()
        assert users.errors == []
