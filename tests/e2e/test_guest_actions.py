"""Tests that the page continues after the sign-in what a guest has begun."""

from playwright.async_api import Page, expect

from community.core.actor import Actor
from community.models import Post
from tests import factories
from tests.e2e.browser_users import (
    BrowserUsers,
    create_comment,
    create_user,
    get_post_path,
    wait_until_hydrated,
)

PASSWORD = "correct horse battery"
PHONE = {"width": 390, "height": 700}


async def create_discussion(author: Actor, length: int = 12) -> Post:
    post = await factories.post(author, "On rye", html=f"<p>{'Flour. ' * 200}</p>")
    for number in range(length):
        await create_comment(author, post, f"Comment {number}. " + "Words. " * 40)
    return post


async def register(page: Page, name: str) -> None:
    dialog = page.get_by_role("dialog")
    await dialog.get_by_role("button", name="Create an account").click()
    await dialog.get_by_label("Name", exact=True).fill(name)
    await dialog.get_by_label("Email", exact=True).fill(f"{name.lower()}@example.com")
    await dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    async with page.expect_navigation():
        await dialog.get_by_role("button", name="Create an account").click()
    await wait_until_hydrated(page)
    await expect(page.get_by_role("button", name=f"Your account, {name}")).to_be_visible()


async def test_a_guest_who_registers_continues_their_reply(browser_users: BrowserUsers) -> None:
    author = await create_user("Ada")
    post = await create_discussion(author)
    page = await browser_users.open_page(get_post_path(post), viewport=PHONE)
    comment = page.get_by_role("article").filter(has_text="Comment 4.")
    await comment.get_by_role("button", name="Reply", exact=True).click()
    await register(page, "Replier")
    reply = comment.get_by_label("Your reply", exact=True)
    await expect(reply).to_be_focused()
    await expect(reply).to_be_in_viewport()
    await expect(page).to_have_url(f"{browser_users.server.url}{get_post_path(post)}")
    # The action was performed once.
    await comment.get_by_role("button", name="Cancel").click()
    await page.reload()
    await wait_until_hydrated(page)
    await expect(comment.get_by_role("button", name="Reply", exact=True)).to_be_visible()
    await expect(reply).to_have_count(0)


async def test_a_guest_who_registers_has_reacted_and_is_at_the_same_place(
    browser_users: BrowserUsers,
) -> None:
    post = await create_discussion(await create_user("Ben"))
    page = await browser_users.open_page(get_post_path(post), viewport=PHONE)
    comment = page.get_by_role("article").filter(has_text="Comment 6.")
    react = comment.get_by_role("button", name="React: ")
    await react.scroll_into_view_if_needed()
    await react.click()
    before = await comment.bounding_box()
    await register(page, "Reactor")
    await expect(comment.get_by_role("button", name="Remove reaction")).to_be_visible()
    after = await comment.bounding_box()
    assert before
    assert after
    assert abs(before["y"] - after["y"]) < PHONE["height"] / 4


async def test_a_guest_who_registers_follows_the_author_but_not_after_closing_the_dialog(
    browser_users: BrowserUsers,
) -> None:
    author, other = await create_user("Cleo"), await create_user("Dora")
    page = await browser_users.open_page(f"/{other.slug}")
    await page.get_by_role("button", name="Follow", exact=True).click()
    await page.get_by_role("dialog").get_by_role("button", name="Close").click()
    await page.goto(f"/{author.slug}")
    await wait_until_hydrated(page)
    await page.get_by_role("button", name="Follow", exact=True).click()
    await register(page, "Follower")
    await expect(page.get_by_role("button", name="Following")).to_be_visible()
    await page.goto(f"/{other.slug}")
    await wait_until_hydrated(page)
    await expect(page.get_by_role("button", name="Follow", exact=True)).to_be_visible()


async def test_a_link_from_another_site_performs_no_action(browser_users: BrowserUsers) -> None:
    author = await create_user("Emma")
    page = await browser_users.open_page(
        f"/{author.slug}?modal=auth&next=/{author.slug}%3Faction=follow&pending-action=follow"
    )
    await register(page, "Visitor")
    await expect(page.get_by_role("button", name="Follow", exact=True)).to_be_visible()
