"""Tests of the notification popover: number of new notifications, read state and links."""

from playwright.async_api import expect

from tests import factories
from tests.e2e.browser_users import (
    BrowserUsers,
    click_comment_button,
    create_comment_chain,
    create_user,
    get_post_path,
    locate_comment,
    submit_comment,
)


async def test_the_notification_about_a_reply_links_to_the_reply(
    browser_users: BrowserUsers,
) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    post = await factories.post(bob)
    await create_comment_chain(post, [bob, alice], 8)
    tab = await browser_users.open_page("/new", alice)
    tab_of_bob = await browser_users.open_page(f"{get_post_path(post)}?order=old", bob)
    bell = tab.get_by_role("button", name="Notifications")
    await expect(bell.get_by_role("status")).to_have_text("3 new")
    await tab_of_bob.get_by_role("button", name="more repl").click()
    await expect(locate_comment(tab_of_bob, "Step 5.")).to_be_visible()
    await tab_of_bob.get_by_role("button", name="more repl").click()

    await click_comment_button(locate_comment(tab_of_bob, "Step 7."), "Reply")
    await submit_comment(tab_of_bob, "Your reply", "Down here.")

    await expect(bell.get_by_role("status")).to_have_text("4 new")
    await bell.click()
    notification = (
        tab.get_by_role("group", name="Notifications")
        .get_by_role("link")
        .filter(has_text="Bob")
        .first
    )
    await expect(notification).to_contain_text("unread")
    await expect(bell.get_by_role("status")).to_have_text("")
    await notification.click()

    await expect(locate_comment(tab, "Down here.")).to_be_in_viewport()
    await bell.click()
    await expect(notification).not_to_contain_text("unread")
