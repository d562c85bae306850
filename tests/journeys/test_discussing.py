"""A discussion as several people have it open at the same time."""

from playwright.async_api import Page, expect

from community.core.database import unit_of_work
from community.domain import comments, follows
from tests import factories
from tests.journeys.visitors import (
    Visitors,
    chain,
    comment,
    path_of,
    press,
    say,
    somebody,
    until_live,
    write,
)

TALL = {"width": 1200, "height": 2000}
SHORT = {"width": 1200, "height": 600}


async def test_an_answer_deep_in_a_branch_is_seen_live_by_another_reader(
    visitors: Visitors,
) -> None:
    alice, bob = await somebody("Alice"), await somebody("Bob")
    post = await factories.post(alice)
    await chain(post, [alice, bob], 3)
    tab_of_alice = await visitors.open(path_of(post), alice, viewport=TALL)
    tab_of_bob = await visitors.open(path_of(post), bob, viewport=TALL)

    await press(comment(tab_of_bob, "Step 2."), "Reply")
    await write(tab_of_bob, "Your answer", "And one step more.")

    await expect(comment(tab_of_bob, "And one step more.")).to_be_visible()
    await expect(comment(tab_of_alice, "And one step more.")).to_have_accessible_name(
        "Comment by Bob, level 4"
    )
    await expect(tab_of_alice.get_by_role("heading", name="Discussion 4")).to_be_visible()


async def test_a_reaction_is_seen_live_by_another_reader(visitors: Visitors) -> None:
    alice, bob = await somebody("Alice"), await somebody("Bob")
    post = await factories.post(alice)
    await say(alice, post, "What do you think?")
    tab_of_alice = await visitors.open(path_of(post), alice)
    tab_of_bob = await visitors.open(path_of(post), bob)

    await tab_of_bob.get_by_role("button", name="React: Like").first.click()
    await (
        comment(tab_of_bob, "What do you think?").get_by_role("button", name="React: Like").click()
    )

    for tab, mine in ((tab_of_bob, "true"), (tab_of_alice, "false")):
        likes = tab.get_by_role("button", name="Like: 1")
        await expect(likes).to_have_count(2)
        await expect(likes.first).to_have_attribute("aria-pressed", mine)
        await expect(likes.last).to_have_attribute("aria-pressed", mine)


async def test_what_one_writes_is_in_sight_below_a_long_pinned_branch(visitors: Visitors) -> None:
    alice = await somebody("Alice")
    post = await factories.post(alice)
    branch = await chain(post, [alice], 8)
    async with unit_of_work() as session:
        await comments.pin(session, alice, comment_id=branch[0].id)
    page = await visitors.open(path_of(post), alice, viewport=SHORT)
    await write(page, "Your comment", "Further down.")
    await expect(comment(page, "Further down.")).to_be_in_viewport()


async def test_what_is_taken_back_is_as_it_was_before_for_everybody(visitors: Visitors) -> None:
    alice, bob = await somebody("Alice"), await somebody("Bob")
    post = await factories.post(alice)
    tab_of_alice = await visitors.open(path_of(post), alice, viewport=TALL)
    tab_of_bob = await visitors.open(path_of(post), bob, viewport=TALL)
    await write(tab_of_bob, "Your comment", "On second thoughts.")
    said = comment(tab_of_alice, "On second thoughts.")
    mine = comment(tab_of_bob, "On second thoughts.")

    await said.get_by_role("button", name="React: Like").click()
    await expect(mine.get_by_role("button", name="Like: 1")).to_be_visible()
    await said.get_by_role("button", name="Like: 1").click()
    await expect(mine.get_by_role("button", name="Like: 1")).to_have_count(0)

    await press(mine, "More")
    await mine.get_by_role("button", name="Delete").click()
    await expect(said).to_have_count(0)
    await tab_of_bob.get_by_role("button", name="Undo").click()
    await expect(said).to_be_visible()
    await expect(mine).to_be_visible()


async def test_who_is_ignored_is_not_heard_in_an_open_discussion_either(
    visitors: Visitors,
) -> None:
    alice, bob, charlie = [await somebody(name) for name in ("Alice", "Bob", "Charlie")]
    post = await factories.post(alice)
    said = await say(bob, post, "Before.")
    await say(alice, post, "An answer.", said)
    async with unit_of_work() as session:
        await follows.ignore(session, alice, user_id=bob.id)
    page = await visitors.open(path_of(post), alice, viewport=TALL)
    await expect(page.get_by_text("You ignore the person who wrote this.")).to_be_visible()

    tab_of_bob = await visitors.open(path_of(post), bob, viewport=TALL)
    await comment(tab_of_bob, "Before.").get_by_role("button", name="React: Like").click()
    await write(tab_of_bob, "Your comment", "Once more.")
    tab_of_charlie = await visitors.open(path_of(post), charlie, viewport=TALL)
    await write(tab_of_charlie, "Your comment", "The last word.")

    await expect(comment(page, "The last word.")).to_be_visible()
    await expect(comment(page, "Before.")).to_have_count(0)
    await expect(comment(page, "Once more.")).to_have_count(0)
    await expect(page.get_by_text("You ignore the person who wrote this.")).to_be_visible()


async def test_who_moderates_may_hide_what_arrives_and_not_change_it(visitors: Visitors) -> None:
    alice, bob = await somebody("Alice"), await somebody("Bob")
    place = await factories.community(alice, f"place-of-{alice.slug}")
    post = await factories.post(alice, community_id=place.id)
    page = await visitors.open(path_of(post), alice, viewport=TALL)
    tab_of_bob = await visitors.open(path_of(post), bob, viewport=TALL)
    await write(tab_of_bob, "Your comment", "Just in.")

    await press(comment(page, "Just in."), "More")
    await expect(page.get_by_role("button", name="Delete", exact=True)).to_be_visible()
    await expect(page.get_by_role("button", name="Edit", exact=True)).to_have_count(0)

    await press(comment(tab_of_bob, "Just in."), "More")
    await expect(tab_of_bob.get_by_role("button", name="Edit", exact=True)).to_be_visible()


async def test_what_others_write_does_not_push_what_is_being_read(visitors: Visitors) -> None:
    alice, bob = await somebody("Alice"), await somebody("Bob")
    post = await factories.post(alice)
    first = await say(alice, post, "The first.")
    await say(alice, post, "An answer to the first.", first)
    await say(alice, post, "The last.")
    tab = await visitors.open(f"{path_of(post)}?order=old", alice, viewport=TALL)
    tab_of_bob = await visitors.open(f"{path_of(post)}?order=old", bob, viewport=TALL)
    before = await comment(tab, "The last.").bounding_box()

    for words in ("In between.", "In between again."):
        await press(comment(tab_of_bob, "The first."), "Reply")
        await write(tab_of_bob, "Your answer", words)
        await expect(comment(tab_of_bob, words)).to_be_visible()

    arrived = tab.get_by_role("button", name="2 new comments")
    await expect(arrived).to_be_visible()
    await expect(tab.get_by_role("status").filter(has_text="2 new comments")).to_have_count(1)
    await expect(comment(tab, "In between.")).to_have_count(0)
    assert await comment(tab, "The last.").bounding_box() == before
    await arrived.click()
    await expect(comment(tab, "In between.")).to_be_focused()
    await expect(comment(tab, "In between again.")).to_be_visible()


async def test_a_new_comment_at_the_end_appears_at_once(visitors: Visitors) -> None:
    alice, bob = await somebody("Alice"), await somebody("Bob")
    post = await factories.post(alice)
    tab = await visitors.open(path_of(post))
    tab_of_bob = await visitors.open(path_of(post), bob)
    await expect(tab.get_by_text("Nobody has said anything yet")).to_be_visible()

    await write(tab_of_bob, "Your comment", "The first word.")

    await expect(comment(tab, "The first word.")).to_be_visible()
    await expect(tab.get_by_text("Nobody has said anything yet")).to_have_count(0)


async def test_a_branch_is_folded_by_its_line_and_opened_by_keyboard(visitors: Visitors) -> None:
    alice = await somebody("Alice")
    post = await factories.post(alice)
    await chain(post, [alice], 4)
    page = await visitors.open(path_of(post), viewport=TALL)

    await comment(page, "Step 3.").locator("button.guide").first.click()

    await expect(page.get_by_role("article")).to_have_count(2)  # the post, and what is folded
    folded = page.get_by_role("button", name="Alice and 3 more")
    await folded.focus()
    await page.keyboard.press("Enter")
    await expect(comment(page, "Step 3.")).to_be_visible()
    fold = comment(page, "Step 0.").get_by_role("button", name="Fold this branch away")
    await expect(fold).to_be_focused()


async def test_a_comment_is_answered_without_a_mouse(visitors: Visitors) -> None:
    alice, bob = await somebody("Alice"), await somebody("Bob")
    post = await factories.post(alice)
    await say(alice, post, "Can you hear me?")
    page = await visitors.open(path_of(post), bob)

    await page.keyboard.press("j")
    await expect(comment(page, "Can you hear me?")).to_be_focused()
    await _tab_to(page, "Reply")
    await page.keyboard.press("Enter")
    await expect(page.get_by_label("Your answer")).to_be_focused()
    await page.keyboard.type("Loud and clear.")
    await page.keyboard.press("Control+Enter")

    await expect(comment(page, "Loud and clear.")).to_be_visible()
    await expect(page.get_by_label("Your answer")).to_have_count(0)


async def test_a_reaction_is_chosen_without_a_mouse(visitors: Visitors) -> None:
    alice, bob = await somebody("Alice"), await somebody("Bob")
    post = await factories.post(alice)
    await say(alice, post, "What do you think?")
    page = await visitors.open(path_of(post), bob)

    said = comment(page, "What do you think?")
    await said.get_by_role("button", name="React: Like").focus()
    await page.keyboard.press("ArrowDown")
    await expect(page.get_by_role("group", name="All reactions")).to_be_visible()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")

    await expect(said.locator("[aria-pressed=true]").first).to_be_visible()
    await expect(page.get_by_role("group", name="All reactions")).to_be_hidden()


async def test_a_guest_who_wants_to_answer_is_asked_to_sign_in(visitors: Visitors) -> None:
    alice = await somebody("Alice")
    post = await factories.post(alice)
    await say(alice, post, "Anybody?")
    page = await visitors.open(path_of(post))

    await press(comment(page, "Anybody?"), "Reply")
    await expect(page.get_by_role("dialog", name="Welcome back")).to_be_visible()
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Sign in to comment").click()
    await expect(page.get_by_role("dialog", name="Welcome back")).to_be_visible()


async def test_a_reply_box_keeps_its_words_while_the_site_is_started_again(
    visitors: Visitors,
) -> None:
    alice, bob = await somebody("Alice"), await somebody("Bob")
    post = await factories.post(alice)
    await say(alice, post, "Still there?")
    page = await visitors.open(path_of(post), bob)
    await press(comment(page, "Still there?"), "Reply")
    field = page.get_by_label("Your answer")
    await field.fill("Half a thought")

    visitors.site.kill()
    await field.press_sequentially(", and the rest")
    await page.get_by_role("button", name="Send").last.click()
    visitors.site.start()

    await expect(comment(page, "Half a thought, and the rest")).to_be_visible()
    await expect(comment(page, "Half a thought, and the rest")).to_have_count(1)
    visitors.complaints.clear()  # of the connection that was lost


async def test_an_answer_box_stays_open_for_what_was_typed_before_the_answer_came(
    visitors: Visitors,
) -> None:
    alice, bob = await somebody("Alice"), await somebody("Bob")
    post = await factories.post(alice)
    await say(alice, post, "Anything else?")
    page = await visitors.open(path_of(post), bob)
    await press(comment(page, "Anything else?"), "Reply")
    field = page.get_by_label("Your answer")
    await page.context.set_offline(offline=True)
    await field.fill("One thing.")
    await field.press("Control+Enter")
    await field.press_sequentially(" Another thing.")
    await page.context.set_offline(offline=False)

    await expect(comment(page, "One thing.")).to_be_visible()
    await expect(field).to_have_value("Another thing.")
    await field.press("Control+Enter")
    await expect(comment(page, "Another thing.")).to_be_visible()
    await expect(field).to_have_count(0)
    visitors.complaints.clear()  # of the connection that was lost


async def test_a_comment_sent_offline_stands_under_its_own_post_wherever_its_writer_went(
    visitors: Visitors,
) -> None:
    alice, bob = await somebody("Alice"), await somebody("Bob")
    here, there = await factories.post(alice, "Here"), await factories.post(bob, "There")
    page = await visitors.open("/new", bob)
    await page.get_by_role("link", name="Here", exact=True).click()
    await expect(page.get_by_label("Your comment")).to_be_visible()
    await page.context.set_offline(offline=True)
    await page.get_by_role("button", name="React: Like").first.click()
    await write(page, "Your comment", "About this one.")
    await page.go_back()
    await page.get_by_role("link", name="There", exact=True).click()
    await page.wait_for_url(f"**{path_of(there)}")
    await page.context.set_offline(offline=False)

    await expect(page.get_by_role("heading", name="There", exact=True)).to_be_visible()
    reader = await visitors.open(path_of(here), alice)
    await expect(comment(reader, "About this one.")).to_be_visible()
    await expect(reader.get_by_role("button", name="Like: 1")).to_be_visible()
    await expect(page.get_by_role("heading", name="Discussion 0")).to_be_visible()
    visitors.complaints.clear()  # of the connection that was lost


async def test_a_change_does_not_go_unseen_over_one_that_was_made_meanwhile(
    visitors: Visitors,
) -> None:
    alice, bob = await somebody("Alice"), await somebody("Bob")
    post = await factories.post(alice)
    said = await say(bob, post, "As it was.")
    page = await visitors.open(path_of(post), bob)
    await press(comment(page, "As it was."), "More")
    await page.get_by_role("button", name="Edit").click()
    field = page.locator("article").get_by_label("Your comment")
    await field.fill("As I want it.")

    async with unit_of_work() as session:
        await comments.edit(session, bob, comment_id=said.id, text="As it became.")
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("alert")).to_contain_text("was changed after you began")
    await expect(field).to_have_value("As I want it.")
    await page.get_by_role("button", name="Save").click()
    await expect(comment(page, "As I want it.")).to_be_visible()
    await expect(field).to_have_count(0)


async def test_a_reply_box_is_open_with_its_words_after_a_reload(visitors: Visitors) -> None:
    alice, bob = await somebody("Alice"), await somebody("Bob")
    post = await factories.post(alice)
    await say(alice, post, "Take your time.")
    page = await visitors.open(path_of(post), bob)
    await press(comment(page, "Take your time."), "Reply")
    await page.get_by_label("Your answer").fill("Not yet done")

    await page.reload()
    await until_live(page)

    await expect(page.get_by_label("Your answer")).to_have_value("Not yet done")
    await expect(page.get_by_label("Your answer")).not_to_be_focused()


async def test_half_an_answer_is_shown_to_nobody_else_who_uses_the_same_browser(
    visitors: Visitors,
) -> None:
    alice, bob = await somebody("Alice"), await somebody("Bob")
    post = await factories.post(alice)
    await say(alice, post, "Take your time.")
    page = await visitors.open(path_of(post), bob)
    await page.get_by_label("Your comment").fill("Half a comment")
    await press(comment(page, "Take your time."), "Reply")
    await page.get_by_label("Your answer").fill("Half an answer")

    await visitors.become(page, alice)
    await expect(page.get_by_label("Your comment")).to_have_value("")
    await expect(page.get_by_label("Your answer")).to_have_count(0)

    await visitors.become(page, bob)
    await expect(page.get_by_label("Your comment")).to_have_value("Half a comment")
    await expect(page.get_by_label("Your answer")).to_have_value("Half an answer")


async def test_what_was_loaded_stays_when_the_connection_comes_back(visitors: Visitors) -> None:
    alice = await somebody("Alice")
    post = await factories.post(alice)
    for number in range(25):
        await say(alice, post, f"Remark {number}.")
    page = await visitors.open(path_of(post), viewport=SHORT)
    await page.get_by_role("button", name="More comments").click()
    await expect(comment(page, "Remark 0.")).to_have_count(1)
    await comment(page, "Remark 2.").scroll_into_view_if_needed()
    place = await comment(page, "Remark 2.").bounding_box()

    visitors.site.kill()
    visitors.site.start()
    bob = await somebody("Bob")
    tab_of_bob = await visitors.open(path_of(post), bob)
    await write(tab_of_bob, "Your comment", "After the break.")

    await expect(page.get_by_role("heading", name="Discussion 26")).to_be_visible()
    assert await comment(page, "Remark 2.").bounding_box() == place
    visitors.complaints.clear()  # of the connection that was lost


async def test_what_was_deleted_or_changed_meanwhile_is_so_when_the_connection_comes_back(
    visitors: Visitors,
) -> None:
    alice = await somebody("Alice")
    post = await factories.post(alice)
    said = [await say(alice, post, f"Remark {number}.") for number in range(25)]
    page = await visitors.open(path_of(post))
    await page.get_by_role("button", name="More comments").click()
    await expect(comment(page, "Remark 0.")).to_be_visible()

    visitors.site.kill()
    async with unit_of_work() as session:
        for gone in (said[0], said[24]):
            await comments.delete(session, alice, comment_id=gone.id)
        await comments.edit(session, alice, comment_id=said[1].id, text="Remark 1, mended.")
    visitors.site.start()

    await expect(page.get_by_role("heading", name="Discussion 23")).to_be_visible(timeout=30_000)
    await expect(comment(page, "Remark 1, mended.")).to_be_visible()
    await expect(comment(page, "Remark 0.")).to_have_count(0)
    await expect(comment(page, "Remark 24.")).to_have_count(0)
    await expect(comment(page, "Remark 2.")).to_have_count(1)
    visitors.complaints.clear()  # of the connection that was lost


async def test_what_was_deleted_since_one_was_here_is_gone_on_the_way_back(
    visitors: Visitors,
) -> None:
    alice, bob = await somebody("Alice"), await somebody("Bob")
    post = await factories.post(alice)
    await say(alice, post, "Here to stay.")
    await say(alice, post, "This one too.")
    page = await visitors.open(path_of(post))
    tab_of_bob = await visitors.open(path_of(post), bob)
    await write(tab_of_bob, "Your comment", "Regretted.")
    await expect(comment(page, "Regretted.")).to_be_visible()
    await page.get_by_role("link", name="New", exact=True).first.click()
    await expect(page.get_by_role("article").first).to_be_visible()
    await expect(comment(page, "Regretted.")).to_have_count(0)
    await press(comment(tab_of_bob, "Regretted."), "More")
    await comment(tab_of_bob, "Regretted.").get_by_role("button", name="Delete").click()
    await expect(comment(tab_of_bob, "Regretted.")).to_have_count(0)

    await page.go_back()
    await expect(comment(page, "Here to stay.")).to_be_visible()
    await expect(page.get_by_role("heading", name="Discussion 2")).to_be_visible()
    await expect(comment(page, "Regretted.")).to_have_count(0)
    # Another order is another reading, with everything that this tab was told before.
    await page.get_by_label("Order of the comments").select_option("new")
    await expect(comment(page, "Regretted.")).to_have_count(0)


async def _tab_to(page: Page, name: str) -> None:
    """Press Tab until the button of this name has the focus."""
    wanted = page.locator(":focus").and_(page.get_by_role("button", name=name, exact=True))
    for _ in range(20):
        await page.keyboard.press("Tab")
        if await wanted.count():
            return
    raise AssertionError(f"Tab does not lead to {name}.")
