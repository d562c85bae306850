"""Words survive a reload, a lost connection and a crash of the server."""

from playwright.async_api import Page, expect

from tests.journeys.writing.gestures import go_to_end, open_editor, until_saved, until_stored
from tests.journeys.writing.site import Site

DRAFT = "() => JSON.parse(localStorage.getItem('draft:post-1'))"


async def until_kept(page: Page, words: str) -> None:
    """Waits until this browser keeps the words."""
    await page.wait_for_function(
        "(words) => localStorage.getItem('draft:post-1')?.includes(words)", arg=words
    )


async def test_a_reload_before_anything_was_sent_keeps_the_words(page: Page, site: Site) -> None:
    await open_editor(page)
    await page.keyboard.type("Not sent yet")
    await until_kept(page, "Not sent yet")
    site.kill()
    site.start()
    await page.reload()

    await expect(page.get_by_text("Not sent yet")).to_be_visible()
    await until_stored(page, "Not sent yet")


async def test_leaving_the_page_at_once_keeps_the_last_letter(page: Page, site: Site) -> None:
    await open_editor(page)
    await page.keyboard.type("To the last lette")
    await page.keyboard.type("r")
    await page.reload()

    await expect(page.get_by_text("To the last letter")).to_be_visible()
    await until_stored(page, "To the last letter")


async def test_a_crash_of_the_server_loses_nothing_and_the_words_are_sent_when_it_is_back(
    page: Page, site: Site
) -> None:
    await open_editor(page)
    await page.keyboard.type("Before the crash. ")
    await until_saved(page)
    site.kill()
    await page.keyboard.type("During the crash.")
    await expect(page.locator("[data-status=offline]")).to_be_visible()
    await until_kept(page, "During the crash.")
    site.start()

    await until_stored(page, "Before the crash. During the crash.")
    await until_saved(page)
    await expect(page.get_by_role("textbox", name="Text of the post")).to_have_text(
        "Before the crash. During the crash."
    )


async def test_a_browser_that_is_offline_sends_again_when_it_is_online(
    page: Page, site: Site
) -> None:
    await open_editor(page)
    await page.context.set_offline(True)
    await page.keyboard.type("Under a mountain")
    await expect(page.locator("[data-status=offline]")).to_be_visible()
    await page.context.set_offline(False)

    await until_stored(page, "Under a mountain")


async def test_the_copy_in_the_browser_is_given_up_when_the_server_has_it(
    page: Page, site: Site
) -> None:
    await open_editor(page)
    await page.keyboard.type("Stored")
    await until_saved(page)

    assert await page.evaluate(DRAFT) is None


async def test_typing_is_not_a_request_per_letter(page: Page, site: Site) -> None:
    await open_editor(page)
    await page.keyboard.type("A sentence of forty letters or a few more.", delay=20)
    await until_saved(page)

    assert site.stored()["saves"] == 1


async def test_an_answer_of_the_server_does_not_move_the_cursor(page: Page, site: Site) -> None:
    await open_editor(page)
    await page.keyboard.type("beginning end")
    for _ in range(4):
        await page.keyboard.press("ArrowLeft")
    await until_saved(page)
    await page.keyboard.type(" middle")

    await until_stored(page, "beginning middle end")


async def test_a_text_that_was_changed_elsewhere_is_not_overwritten_but_chosen(
    page: Page, site: Site
) -> None:
    site.store("First")
    await open_editor(page)
    await go_to_end(page)
    site.kill()
    await page.keyboard.type(" here")
    await until_kept(page, "First here")
    await page.goto("about:blank")
    site.save_elsewhere("First there")
    site.start()
    await page.goto("/write")
    text = page.get_by_role("textbox", name="Text of the post")
    await expect(text).to_have_text("First there")
    await page.get_by_role("button", name="Use what I wrote here").click()

    await expect(text).to_have_text("First here")
    await until_stored(page, "First here")


async def test_words_whose_answer_was_lost_are_no_conflict(page: Page, site: Site) -> None:
    """The server stored them and crashed before it could say so; then the writer went on."""
    await open_editor(page)
    await page.keyboard.type("Stored")
    await until_saved(page)
    fingerprint = await page.evaluate(
        """() => { let hash = 5381;
            for (const c of "Stored") hash = (hash * 33 + c.codePointAt(0)) >>> 0;
            return `6-${hash}`; }"""
    )
    await page.evaluate(
        """(sent) => localStorage.setItem("draft:post-1", JSON.stringify({
            markdown: "Stored and more", revision: 5, base: "0", sent }))""",
        fingerprint,
    )
    await page.reload()

    await expect(page.get_by_text("Stored and more")).to_be_visible()
    await expect(page.get_by_text("changed elsewhere")).to_have_count(0)
    await until_stored(page, "Stored and more")


async def test_a_tab_that_was_open_before_does_not_show_an_old_text_after_a_reload(
    page: Page, site: Site
) -> None:
    """The server still holds the state of this tab, with the text as it was when it was opened."""
    site.store("Old")
    await open_editor(page)
    site.save_elsewhere("New")
    await page.reload()

    await expect(page.get_by_role("textbox", name="Text of the post")).to_have_text("New")


async def test_a_crash_leaves_the_cursor_where_it_is(page: Page, site: Site) -> None:
    text = await open_editor(page)
    await page.keyboard.type("ab")
    await page.keyboard.press("ArrowLeft")
    await until_saved(page)
    site.kill()
    await page.keyboard.type("1")
    site.start()
    await until_saved(page)
    await page.keyboard.type("2")

    await expect(text).to_have_text("a12b")
    await until_stored(page, "a12b")
