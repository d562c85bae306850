"""Tests that automatically saved text survives a reload, a lost connection and a server crash."""

from playwright.async_api import Page, expect

from tests.e2e.writing.actions import (
    move_cursor_to_end,
    open_editor,
    wait_until_saved,
    wait_until_text_is_stored,
)
from tests.e2e.writing.harness_server import HarnessServer

READ_DRAFT_SCRIPT = "() => JSON.parse(localStorage.getItem('draft:post-1'))"


async def wait_until_browser_has_stored(page: Page, text: str) -> None:
    """Wait until localStorage contains a draft with `text`."""
    await page.wait_for_function(
        "(text) => localStorage.getItem('draft:post-1')?.includes(text)", arg=text
    )


async def test_text_that_was_not_sent_to_the_server_survives_a_reload(
    page: Page, harness: HarnessServer
) -> None:
    await open_editor(page)
    await page.keyboard.type("Not sent yet")
    await wait_until_browser_has_stored(page, "Not sent yet")
    harness.kill()
    harness.start()
    await page.reload()

    await expect(page.get_by_text("Not sent yet")).to_be_visible()
    await wait_until_text_is_stored(page, "Not sent yet")


async def test_a_reload_right_after_typing_keeps_the_last_letter(
    page: Page, harness: HarnessServer
) -> None:
    await open_editor(page)
    await page.keyboard.type("To the last lette")
    await page.keyboard.type("r")
    await page.reload()

    await expect(page.get_by_text("To the last letter")).to_be_visible()
    await wait_until_text_is_stored(page, "To the last letter")


async def test_text_typed_while_the_server_is_down_is_sent_after_the_restart(
    page: Page, harness: HarnessServer
) -> None:
    await open_editor(page)
    await page.keyboard.type("Before the crash. ")
    await wait_until_saved(page)
    harness.kill()
    await page.keyboard.type("During the crash.")
    await expect(page.locator("[data-status=offline]")).to_be_visible()
    await wait_until_browser_has_stored(page, "During the crash.")
    harness.start()

    await wait_until_text_is_stored(page, "Before the crash. During the crash.")
    await wait_until_saved(page)
    await expect(page.get_by_role("textbox", name="Post text")).to_have_text(
        "Before the crash. During the crash."
    )


async def test_text_typed_offline_is_sent_after_reconnecting(
    page: Page, harness: HarnessServer
) -> None:
    await open_editor(page)
    await page.context.set_offline(True)
    await page.keyboard.type("Under a mountain")
    await expect(page.locator("[data-status=offline]")).to_be_visible()
    await page.context.set_offline(False)

    await wait_until_text_is_stored(page, "Under a mountain")


async def test_the_local_draft_is_deleted_after_the_server_has_saved_the_text(
    page: Page, harness: HarnessServer
) -> None:
    await open_editor(page)
    await page.keyboard.type("Stored")
    await wait_until_saved(page)

    assert await page.evaluate(READ_DRAFT_SCRIPT) is None


async def test_continuous_typing_causes_only_one_save(page: Page, harness: HarnessServer) -> None:
    await open_editor(page)
    await page.keyboard.type("A sentence of forty letters or a few more.", delay=20)
    await wait_until_saved(page)

    assert harness.read_post()["saves"] == 1


async def test_a_server_response_does_not_move_the_cursor(
    page: Page, harness: HarnessServer
) -> None:
    await open_editor(page)
    await page.keyboard.type("beginning end")
    for _ in range(4):
        await page.keyboard.press("ArrowLeft")
    await wait_until_saved(page)
    await page.keyboard.type(" middle")

    await wait_until_text_is_stored(page, "beginning middle end")


async def test_a_text_changed_on_another_device_is_overwritten_only_if_the_user_chooses_so(
    page: Page, harness: HarnessServer
) -> None:
    harness.write_post("First")
    await open_editor(page)
    await move_cursor_to_end(page)
    harness.kill()
    await page.keyboard.type(" here")
    await wait_until_browser_has_stored(page, "First here")
    await page.goto("about:blank")
    harness.save_from_other_device("First there")
    harness.start()
    await page.goto("/write")
    text = page.get_by_role("textbox", name="Post text")
    await expect(text).to_have_text("First there")
    await page.get_by_role("button", name="Use my version").click()

    await expect(text).to_have_text("First here")
    await wait_until_text_is_stored(page, "First here")


async def test_saving_again_after_a_lost_response_does_not_cause_a_conflict(
    page: Page, harness: HarnessServer
) -> None:
    """Reload the page with a local draft that extends the text stored on the server.

    This state occurs if a save response was lost and the user then typed more.
    """
    await open_editor(page)
    await page.keyboard.type("Stored")
    await wait_until_saved(page)
    text_hash = await page.evaluate(
        """() => { let hash = 5381;
            for (const c of "Stored") hash = (hash * 33 + c.codePointAt(0)) >>> 0;
            return `6-${hash}`; }"""
    )
    await page.evaluate(
        """(sentHash) => localStorage.setItem("draft:post-1", JSON.stringify({
            markdown: "Stored and more", revision: 5, base: "0", sentHash }))""",
        text_hash,
    )
    await page.reload()

    await expect(page.get_by_text("Stored and more")).to_be_visible()
    await expect(page.get_by_text("edited elsewhere")).to_have_count(0)
    await wait_until_text_is_stored(page, "Stored and more")


async def test_a_reloaded_tab_shows_the_current_text(page: Page, harness: HarnessServer) -> None:
    """Reload a tab for which the server still keeps a Reflex State with the old text."""
    harness.write_post("Old")
    await open_editor(page)
    harness.save_from_other_device("New")
    await page.reload()

    await expect(page.get_by_role("textbox", name="Post text")).to_have_text("New")


async def test_a_server_crash_does_not_move_the_cursor(page: Page, harness: HarnessServer) -> None:
    text = await open_editor(page)
    await page.keyboard.type("ab")
    await page.keyboard.press("ArrowLeft")
    await wait_until_saved(page)
    harness.kill()
    await page.keyboard.type("1")
    harness.start()
    await wait_until_saved(page)
    await page.keyboard.type("2")

    await expect(text).to_have_text("a12b")
    await wait_until_text_is_stored(page, "a12b")
