"""Writing a comment: mentions, pictures, and words that wait until they are stored."""

from base64 import b64decode

from playwright.async_api import FilePayload, Locator, Page, expect

from tests.journeys.writing.gestures import PNG, give_picture, paste_text
from tests.journeys.writing.site import Site

HELD_PICTURES = """
window.held = new Set();
const { createObjectURL, revokeObjectURL } = URL;
URL.createObjectURL = (file) => {
  const url = createObjectURL.call(URL, file);
  held.add(url);
  return url;
};
URL.revokeObjectURL = (url) => (held.delete(url), revokeObjectURL.call(URL, url));
"""


async def open_composer(page: Page) -> Locator:
    await page.goto("/discuss")
    field = page.get_by_label("Comment")
    await field.click()
    # Words typed before the page is live are the browser's; the button wakes when React has them.
    return field


def comments(page: Page) -> Locator:
    return page.locator("#comments li")


async def test_a_comment_is_sent_by_keyboard_and_the_field_becomes_empty(
    page: Page, site: Site
) -> None:
    field = await open_composer(page)
    await page.keyboard.type("A first thought")
    await page.keyboard.press("Control+Enter")

    await expect(comments(page)).to_have_text(["A first thought"])
    await expect(field).to_have_value("")
    assert await page.evaluate("() => localStorage.getItem('draft:comment-1')") is None


async def test_a_refusal_stands_in_the_field_and_the_words_stay(page: Page, site: Site) -> None:
    field = await open_composer(page)
    await page.keyboard.type("forbidden words")
    await page.get_by_role("button", name="Send").click()
    await expect(page.get_by_role("alert")).to_have_text("You may not write that here.")
    await expect(field).to_have_value("forbidden words")
    await page.get_by_role("button", name="Send").click()
    await expect(page.get_by_role("button", name="Send")).to_be_enabled()

    await field.fill("kind words")
    await page.get_by_role("button", name="Send").click()
    await expect(comments(page)).to_have_text(["kind words"])


async def test_a_reload_keeps_the_words_and_the_pictures(page: Page, site: Site) -> None:
    field = await open_composer(page)
    await page.keyboard.type("Half a thought")
    await give_picture(field, "paste")
    await page.wait_for_function("() => localStorage.getItem('draft:comment-1')?.includes('id-0')")
    await page.reload()

    await expect(field).to_have_value("Half a thought")
    await expect(page.get_by_label("Pictures").locator("li")).to_have_count(1)


async def test_a_crash_between_sending_and_the_answer_stores_the_comment_once(
    page: Page, site: Site
) -> None:
    field = await open_composer(page)
    await page.keyboard.type("Only once")
    # As the draft was when the crash came.
    await page.evaluate("() => { Storage.prototype.removeItem = () => undefined }")
    await page.keyboard.press("Control+Enter")
    await expect(comments(page)).to_have_count(1)
    site.kill()
    await page.goto("about:blank")
    site.start()
    await page.goto("/discuss")
    await expect(field).to_have_value("Only once")
    await page.get_by_role("button", name="Send").click()

    await expect(field).to_have_value("")
    assert [one["text"] for one in site.comments()] == ["Only once"]


async def test_a_comment_sent_while_the_server_is_away_arrives_when_it_is_back(
    page: Page, site: Site
) -> None:
    field = await open_composer(page)
    await page.keyboard.type("Patience")
    site.kill()
    await page.keyboard.press("Control+Enter")
    await expect(page.get_by_role("button", name="Sending…")).to_be_visible()
    await expect(field).to_have_value("Patience")
    site.start()

    await expect(comments(page)).to_have_text(["Patience"])
    await expect(field).to_have_value("")


async def test_what_is_typed_before_the_answer_comes_stays_in_the_field(
    page: Page, site: Site
) -> None:
    field = await open_composer(page)
    await page.keyboard.type("The first half")
    site.kill()
    await page.keyboard.press("Control+Enter")
    await page.keyboard.type(" and the other")
    site.start()

    await expect(comments(page)).to_have_text(["The first half"])
    await expect(field).to_have_value("and the other")
    await page.get_by_role("button", name="Send").click()
    await expect(comments(page)).to_have_text(["The first half", "and the other"])
    await expect(field).to_have_value("")


async def test_words_added_after_there_was_no_answer_are_neither_lost_nor_sent_unasked(
    page: Page, site: Site
) -> None:
    field = await open_composer(page)
    await page.keyboard.type("Into the void")
    await page.get_by_role("button", name="Send").click()
    await expect(page.get_by_role("alert")).to_contain_text("There was no answer yet")
    await field.press_sequentially(", and further")
    await page.get_by_role("button", name="Send").click()

    await expect(page.get_by_role("alert")).to_have_text("You sent other words before.")
    await expect(field).to_have_value("Into the void, and further")
    assert [one["text"] for one in site.comments()] == ["Into the void"]
    await page.get_by_role("button", name="Send").click()
    await expect(comments(page)).to_have_text(["Into the void", "Into the void, and further"])


async def test_two_tabs_that_began_with_the_same_words_send_each_its_own(
    page: Page, site: Site
) -> None:
    await open_composer(page)
    await page.keyboard.type("Half a thought")
    other = await page.context.new_page()
    field = await open_composer(other)
    await expect(field).to_have_value("Half a thought")

    await page.get_by_role("button", name="Send").click()
    await expect(comments(page)).to_have_text(["Half a thought"])
    await field.fill("Another thought")
    await other.get_by_role("button", name="Send").click()
    await expect(comments(other)).to_have_text(["Half a thought", "Another thought"])


async def test_people_are_offered_after_an_at_sign_and_chosen_by_keyboard(
    page: Page, site: Site
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


async def test_people_are_found_by_name_in_their_own_letters(page: Page, site: Site) -> None:
    field = await open_composer(page)
    await page.keyboard.type("@Ант")
    await page.get_by_role("option").click()

    await expect(field).to_have_value("@anton_k ")


async def test_an_address_inside_a_word_is_no_mention(page: Page, site: Site) -> None:
    await open_composer(page)
    await page.keyboard.type("mail@an ")
    await page.keyboard.type("@bo")
    await expect(page.get_by_role("option")).to_have_count(1)


async def test_pictures_come_by_paste_drop_and_button_and_at_most_four(
    page: Page, site: Site
) -> None:
    field = await open_composer(page)
    await give_picture(field, "paste")
    await give_picture(field, "drop")
    async with page.expect_file_chooser() as choosing:
        await page.get_by_role("button", name="Add a picture").click()
    picture = FilePayload(name="a.png", mimeType="image/png", buffer=b64decode(PNG))
    await (await choosing.value).set_files([picture, picture, picture])

    shown = page.get_by_label("Pictures").locator("li")
    await expect(shown).to_have_count(4)
    await expect(page.get_by_role("alert")).to_have_text("A comment has at most 4 pictures.")
    await shown.first.get_by_role("button").click()
    await expect(shown).to_have_count(3)
    await page.get_by_role("button", name="Send").click()
    await expect(shown).to_have_count(0)
    assert len(site.comments()[0]["media"]) == 3


async def test_pictures_that_were_sent_are_not_held_in_memory(page: Page, site: Site) -> None:
    await page.add_init_script(HELD_PICTURES)
    field = await open_composer(page)
    await give_picture(field, "paste")
    await give_picture(field, "paste", "refuse.png")
    await expect(page.get_by_text("This picture is damaged.")).to_be_visible()
    await page.get_by_role("button", name="Send").click()

    await expect(page.get_by_label("Pictures").locator("li")).to_have_count(0)
    assert await page.evaluate("() => [...held]") == []


async def test_a_refused_picture_says_why_and_does_not_hold_the_words_back(
    page: Page, site: Site
) -> None:
    field = await open_composer(page)
    await page.keyboard.type("Words matter")
    await give_picture(field, "paste", "refuse.png")
    await expect(page.get_by_text("This picture is damaged.")).to_be_visible()
    await page.get_by_role("button", name="Send").click()

    await expect(comments(page)).to_have_text(["Words matter"])
    assert site.comments()[0]["media"] == []


async def test_an_address_pasted_over_words_makes_them_a_link(page: Page, site: Site) -> None:
    field = await open_composer(page)
    await page.keyboard.type("see this")
    await page.keyboard.press("Control+Shift+ArrowLeft")
    await paste_text(field, "https://example.org/x")

    await expect(field).to_have_value("see [this](https://example.org/x)")
