"""Tests of actions on users in the Admin Panel, and of what users and readers then see."""

from playwright.async_api import Locator, Page, expect
from sqlmodel import col, update

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.models import UserSession
from tests import factories
from tests.e2e.browser_users import (
    BrowserUsers,
    create_comment,
    create_user,
    get_post_path,
    locate_comment,
    wait_until_hydrated,
)


async def open_sheet(browser_users: BrowserUsers, user: Actor) -> Page:
    """Open the side sheet of a user as an administrator who has just confirmed their password."""
    admin = await factories.user(f"admin-of-{user.slug}", is_admin=True)
    page = await browser_users.new_page(admin)
    async with unit_of_work() as session:
        await session.execute(
            update(UserSession)
            .where(col(UserSession.user_id) == admin.id)
            .values(confirmed_at=clock.now())
        )
    await page.goto(f"/admin-panel/users?record={user.id}")
    await wait_until_hydrated(page)
    return page


async def open_dialog(page: Page, button: str, title: str) -> Locator:
    sheet = page.locator("#user-sheet")
    await sheet.get_by_role("button", name=button, exact=True).click()
    return page.get_by_role("dialog", name=title)


async def test_a_banned_user_sees_why_on_the_open_page_until_the_ban_is_lifted(
    browser_users: BrowserUsers,
) -> None:
    bob = await create_user("Bob")
    post = await factories.post(await create_user("Author"))
    reader = await browser_users.open_page(get_post_path(post), bob)
    field = reader.get_by_label("Your comment", exact=True)
    await field.fill("Not sent yet")
    panel = await open_sheet(browser_users, bob)

    dialog = await open_dialog(panel, "Ban", "Ban Bob?")
    await dialog.get_by_label("Reason").fill("Advertising")
    await dialog.get_by_role("button", name="Ban", exact=True).click()
    await expect(panel.get_by_text("Banned until")).to_be_visible()
    notice = reader.locator("[data-notice=banned]")
    await expect(notice).to_contain_text("Your account is banned until")
    await expect(notice).to_contain_text("Advertising")
    discussion = reader.locator("#comments")
    restriction = discussion.get_by_text("You can only read the site.")
    await expect(restriction).to_contain_text("is banned until")
    await expect(field).to_have_count(0)

    dialog = await open_dialog(panel, "Lift ban", "Lift the ban of Bob?")
    await dialog.get_by_role("button", name="Lift ban", exact=True).click()
    await expect(notice).to_have_count(0)
    await expect(field).to_have_value("Not sent yet")


async def test_a_merge_moves_the_posts_and_comments_and_redirects_the_former_address(
    browser_users: BrowserUsers,
) -> None:
    source, target = await create_user("Source"), await create_user("Target")
    post = await factories.post(await create_user("Author"))
    await create_comment(source, post, "Moved with the account.")
    written = await factories.post(source)
    article = await browser_users.open_page(get_post_path(written))
    feed = await browser_users.open_page("/new")
    card = feed.locator(f"#post-{written.id}")
    await expect(card.get_by_role("link", name="Source", exact=True)).to_be_visible()
    reader = await browser_users.open_page(get_post_path(post))
    comment = locate_comment(reader, "Moved with the account.")
    await expect(comment.get_by_role("link", name="Source", exact=True)).to_be_visible()
    panel = await open_sheet(browser_users, source)

    dialog = await open_dialog(panel, "Merge", "Merge into another account")
    await dialog.get_by_label("Username of the other account").fill(target.slug)
    await dialog.get_by_label(f"Type {source.slug} to confirm").fill(source.slug)
    await dialog.get_by_role("button", name="Merge", exact=True).click()
    await expect(comment.get_by_role("link", name="Target", exact=True)).to_be_visible()
    byline = article.locator("article").first
    await expect(byline.get_by_role("link", name="Target", exact=True)).to_be_visible()
    await expect(card.get_by_role("link", name="Target", exact=True)).to_be_visible()
    await reader.goto(f"/{source.slug}")
    await expect(reader).to_have_url(f"{browser_users.server.url}/{target.slug}")


async def test_a_view_as_another_user_is_marked_and_changes_nothing(
    browser_users: BrowserUsers,
) -> None:
    bob, author = await create_user("Bob"), await create_user("Author")
    panel = await open_sheet(browser_users, bob)
    dialog = await open_dialog(panel, "View as", "View the site as Bob?")
    await dialog.get_by_role("button", name="View as", exact=True).click()
    notice = panel.locator("[data-notice=view]")
    await expect(notice).to_contain_text("You're viewing the site as Bob")
    origin = {"Origin": browser_users.server.url}
    response = await panel.request.post(f"/follows/{author.id}", headers=origin)
    assert (response.status, (await response.json())["code"]) == (403, "read_only_view")
    await panel.goto("/settings")
    await expect(panel.get_by_role("heading", name="Default feed")).to_be_visible()
    await expect(panel.get_by_text("Only the owner of the account sees")).to_be_visible()
    await expect(panel.get_by_role("alert")).to_have_count(0)
    await notice.get_by_role("button", name="Stop").click()
    await expect(notice).to_have_count(0)
    sheet = panel.get_by_role("dialog", name="Bob")
    await expect(sheet.get_by_role("button", name="View as")).to_be_visible()
