"""Tests of writing and publishing posts, with lost connections, server crashes and conflicts."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Route, expect

from tests.e2e.editor_site import (
    EditorSite,
    create_editor_site,
    insert_photo,
    locate_text_field,
    locate_title_field,
    open_publish_dialog,
    paste_or_drop_photo,
    start_post,
    wait_until_draft_is_saved,
)
from tests.e2e.preloaded_server import PreloadedServer


@pytest.fixture(scope="module")
def editor_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EditorSite]:
    """Yield a running site that only this module uses.

    The site is not shared with other modules, because some tests of this module kill the server.
    """
    site = PreloadedServer(tmp_path_factory.mktemp("editor-site"))
    site.migrate()
    site.start()
    yield create_editor_site(site)
    site.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser, editor_site: EditorSite) -> AsyncIterator[Page]:
    """Yield a browser page on which Alice is signed in.

    The test fails on an uncaught JavaScript error in the page.
    """
    if editor_site.server.process is None:
        editor_site.server.start()
    page = await (await editor_site.new_context(browser, "alice")).new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(f"{error.message}\n{error.stack}"))
    yield page
    assert errors == []


async def test_opening_the_editor_creates_no_draft(page: Page, editor_site: EditorSite) -> None:
    before = editor_site.list_drafts("alice")
    await page.goto("/write?community=bread")
    await expect(locate_text_field(page)).to_be_visible()
    await locate_title_field(page).press("Control+s")
    await page.goto("/drafts")
    await expect(page.get_by_role("heading", name="Drafts", exact=True)).to_be_visible()

    assert editor_site.list_drafts("alice") == before


async def test_typing_starts_in_the_title_of_a_new_post_and_at_the_end_of_a_stored_text(
    page: Page,
) -> None:
    await page.goto("/write")
    await expect(locate_title_field(page)).to_be_focused()
    await page.keyboard.type("On barley")
    await page.keyboard.press("Enter")
    await expect(locate_text_field(page)).to_be_focused()
    await page.keyboard.type("First words")
    await wait_until_draft_is_saved(page)
    await page.reload()
    await expect(locate_text_field(page)).to_be_focused()
    await page.keyboard.type(", last words.")
    await expect(locate_text_field(page)).to_have_text("First words, last words.")


async def test_on_a_phone_the_bars_of_the_editor_leave_space_for_the_text(page: Page) -> None:
    height = 380  # what a keyboard leaves of a small phone
    await page.set_viewport_size({"width": 390, "height": height})
    await start_post(page, "On oats", "Words.")
    for _ in range(30):
        await page.keyboard.press("Enter")
    await page.keyboard.type("Last line")
    toolbar = page.get_by_role("toolbar", name="Formatting")
    publish = page.get_by_role("button", name="Publish…")
    for control in (publish, toolbar.get_by_role("button", name="Image")):
        await expect(control).to_be_in_viewport(ratio=1)
    await expect(page.get_by_role("navigation", name="Main navigation")).to_be_hidden()
    last_line = locate_text_field(page).get_by_text("Last line")
    boxes = [await element.bounding_box() for element in (publish, last_line, toolbar)]
    (top, line, bottom) = [box for box in boxes if box]
    assert top["y"] + top["height"] < line["y"]
    assert line["y"] + line["height"] < bottom["y"]
    assert bottom["y"] - (top["y"] + top["height"]) > 0.7 * height
    # The last button is reachable by scrolling the toolbar.
    redo = toolbar.get_by_role("button", name="Redo")
    await redo.scroll_into_view_if_needed()
    await expect(redo).to_be_in_viewport(ratio=1)


async def test_text_and_a_pasted_image_survive_a_reload(
    page: Page, editor_site: EditorSite
) -> None:
    await start_post(page, "On rye", "Before the image. ")
    await insert_photo(locate_text_field(page), "paste")
    post_id = await wait_until_draft_is_saved(page)
    await page.reload()

    await expect(locate_title_field(page)).to_have_value("On rye")
    await expect(locate_text_field(page)).to_contain_text("Before the image.")
    await expect(locate_text_field(page).locator("img[src^='/media/']")).to_be_visible()
    assert "](/media/" in editor_site.get_draft("alice", post_id)["text"]


async def test_publishing_is_blocked_while_an_image_is_uploading(page: Page) -> None:
    may_continue = asyncio.Event()

    async def delay_upload(route: Route) -> None:
        await may_continue.wait()
        await route.continue_()

    await page.route("**/media", delay_upload)
    await start_post(page, "On slow lines", "See for yourself. ")
    await paste_or_drop_photo(locate_text_field(page), "paste")
    dialog = await open_publish_dialog(page)
    await dialog.get_by_role("button", name="Publish", exact=True).click()
    await expect(dialog.get_by_text("An image is still uploading.")).to_be_visible()

    may_continue.set()
    await expect(dialog.get_by_text("An image is still uploading.")).to_have_count(0)
    await dialog.get_by_role("button", name="Publish", exact=True).click()
    await page.wait_for_url("**/p/*/on-slow-lines")
    await expect(page.locator(".prose img[src^='/media/']")).to_be_visible()


async def test_a_new_draft_can_be_reopened_at_its_own_url(page: Page) -> None:
    await start_post(page, "On addresses")
    post_id = await wait_until_draft_is_saved(page)
    await page.goto("/drafts")
    await page.get_by_role("link", name="On addresses").click()

    await expect(locate_title_field(page)).to_have_value("On addresses")
    await page.wait_for_url(f"**/write/{post_id}")


async def test_the_community_in_the_url_is_saved_with_the_draft(
    page: Page, editor_site: EditorSite
) -> None:
    await page.goto("/write?community=bread")
    await expect(locate_text_field(page)).to_be_visible()
    await locate_title_field(page).fill("For bread")
    await locate_text_field(page).click()
    await page.keyboard.type("Flour.")
    post_id = await wait_until_draft_is_saved(page)
    await page.reload()
    await expect(locate_text_field(page)).to_have_text("Flour.")
    dialog = await open_publish_dialog(page)

    await expect(dialog.get_by_role("radio", name="Bread and patience")).to_be_checked()
    assert editor_site.get_draft("alice", post_id)["community"]["slug"] == "bread"


async def test_a_server_crash_while_typing_loses_no_text(
    page: Page, editor_site: EditorSite
) -> None:
    await start_post(page, "On ovens", "Before the crash. ")
    post_id = await wait_until_draft_is_saved(page)
    editor_site.server.kill()
    await page.keyboard.type("During the crash.")
    await locate_title_field(page).fill("On cold ovens")
    await expect(page.get_by_text("Offline. Saved in this browser.")).to_be_visible()
    editor_site.server.start()

    await wait_until_draft_is_saved(page)
    draft = editor_site.get_draft("alice", post_id)
    assert (draft["title"], draft["text"]) == (
        "On cold ovens",
        "Before the crash. During the crash.",
    )


async def test_a_draft_that_never_reached_the_server_survives_a_crash_and_a_reload(
    page: Page, editor_site: EditorSite
) -> None:
    await page.goto("/write")
    await expect(locate_text_field(page)).to_be_visible()
    editor_site.server.kill()
    await expect(page.get_by_text("Offline. Saved in this browser.")).to_be_visible()
    await locate_title_field(page).fill("Never sent")
    await page.goto("about:blank")  # Leave the editor before the server restarts.
    editor_site.server.start()
    await page.goto("/write")

    await expect(locate_title_field(page)).to_have_value("Never sent")
    await wait_until_draft_is_saved(page)
    assert [draft["title"] for draft in editor_site.list_drafts("alice")].count("Never sent") == 1


async def test_text_written_offline_is_sent_after_reconnecting(
    page: Page, editor_site: EditorSite
) -> None:
    await start_post(page, "On mountains", "Below. ")
    post_id = await wait_until_draft_is_saved(page)
    await page.context.set_offline(True)
    await page.keyboard.type("Above.")
    status_text = "Offline. Saved in this browser."
    await expect(page.get_by_text(status_text)).to_be_visible()
    await page.context.set_offline(False)

    await wait_until_draft_is_saved(page)
    await expect(page.get_by_text(status_text)).to_have_count(0)
    await page.reload()
    await expect(locate_text_field(page)).to_have_text("Below. Above.")
    assert editor_site.get_draft("alice", post_id)["text"] == "Below. Above."


async def test_a_reload_right_after_typing_keeps_the_last_letter(page: Page) -> None:
    await start_post(page, "On haste", "To the last lette")
    await wait_until_draft_is_saved(page)
    await page.keyboard.type("r")
    await page.reload()
    await expect(locate_text_field(page)).to_have_text("To the last letter")


@pytest.mark.parametrize(
    ("choice", "expected_title", "expected_drafts"),
    [
        ("Keep both", "Here", {"Here", "There"}),
        ("Use my version", "Here", {"Here"}),
        ("Use the other version", "There", {"There"}),
    ],
)
async def test_after_conflicting_edits_the_user_chooses_which_version_to_keep(
    page: Page, editor_site: EditorSite, choice: str, expected_title: str, expected_drafts: set[str]
) -> None:
    for draft in editor_site.list_drafts("alice"):
        with editor_site.open_api_client("alice") as client:
            client.delete(f"/posts/{draft['id']}")
    await start_post(page, "Both")
    post_id = await wait_until_draft_is_saved(page)
    other = await page.context.new_page()
    await other.goto(f"/write/{post_id}")
    await expect(locate_title_field(other)).to_have_value("Both")
    await locate_title_field(other).fill("There")
    await wait_until_draft_is_saved(other)
    await locate_title_field(page).fill("Here")
    await expect(page.get_by_text("This post was changed in another window")).to_be_visible()
    assert editor_site.get_draft("alice", post_id)["title"] == "There"
    await page.get_by_role("button", name=choice).click()

    await expect(locate_title_field(page)).to_have_value(expected_title)
    await wait_until_draft_is_saved(page)
    assert {draft["title"] for draft in editor_site.list_drafts("alice")} == expected_drafts


async def test_a_post_can_be_published_in_a_community(
    page: Page, editor_site: EditorSite, browser: Browser
) -> None:
    await start_post(page, "On patience", "Good bread takes a day.")
    await insert_photo(locate_text_field(page), "drop")
    await wait_until_draft_is_saved(page)
    dialog = await open_publish_dialog(page)
    await dialog.get_by_label("Search communities").fill("patience")
    await dialog.get_by_text("Bread and patience").click()
    await expect(dialog.get_by_text("Closed circle")).to_have_count(0)
    await dialog.get_by_role("button", name="Use the first image").click()
    await expect(dialog.get_by_alt_text("Cover image")).to_be_visible()
    await dialog.get_by_role("button", name="Use the beginning").click()
    await dialog.get_by_label("Tags").fill("#Slow Food")
    await dialog.get_by_label("Tags").press("Enter")
    await dialog.get_by_role("button", name="Publish").click()

    await page.wait_for_url("**/p/*/on-patience")
    reader = await (await editor_site.new_context(browser, "")).new_page()
    await reader.goto(page.url)
    article = reader.get_by_role("article").first
    await expect(article.get_by_role("heading", name="On patience")).to_be_visible()
    await expect(article.get_by_role("link", name="Bread and patience")).to_be_visible()
    await expect(article.get_by_role("link", name="slow-food")).to_be_visible()
    await expect(article.get_by_text("Good bread takes a day.")).to_have_count(2)
    await expect(article.locator("img[src^='/media/']")).to_have_count(2)


async def test_the_first_field_that_the_server_rejects_while_publishing_gets_the_focus(
    page: Page,
) -> None:
    await start_post(page, "On rejection", "A text.")
    dialog = await open_publish_dialog(page)
    intro = dialog.get_by_label("Intro")
    await intro.fill("x" * 2_000)
    await dialog.get_by_role("button", name="Publish").click()
    await expect(dialog.get_by_role("alert")).to_be_visible()
    await expect(intro).to_be_focused()

    await intro.fill("")
    await dialog.get_by_role("button", name="Keep writing").click()
    await locate_title_field(page).fill("x" * 256)
    await open_publish_dialog(page)
    await dialog.get_by_role("button", name="Publish").click()
    await expect(dialog).to_be_hidden()
    await expect(locate_title_field(page)).to_be_focused()


async def test_a_missing_or_too_long_title_is_reported_and_the_text_is_kept(page: Page) -> None:
    await page.goto("/write")
    await locate_text_field(page).click()
    await page.keyboard.type("A text without a name.")
    await page.keyboard.press("Control+Enter")

    await expect(page.get_by_text("Enter a title.")).to_be_visible()
    await expect(locate_title_field(page)).to_be_focused()
    await page.keyboard.type("x" * 256)
    await expect(page.get_by_text("Use at most 255 characters. You have used 256.")).to_be_visible()
    await locate_title_field(page).fill("A name")
    post_id = await wait_until_draft_is_saved(page)
    await page.reload()
    await expect(locate_title_field(page)).to_have_value("A name")
    await expect(locate_text_field(page)).to_have_text("A text without a name.")
    assert post_id


async def test_a_post_can_be_published_by_keyboard(page: Page, editor_site: EditorSite) -> None:
    await page.goto("/write")
    await expect(locate_text_field(page)).to_be_visible()
    await locate_title_field(page).focus()
    await page.keyboard.type("By hand")
    await page.keyboard.press("Enter")
    await page.keyboard.type("No mouse was used.")
    await page.keyboard.press("Control+Enter")
    dialog = page.locator("#publish-dialog")
    await expect(dialog.get_by_role("radio", name="Your profile")).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(dialog.get_by_label("Tags")).to_be_focused()
    await page.keyboard.type("one,two,")
    await page.keyboard.press("Backspace")
    await page.keyboard.press("Escape")
    await expect(locate_text_field(page)).to_be_focused()
    await page.keyboard.press("Control+Enter")
    await expect(dialog.get_by_role("radio", name="Your profile")).to_be_focused()
    await page.keyboard.press("Control+Enter")

    await page.wait_for_url("**/p/*/by-hand")
    await expect(page.get_by_role("link", name="one", exact=True)).to_be_visible()
    await expect(page.get_by_role("link", name="two", exact=True)).to_have_count(0)


async def test_readers_see_changes_only_after_publishing(
    page: Page, editor_site: EditorSite, browser: Browser
) -> None:
    post = editor_site.publish_post("alice", "On edits", "As it was.")
    reader = await (await editor_site.new_context(browser, "bob")).new_page()
    await page.goto(post["url"])
    await page.get_by_role("button", name="More").first.click()
    await page.get_by_role("link", name="Edit").click()
    await expect(locate_text_field(page)).to_have_text("As it was.")
    await locate_text_field(page).click()
    await page.keyboard.press("Control+End")
    await page.keyboard.type(" And more.")
    await expect(page.get_by_text("Saved, not published yet")).to_be_visible()
    await reader.goto(post["url"])
    await expect(reader.get_by_text("As it was.")).to_be_visible()
    await expect(reader.get_by_text("And more.")).to_have_count(0)
    dialog = await open_publish_dialog(page)
    await dialog.get_by_role("button", name="Update").click()

    await page.wait_for_url("**/p/*/on-edits")
    await expect(page.get_by_text("As it was. And more.")).to_be_visible()
    await reader.reload()
    await expect(reader.get_by_text("As it was. And more.")).to_be_visible()


async def test_unpublished_changes_can_be_discarded(page: Page, editor_site: EditorSite) -> None:
    post = editor_site.publish_post("alice", "On doubts", "As it was.")
    await page.goto(f"/write/{post['id']}")
    await locate_title_field(page).fill("On certainties")
    await expect(page.get_by_text("Saved, not published yet")).to_be_visible()
    await page.locator("main").get_by_role("button", name="More").click()
    await page.get_by_role("button", name="Discard changes").click()
    await page.locator("#discard-dialog").get_by_role("button", name="Discard changes").click()

    await expect(locate_title_field(page)).to_have_value("On doubts")
    assert editor_site.get_draft("alice", post["id"])["has_unpublished_changes"] is False


async def test_a_post_can_be_unpublished_and_published_again(
    page: Page, editor_site: EditorSite, browser: Browser
) -> None:
    post = editor_site.publish_post("alice", "On second thoughts")
    reader = await (await editor_site.new_context(browser, "")).new_page()
    await page.goto(post["url"])
    await page.get_by_role("button", name="More").first.click()
    await page.get_by_role("button", name="Unpublish…").click()
    await page.locator("#unpublish-dialog").get_by_role("button", name="Unpublish").click()
    await expect(page.get_by_text("Unpublished. Only you can see this.")).to_be_visible()
    response = await reader.goto(post["url"])
    assert response is not None
    assert response.status == 404
    await page.reload()
    await page.get_by_role("button", name="Publish again").click()

    await expect(page.get_by_text("Only you can see this.")).to_have_count(0)
    await reader.goto(post["url"])
    await expect(reader.get_by_role("heading", name="On second thoughts")).to_be_visible()


async def test_undo_in_the_toast_restores_a_deleted_post(
    page: Page, editor_site: EditorSite
) -> None:
    post = editor_site.publish_post("alice", "On haste")
    await page.goto(post["url"])
    await page.get_by_role("button", name="More").first.click()
    await page.get_by_role("button", name="Delete", exact=True).click()
    await expect(page.get_by_role("heading", name="Post deleted")).to_be_visible()
    await page.get_by_role("button", name="Undo").click()

    await expect(page.get_by_role("heading", name="On haste")).to_be_visible()
    with editor_site.open_api_client("") as guest:
        assert guest.get(f"/posts/{post['id']}").is_success


async def test_undo_restores_a_deleted_draft_to_the_list_of_drafts(
    page: Page, editor_site: EditorSite
) -> None:
    await start_post(page, "On doubt")
    await wait_until_draft_is_saved(page)
    await page.goto("/drafts")
    row = page.get_by_role("article").filter(has_text="On doubt")
    await row.get_by_role("button", name="Delete").click()
    await expect(row).to_have_count(0)
    await page.get_by_role("button", name="Undo").click()

    await expect(row).to_be_visible()


async def test_a_draft_is_not_shown_to_other_users_or_guests(
    page: Page, editor_site: EditorSite, browser: Browser
) -> None:
    await start_post(page, "A secret")
    post_id = await wait_until_draft_is_saved(page)
    for user, text in (("bob", "Draft not found"), ("", "Sign in to write")):
        stranger = await (await editor_site.new_context(browser, user)).new_page()
        await stranger.goto(f"/write/{post_id}")
        await expect(stranger.get_by_role("main").get_by_text(text).first).to_be_visible()
        await expect(stranger.get_by_text("A secret")).to_have_count(0)
