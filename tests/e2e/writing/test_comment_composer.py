"""Tests of the comment composer: sending, drafts, mentions and images."""

from base64 import b64decode

from playwright.async_api import FilePayload, Locator, Page, expect

from tests.e2e.writing.actions import PNG, insert_image, paste_text
from tests.e2e.writing.harness_server import HarnessServer

TRACK_OBJECT_URLS = """
window.objectUrls = new Set();
const { createObjectURL, revokeObjectURL } = URL;
URL.createObjectURL = (file) => {
  const url = createObjectURL.call(URL, file);
  objectUrls.add(url);
  return url;
};
URL.revokeObjectURL = (url) => (objectUrls.delete(url), revokeObjectURL.call(URL, url));
"""


async def open_composer(page: Page) -> Locator:
    await page.goto("/discuss")
    field = page.get_by_label("Your comment")
    await field.click()
    return field


def locate_comments(page: Page) -> Locator:
    return page.locator("#comments li")


async def test_a_comment_is_sent_by_keyboard_and_the_field_becomes_empty(
    page: Page, harness: HarnessServer
) -> None:
    field = await open_composer(page)
    await page.keyboard.type("A first thought")
    await page.keyboard.press("Control+Enter")

    await expect(locate_comments(page)).to_have_text(["A first thought"])
    await expect(field).to_have_value("")
    assert await page.evaluate("() => localStorage.getItem('draft:comment-1')") is None


async def test_a_rejected_comment_shows_an_error_and_stays_in_the_field(
    page: Page, harness: HarnessServer
) -> None:
    field = await open_composer(page)
    await page.keyboard.type("forbidden words")
    await page.get_by_role("button", name="Send").click()
    await expect(page.get_by_role("alert")).to_have_text("You may not write that here.")
    await expect(field).to_have_value("forbidden words")
    await page.get_by_role("button", name="Send").click()
    await expect(page.get_by_role("button", name="Send")).to_be_enabled()

    await field.fill("kind words")
    await page.get_by_role("button", name="Send").click()
    await expect(locate_comments(page)).to_have_text(["kind words"])


async def test_a_reload_keeps_the_text_and_images_of_an_unsent_comment(
    page: Page, harness: HarnessServer
) -> None:
    field = await open_composer(page)
    await page.keyboard.type("Half a thought")
    await insert_image(field, "paste")
    await page.wait_for_function("() => localStorage.getItem('draft:comment-1')?.includes('id-0')")
    await page.reload()

    await expect(field).to_have_value("Half a thought")
    await expect(page.get_by_label("Images").locator("li")).to_have_count(1)


async def test_a_comment_sent_again_after_a_crash_is_stored_once(
    page: Page, harness: HarnessServer
) -> None:
    field = await open_composer(page)
    await page.keyboard.type("Only once")
    # The draft is kept, as if the browser had crashed before it removed the draft.
    await page.evaluate("() => { Storage.prototype.removeItem = () => undefined }")
    await page.keyboard.press("Control+Enter")
    await expect(locate_comments(page)).to_have_count(1)
    harness.kill()
    await page.goto("about:blank")
    harness.start()
    await page.goto("/discuss")
    await expect(field).to_have_value("Only once")
    await page.get_by_role("button", name="Send").click()

    await expect(field).to_have_value("")
    assert [comment["text"] for comment in harness.read_comments()] == ["Only once"]


async def test_a_comment_sent_while_the_server_is_down_is_stored_after_the_restart(
    page: Page, harness: HarnessServer
) -> None:
    field = await open_composer(page)
    await page.keyboard.type("Patience")
    harness.kill()
    await page.keyboard.press("Control+Enter")
    await expect(page.get_by_role("button", name="Sending…")).to_be_visible()
    await expect(field).to_have_value("Patience")
    harness.start()

    await expect(locate_comments(page)).to_have_text(["Patience"])
    await expect(field).to_have_value("")


async def test_text_typed_while_a_comment_is_being_sent_stays_in_the_field(
    page: Page, harness: HarnessServer
) -> None:
    field = await open_composer(page)
    await page.keyboard.type("The first half")
    harness.kill()
    await page.keyboard.press("Control+Enter")
    await page.keyboard.type(" and the other")
    harness.start()

    await expect(locate_comments(page)).to_have_text(["The first half"])
    await expect(field).to_have_value("and the other")
    await page.get_by_role("button", name="Send").click()
    await expect(locate_comments(page)).to_have_text(["The first half", "and the other"])
    await expect(field).to_have_value("")


async def test_text_added_after_a_send_timeout_is_neither_lost_nor_sent_automatically(
    page: Page, harness: HarnessServer
) -> None:
    field = await open_composer(page)
    await page.keyboard.type("Into the void")
    await page.get_by_role("button", name="Send").click()
    await expect(page.get_by_role("alert")).to_contain_text("couldn't confirm")
    await field.press_sequentially(", and further")
    await page.get_by_role("button", name="Send").click()

    await expect(page.get_by_role("alert")).to_have_text("You sent a different text before.")
    await expect(field).to_have_value("Into the void, and further")
    assert [comment["text"] for comment in harness.read_comments()] == ["Into the void"]
    await page.get_by_role("button", name="Send").click()
    await expect(locate_comments(page)).to_have_text(
        ["Into the void", "Into the void, and further"]
    )


async def test_two_tabs_with_the_same_draft_send_separate_comments(
    page: Page, harness: HarnessServer
) -> None:
    await open_composer(page)
    await page.keyboard.type("Half a thought")
    other = await page.context.new_page()
    field = await open_composer(other)
    await expect(field).to_have_value("Half a thought")

    await page.get_by_role("button", name="Send").click()
    await expect(locate_comments(page)).to_have_text(["Half a thought"])
    await field.fill("Another thought")
    await other.get_by_role("button", name="Send").click()
    await expect(locate_comments(other)).to_have_text(["Half a thought", "Another thought"])


async def test_mentions_are_suggested_and_chosen_by_keyboard(
    page: Page, harness: HarnessServer
) -> None:
    field = await open_composer(page)
    await page.keyboard.type("Ask @an")
    options = page.get_by_role("option")
    await expect(options).to_have_count(2)
    await page.keyboard.press("ArrowDown")
    await expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    await page.keyboard.press("Enter")

    await expect(field).to_have_value("Ask @anton_k ")
    await expect(options).to_have_count(0)


async def test_mentioned_users_are_found_by_a_name_in_non_latin_letters(
    page: Page, harness: HarnessServer
) -> None:
    field = await open_composer(page)
    await page.keyboard.type("@Ант")
    await page.get_by_role("option").click()

    await expect(field).to_have_value("@anton_k ")


async def test_an_at_sign_inside_a_word_is_not_a_mention(
    page: Page, harness: HarnessServer
) -> None:
    await open_composer(page)
    await page.keyboard.type("mail@an ")
    await page.keyboard.type("@bo")
    await expect(page.get_by_role("option")).to_have_count(1)


async def test_up_to_four_images_are_added_by_paste_drop_and_button(
    page: Page, harness: HarnessServer
) -> None:
    field = await open_composer(page)
    await insert_image(field, "paste")
    await insert_image(field, "drop")
    async with page.expect_file_chooser() as choosing:
        await page.get_by_role("button", name="Add image").click()
    image = FilePayload(name="a.png", mimeType="image/png", buffer=b64decode(PNG))
    await (await choosing.value).set_files([image, image, image])

    shown = page.get_by_label("Images").locator("li")
    await expect(shown).to_have_count(4)
    await expect(page.get_by_role("alert")).to_have_text("Add at most 4 images.")
    await shown.first.get_by_role("button").click()
    await expect(shown).to_have_count(3)
    await page.get_by_role("button", name="Send").click()
    await expect(shown).to_have_count(0)
    assert len(harness.read_comments()[0]["media"]) == 3


async def test_object_urls_of_sent_images_are_revoked(page: Page, harness: HarnessServer) -> None:
    await page.add_init_script(TRACK_OBJECT_URLS)
    field = await open_composer(page)
    await insert_image(field, "paste")
    await insert_image(field, "paste", "refuse.png")
    await expect(page.get_by_text("This image is damaged.")).to_be_visible()
    await page.get_by_role("button", name="Send").click()

    await expect(page.get_by_label("Images").locator("li")).to_have_count(0)
    assert await page.evaluate("() => [...objectUrls]") == []


async def test_a_rejected_image_shows_an_error_and_does_not_block_sending(
    page: Page, harness: HarnessServer
) -> None:
    field = await open_composer(page)
    await page.keyboard.type("Words matter")
    await insert_image(field, "paste", "refuse.png")
    await expect(page.get_by_text("This image is damaged.")).to_be_visible()
    await page.get_by_role("button", name="Send").click()

    await expect(locate_comments(page)).to_have_text(["Words matter"])
    assert harness.read_comments()[0]["media"] == []


async def test_pasting_a_url_over_a_selection_creates_a_link(
    page: Page, harness: HarnessServer
) -> None:
    field = await open_composer(page)
    await page.keyboard.type("see this")
    await page.keyboard.press("Control+Shift+ArrowLeft")
    await paste_text(field, "https://example.org/x")

    await expect(field).to_have_value("see [this](https://example.org/x)")
