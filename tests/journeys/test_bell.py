"""The bell: it moves by itself, opens, and leads to what happened."""

from playwright.async_api import expect

from tests import factories
from tests.journeys.visitors import Visitors, chain, comment, path_of, press, somebody, write


async def test_the_bell_leads_from_an_answer_to_its_place(visitors: Visitors) -> None:
    alice, bob = await somebody("Alice"), await somebody("Bob")
    post = await factories.post(bob)
    await chain(post, [bob, alice], 8)
    tab = await visitors.open("/new", alice)
    tab_of_bob = await visitors.open(f"{path_of(post)}?order=old", bob)
    bell = tab.get_by_role("button", name="Notifications")
    await expect(bell.get_by_role("status")).to_have_text("3 new")
    await tab_of_bob.get_by_role("button", name="more repl").click()
    await tab_of_bob.get_by_role("button", name="more repl").click()

    await press(comment(tab_of_bob, "Step 7."), "Reply")
    await write(tab_of_bob, "Your answer", "Down here.")

    await expect(bell.get_by_role("status")).to_have_text("4 new")
    await bell.click()
    answer = (
        tab.get_by_role("group", name="Notifications")
        .get_by_role("link")
        .filter(has_text="Bob")
        .first
    )
    await expect(answer).to_contain_text("unread")
    await expect(bell.get_by_role("status")).to_have_text("")
    await answer.click()

    await expect(comment(tab, "Down here.")).to_be_in_viewport()
    await bell.click()
    await expect(answer).not_to_contain_text("unread")
