"""Tests of a discussion that several users have open at the same time."""

from playwright.async_api import Locator, Page, expect

from community.core.db.sessions import unit_of_work
from community.domain import comments, follows
from tests import factories
from tests.e2e.browser_users import (
    BrowserUsers,
    click_comment_button,
    create_comment,
    create_comment_chain,
    create_user,
    get_post_path,
    locate_comment,
    submit_comment,
    wait_until_hydrated,
)

TALL_VIEWPORT = {"width": 1200, "height": 2000}
SHORT_VIEWPORT = {"width": 1200, "height": 600}


async def test_a_nested_reply_appears_for_other_readers_without_a_reload(
    browser_users: BrowserUsers,
) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    post = await factories.post(alice)
    await create_comment_chain(post, [alice, bob], 3)
    tab_of_alice = await browser_users.open_page(get_post_path(post), alice, viewport=TALL_VIEWPORT)
    tab_of_bob = await browser_users.open_page(get_post_path(post), bob, viewport=TALL_VIEWPORT)

    await click_comment_button(locate_comment(tab_of_bob, "Step 2."), "Reply")
    await submit_comment(tab_of_bob, "Your reply", "And one step more.")

    await expect(locate_comment(tab_of_bob, "And one step more.")).to_be_visible()
    await expect(locate_comment(tab_of_alice, "And one step more.")).to_have_accessible_name(
        "Comment by Bob, level 4"
    )
    await expect(tab_of_alice.get_by_role("heading", name="Discussion 4")).to_be_visible()


async def test_a_reaction_appears_for_other_readers_without_a_reload(
    browser_users: BrowserUsers,
) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    post = await factories.post(alice)
    await create_comment(alice, post, "What do you think?")
    tab_of_alice = await browser_users.open_page(get_post_path(post), alice)
    tab_of_bob = await browser_users.open_page(get_post_path(post), bob)

    await tab_of_bob.get_by_role("button", name="React: Like").first.click()
    await (
        locate_comment(tab_of_bob, "What do you think?")
        .get_by_role("button", name="React: Like")
        .click()
    )

    # Alice wrote the post and the comment, so she sees the reactions but cannot react.
    await expect(tab_of_alice.get_by_role("img", name="Like: 1")).to_have_count(2)
    await expect(tab_of_alice.get_by_role("button", name="Like: 1")).to_have_count(0)
    pressed = tab_of_bob.get_by_role("button", name="Like: 1", pressed=True)
    await expect(pressed).to_have_count(2)


async def test_the_page_scrolls_to_a_new_comment_below_a_long_pinned_thread(
    browser_users: BrowserUsers,
) -> None:
    alice = await create_user("Alice")
    post = await factories.post(alice)
    thread = await create_comment_chain(post, [alice], 8)
    async with unit_of_work() as session:
        await comments.pin(session, alice, comment_id=thread[0].id)
    page = await browser_users.open_page(get_post_path(post), alice, viewport=SHORT_VIEWPORT)
    await submit_comment(page, "Your comment", "Further down.")
    await expect(locate_comment(page, "Further down.")).to_be_in_viewport()


async def test_undoing_a_reaction_or_deletion_updates_the_pages_of_all_readers(
    browser_users: BrowserUsers,
) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    post = await factories.post(alice)
    tab_of_alice = await browser_users.open_page(get_post_path(post), alice, viewport=TALL_VIEWPORT)
    tab_of_bob = await browser_users.open_page(get_post_path(post), bob, viewport=TALL_VIEWPORT)
    await submit_comment(tab_of_bob, "Your comment", "On second thoughts.")
    shown_to_alice = locate_comment(tab_of_alice, "On second thoughts.")
    shown_to_bob = locate_comment(tab_of_bob, "On second thoughts.")

    await shown_to_alice.get_by_role("button", name="React: Like").click()
    await expect(shown_to_bob.get_by_role("img", name="Like: 1")).to_be_visible()
    await shown_to_alice.get_by_role("button", name="Like: 1").click()
    await expect(shown_to_bob.get_by_role("img", name="Like: 1")).to_have_count(0)

    await click_comment_button(shown_to_bob, "More actions")
    await shown_to_bob.get_by_role("button", name="Delete").click()
    await expect(shown_to_alice).to_have_count(0)
    await tab_of_bob.get_by_role("button", name="Undo").click()
    await expect(shown_to_alice).to_be_visible()
    await expect(shown_to_bob).to_be_visible()


async def test_new_comments_of_ignored_users_do_not_appear_in_an_open_discussion(
    browser_users: BrowserUsers,
) -> None:
    alice, bob, charlie = [await create_user(name) for name in ("Alice", "Bob", "Charlie")]
    post = await factories.post(alice)
    comment = await create_comment(bob, post, "Before.")
    await create_comment(alice, post, "An answer.", comment)
    async with unit_of_work() as session:
        await follows.ignore(session, alice, user_id=bob.id)
    page = await browser_users.open_page(get_post_path(post), alice, viewport=TALL_VIEWPORT)
    await expect(page.get_by_text("You're ignoring this person.")).to_be_visible()

    tab_of_bob = await browser_users.open_page(get_post_path(post), bob, viewport=TALL_VIEWPORT)
    await submit_comment(tab_of_bob, "Your comment", "Once more.")
    tab_of_charlie = await browser_users.open_page(
        get_post_path(post), charlie, viewport=TALL_VIEWPORT
    )
    before = locate_comment(tab_of_charlie, "Before.")
    await before.get_by_role("button", name="React: Like").click()
    await submit_comment(tab_of_charlie, "Your comment", "The last word.")

    await expect(locate_comment(page, "The last word.")).to_be_visible()
    await expect(locate_comment(page, "Before.")).to_have_count(0)
    await expect(locate_comment(page, "Once more.")).to_have_count(0)
    await expect(page.get_by_text("You're ignoring this person.")).to_be_visible()


async def test_a_moderator_can_delete_but_not_edit_a_comment_pushed_to_an_open_page(
    browser_users: BrowserUsers,
) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    community = await factories.community(alice, f"place-of-{alice.slug}")
    post = await factories.post(alice, community_id=community.id)
    page = await browser_users.open_page(get_post_path(post), alice, viewport=TALL_VIEWPORT)
    tab_of_bob = await browser_users.open_page(get_post_path(post), bob, viewport=TALL_VIEWPORT)
    await submit_comment(tab_of_bob, "Your comment", "Just in.")

    await click_comment_button(locate_comment(page, "Just in."), "More actions")
    await expect(page.get_by_role("button", name="Delete", exact=True)).to_be_visible()
    await expect(page.get_by_role("button", name="Edit", exact=True)).to_have_count(0)

    await click_comment_button(locate_comment(tab_of_bob, "Just in."), "More actions")
    await expect(tab_of_bob.get_by_role("button", name="Edit", exact=True)).to_be_visible()


async def test_new_comments_above_visible_comments_appear_only_after_a_button_click(
    browser_users: BrowserUsers,
) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    post = await factories.post(alice)
    first = await create_comment(alice, post, "The first.")
    await create_comment(alice, post, "An answer to the first.", first)
    await create_comment(alice, post, "The last.")
    tab = await browser_users.open_page(
        f"{get_post_path(post)}?order=old", alice, viewport=TALL_VIEWPORT
    )
    tab_of_bob = await browser_users.open_page(
        f"{get_post_path(post)}?order=old", bob, viewport=TALL_VIEWPORT
    )
    before = await locate_comment(tab, "The last.").bounding_box()

    for text in ("In between.", "In between again."):
        await click_comment_button(locate_comment(tab_of_bob, "The first."), "Reply")
        await submit_comment(tab_of_bob, "Your reply", text)
        await expect(locate_comment(tab_of_bob, text)).to_be_visible()

    new_comments = tab.get_by_role("button", name="2 new comments")
    await expect(new_comments).to_be_visible()
    await expect(tab.get_by_role("status").filter(has_text="2 new comments")).to_have_count(1)
    await expect(locate_comment(tab, "In between.")).to_have_count(0)
    assert await locate_comment(tab, "The last.").bounding_box() == before
    await new_comments.click()
    await expect(locate_comment(tab, "In between.")).to_be_focused()
    await expect(locate_comment(tab, "In between again.")).to_be_visible()


async def test_a_new_comment_at_the_end_of_the_page_appears_immediately(
    browser_users: BrowserUsers,
) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    post = await factories.post(alice)
    tab = await browser_users.open_page(get_post_path(post))
    tab_of_bob = await browser_users.open_page(get_post_path(post), bob)
    await expect(tab.get_by_text("No comments yet")).to_be_visible()

    await submit_comment(tab_of_bob, "Your comment", "The first word.")

    await expect(locate_comment(tab, "The first word.")).to_be_visible()
    await expect(tab.get_by_text("No comments yet")).to_have_count(0)


async def test_clicking_the_thread_line_collapses_a_thread_and_pressing_enter_expands_it(
    browser_users: BrowserUsers,
) -> None:
    alice = await create_user("Alice")
    post = await factories.post(alice)
    await create_comment_chain(post, [alice], 4)
    page = await browser_users.open_page(get_post_path(post), viewport=TALL_VIEWPORT)

    await locate_comment(page, "Step 3.").locator("button.thread-line").first.click()

    await expect(page.get_by_role("article")).to_have_count(2)  # the post and one comment
    expand_button = page.get_by_role("button", name="Alice and 3 more")
    await expand_button.focus()
    await page.keyboard.press("Enter")
    await expect(locate_comment(page, "Step 3.")).to_be_visible()
    collapse_button = locate_comment(page, "Step 0.").get_by_role("button", name="Collapse thread")
    await expect(collapse_button).to_be_focused()


async def test_a_reply_can_be_written_by_keyboard(browser_users: BrowserUsers) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    post = await factories.post(alice)
    await create_comment(alice, post, "Can you hear me?")
    page = await browser_users.open_page(get_post_path(post), bob)

    await page.keyboard.press("j")
    await expect(locate_comment(page, "Can you hear me?")).to_be_focused()
    await _press_tab_until_button_is_focused(page, "Reply")
    await page.keyboard.press("Enter")
    await expect(page.get_by_label("Your reply")).to_be_focused()
    await page.keyboard.type("Loud and clear.")
    await page.keyboard.press("Control+Enter")

    await expect(locate_comment(page, "Loud and clear.")).to_be_visible()
    await expect(page.get_by_label("Your reply")).to_have_count(0)


async def test_a_reaction_can_be_chosen_by_keyboard(browser_users: BrowserUsers) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    post = await factories.post(alice)
    await create_comment(alice, post, "What do you think?")
    page = await browser_users.open_page(get_post_path(post), bob)

    comment = locate_comment(page, "What do you think?")
    await comment.get_by_role("button", name="React: Like").focus()
    await page.keyboard.press("ArrowDown")
    await expect(page.get_by_role("group", name="All reactions")).to_be_visible()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")

    await expect(comment.locator("[aria-pressed=true]").first).to_be_visible()
    await expect(page.get_by_role("group", name="All reactions")).to_be_hidden()


async def test_a_guest_who_replies_is_asked_to_sign_in(browser_users: BrowserUsers) -> None:
    alice = await create_user("Alice")
    post = await factories.post(alice)
    await create_comment(alice, post, "Any questions?")
    page = await browser_users.open_page(get_post_path(post))

    await click_comment_button(locate_comment(page, "Any questions?"), "Reply")
    await expect(page.get_by_role("dialog", name="Welcome back")).to_be_visible()
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Sign in to comment").click()
    await expect(page.get_by_role("dialog", name="Welcome back")).to_be_visible()


async def test_a_reply_sent_while_the_server_is_down_is_posted_once_after_the_restart(
    browser_users: BrowserUsers,
) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    post = await factories.post(alice)
    await create_comment(alice, post, "Still there?")
    page = await browser_users.open_page(get_post_path(post), bob)
    await click_comment_button(locate_comment(page, "Still there?"), "Reply")
    field = page.get_by_label("Your reply")
    await field.fill("Half a thought")

    browser_users.server.kill()
    await field.press_sequentially(", and the rest")
    await page.get_by_role("button", name="Send").last.click()
    browser_users.server.start()

    await expect(locate_comment(page, "Half a thought, and the rest")).to_be_visible()
    await expect(locate_comment(page, "Half a thought, and the rest")).to_have_count(1)
    browser_users.errors.clear()  # Chromium logs the lost connection as an error.


async def test_text_typed_while_a_reply_is_pending_stays_in_the_composer(
    browser_users: BrowserUsers,
) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    post = await factories.post(alice)
    await create_comment(alice, post, "Anything else?")
    page = await browser_users.open_page(get_post_path(post), bob)
    await click_comment_button(locate_comment(page, "Anything else?"), "Reply")
    field = page.get_by_label("Your reply")
    await page.context.set_offline(offline=True)
    await field.fill("One thing.")
    await field.press("Control+Enter")
    await field.press_sequentially(" Another thing.")
    await page.context.set_offline(offline=False)

    await expect(locate_comment(page, "One thing.")).to_be_visible()
    await expect(field).to_have_value("Another thing.")
    await field.press("Control+Enter")
    await expect(locate_comment(page, "Another thing.")).to_be_visible()
    await expect(field).to_have_count(0)
    browser_users.errors.clear()  # Chromium logs the lost connection as an error.


async def test_a_comment_sent_offline_is_added_to_its_post_even_after_leaving_its_page(
    browser_users: BrowserUsers,
) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    first_post = await factories.post(alice, "Here")
    await factories.post(bob, "There")
    page = await browser_users.open_page("/new", bob)
    await page.get_by_role("link", name="Here", exact=True).click()
    await expect(page.get_by_label("Your comment")).to_be_visible()
    await page.context.set_offline(offline=True)
    # Until the browser closes the connection, a reaction could get lost in it.
    await expect(page.get_by_text("No connection.")).to_be_visible()
    await page.get_by_role("button", name="React: Like").first.click()
    await submit_comment(page, "Your comment", "About this one.")
    await page.go_back()
    await page.wait_for_url("**/new")
    await page.context.set_offline(offline=False)

    reader = await browser_users.open_page(get_post_path(first_post), alice)
    await expect(locate_comment(reader, "About this one.")).to_be_visible()
    await expect(reader.get_by_role("img", name="Like: 1")).to_be_visible()
    await page.get_by_role("link", name="There", exact=True).click()
    await expect(page.get_by_role("heading", name="Discussion 0")).to_be_visible()
    browser_users.errors.clear()  # Chromium logs the lost connection as an error.


async def open_own_comment(browser_users: BrowserUsers) -> tuple[Page, Locator]:
    """Open a discussion as the author of its only comment."""
    alice = await create_user("Alice")
    post = await factories.post(alice)
    await create_comment(alice, post, "Open my menu.")
    page = await browser_users.open_page(get_post_path(post), alice)
    return page, locate_comment(page, "Open my menu.")


async def test_an_open_menu_stays_below_the_pointer_when_content_appears_above_it(
    browser_users: BrowserUsers,
) -> None:
    page, comment = await open_own_comment(browser_users)
    await click_comment_button(comment, "More actions")
    menu = page.locator(".menu:popover-open")
    edit = menu.get_by_role("button", name="Edit")
    await edit.click(trial=True)  # The menu is at its place.
    before = await edit.bounding_box()
    assert before is not None
    await page.evaluate(
        """() => {
            const banner = document.createElement("div");
            banner.style.height = "40px";
            document.body.prepend(banner);
        }"""
    )
    assert await edit.bounding_box() == before
    await page.mouse.click(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    await expect(page.locator("article").get_by_label("Your comment")).to_be_visible()


async def test_a_menu_without_room_below_its_button_opens_directly_above(
    browser_users: BrowserUsers,
) -> None:
    page, comment = await open_own_comment(browser_users)
    button = await comment.get_by_role("button", name="More actions").bounding_box()
    assert button is not None
    await page.set_viewport_size({"width": 1280, "height": int(button["y"]) + 60})
    await click_comment_button(comment, "More actions")
    menu = page.locator(".menu:popover-open")
    await menu.get_by_role("button", name="Edit").click(trial=True)  # The menu is at its place.
    place = await menu.bounding_box()
    assert place is not None
    assert 0 <= button["y"] - place["y"] - place["height"] < 20


async def test_a_warning_is_shown_before_an_edit_overwrites_a_newer_version_of_a_comment(
    browser_users: BrowserUsers,
) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    post = await factories.post(alice)
    comment = await create_comment(bob, post, "As it was.")
    page = await browser_users.open_page(get_post_path(post), bob)
    await click_comment_button(locate_comment(page, "As it was."), "More actions")
    await page.get_by_role("button", name="Edit").click()
    field = page.locator("article").get_by_label("Your comment")
    await field.fill("As I want it.")

    async with unit_of_work() as session:
        await comments.edit(
            session, bob, comment_id=comment.id, text=await comments.render_text("As it became.")
        )
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("alert")).to_contain_text("was changed since you started editing")
    await expect(field).to_have_value("As I want it.")
    await page.get_by_role("button", name="Save").click()
    await expect(locate_comment(page, "As I want it.")).to_be_visible()
    await expect(field).to_have_count(0)


async def test_a_reply_draft_is_restored_after_a_reload(browser_users: BrowserUsers) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    post = await factories.post(alice)
    await create_comment(alice, post, "Take your time.")
    page = await browser_users.open_page(get_post_path(post), bob)
    await click_comment_button(locate_comment(page, "Take your time."), "Reply")
    await page.get_by_label("Your reply").fill("Not yet done")

    await page.reload()
    await wait_until_hydrated(page)

    await expect(page.get_by_label("Your reply")).to_have_value("Not yet done")
    await expect(page.get_by_label("Your reply")).not_to_be_focused()


async def test_reply_drafts_are_not_shown_to_another_user_of_the_same_browser(
    browser_users: BrowserUsers,
) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    post = await factories.post(alice)
    await create_comment(alice, post, "Take your time.")
    page = await browser_users.open_page(get_post_path(post), bob)
    await page.get_by_label("Your comment").fill("Half a comment")
    await click_comment_button(locate_comment(page, "Take your time."), "Reply")
    await page.get_by_label("Your reply").fill("Half an answer")

    await browser_users.switch_user(page, alice)
    await expect(page.get_by_label("Your comment")).to_have_value("")
    await expect(page.get_by_label("Your reply")).to_have_count(0)

    await browser_users.switch_user(page, bob)
    await expect(page.get_by_label("Your comment")).to_have_value("Half a comment")
    await expect(page.get_by_label("Your reply")).to_have_value("Half an answer")


async def test_loaded_comments_stay_on_the_page_after_a_reconnect(
    browser_users: BrowserUsers,
) -> None:
    alice = await create_user("Alice")
    post = await factories.post(alice)
    for number in range(25):
        await create_comment(alice, post, f"Remark {number}.")
    page = await browser_users.open_page(get_post_path(post), viewport=SHORT_VIEWPORT)
    await page.get_by_role("button", name="More comments").click()
    await expect(locate_comment(page, "Remark 0.")).to_have_count(1)
    await locate_comment(page, "Remark 2.").scroll_into_view_if_needed()
    position = await locate_comment(page, "Remark 2.").bounding_box()

    browser_users.server.kill()
    browser_users.server.start()
    bob = await create_user("Bob")
    tab_of_bob = await browser_users.open_page(get_post_path(post), bob)
    await submit_comment(tab_of_bob, "Your comment", "After the break.")

    await expect(page.get_by_role("heading", name="Discussion 26")).to_be_visible()
    assert await locate_comment(page, "Remark 2.").bounding_box() == position
    browser_users.errors.clear()  # Chromium logs the lost connection as an error.


async def test_comments_changed_while_disconnected_are_updated_after_a_reconnect(
    browser_users: BrowserUsers,
) -> None:
    alice = await create_user("Alice")
    post = await factories.post(alice)
    created = [await create_comment(alice, post, f"Remark {number}.") for number in range(25)]
    page = await browser_users.open_page(get_post_path(post))
    await page.get_by_role("button", name="More comments").click()
    await expect(locate_comment(page, "Remark 0.")).to_be_visible()

    browser_users.server.kill()
    async with unit_of_work() as session:
        for comment in (created[0], created[24]):
            await comments.delete(session, alice, comment_id=comment.id)
        await comments.edit(
            session,
            alice,
            comment_id=created[1].id,
            text=await comments.render_text("Remark 1, mended."),
        )
    browser_users.server.start()

    await expect(page.get_by_role("heading", name="Discussion 23")).to_be_visible(timeout=30_000)
    await expect(locate_comment(page, "Remark 1, mended.")).to_be_visible()
    await expect(locate_comment(page, "Remark 0.")).to_have_count(0)
    await expect(locate_comment(page, "Remark 24.")).to_have_count(0)
    await expect(locate_comment(page, "Remark 2.")).to_have_count(1)
    browser_users.errors.clear()  # Chromium logs the lost connection as an error.


async def test_deleted_comments_are_not_shown_after_navigating_back(
    browser_users: BrowserUsers,
) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    post = await factories.post(alice)
    await create_comment(alice, post, "Here to stay.")
    await create_comment(alice, post, "This one too.")
    page = await browser_users.open_page(get_post_path(post))
    tab_of_bob = await browser_users.open_page(get_post_path(post), bob)
    await submit_comment(tab_of_bob, "Your comment", "Regretted.")
    await expect(locate_comment(page, "Regretted.")).to_be_visible()
    await page.get_by_role("link", name="New", exact=True).first.click()
    await expect(page.get_by_role("article").first).to_be_visible()
    await expect(locate_comment(page, "Regretted.")).to_have_count(0)
    await click_comment_button(locate_comment(tab_of_bob, "Regretted."), "More actions")
    await locate_comment(tab_of_bob, "Regretted.").get_by_role("button", name="Delete").click()
    await expect(locate_comment(tab_of_bob, "Regretted.")).to_have_count(0)

    await page.go_back()
    await expect(locate_comment(page, "Here to stay.")).to_be_visible()
    await expect(page.get_by_role("heading", name="Discussion 2")).to_be_visible()
    await expect(locate_comment(page, "Regretted.")).to_have_count(0)
    # Changing the sort order loads the discussion again and applies the updates pushed to this tab.
    await page.get_by_label("Sort comments").select_option("new")
    await expect(locate_comment(page, "Regretted.")).to_have_count(0)


async def _press_tab_until_button_is_focused(page: Page, name: str) -> None:
    """Press Tab until the button `name` has the focus. Fail after 20 key presses."""
    focused_button = page.locator(":focus").and_(page.get_by_role("button", name=name, exact=True))
    for _ in range(20):
        await page.keyboard.press("Tab")
        if await focused_button.count():
            return
    raise AssertionError(f"Tab did not reach the button {name}.")
