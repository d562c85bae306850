"""Authors at work: what they write survives everything, and reaches readers when they say so."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Route, expect

from tests.journeys.newsroom import (
    Newsroom,
    begin,
    give_photo,
    open_newsroom,
    open_publishing,
    send_photo,
    text_of,
    title_of,
    until_saved,
)
from tests.journeys.production import Production


@pytest.fixture(scope="module")
def newsroom(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Newsroom]:
    """A site of its own, because some of these stories kill it."""
    site = Production(tmp_path_factory.mktemp("newsroom"))
    site.run("migrate")
    site.start()
    yield open_newsroom(site)
    site.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser, newsroom: Newsroom) -> AsyncIterator[Page]:
    """A window of Alice; whatever a script throws fails the story."""
    if newsroom.site.process is None:
        newsroom.site.start()
    page = await (await newsroom.window(browser, "alice")).new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(f"{error.message}\n{error.stack}"))
    yield page
    assert errors == []


async def test_a_visit_without_a_word_leaves_no_draft(page: Page, newsroom: Newsroom) -> None:
    before = newsroom.drafts("alice")
    await page.goto("/write?community=bread")
    await expect(text_of(page)).to_be_visible()
    await title_of(page).press("Control+s")
    await page.goto("/drafts")
    await expect(page.get_by_role("heading", name="Drafts")).to_be_visible()

    assert newsroom.drafts("alice") == before


async def test_words_and_a_pasted_picture_survive_a_reload(page: Page, newsroom: Newsroom) -> None:
    await begin(page, "On rye", "Before the picture. ")
    await give_photo(text_of(page), "paste")
    post_id = await until_saved(page)
    await page.reload()

    await expect(title_of(page)).to_have_value("On rye")
    await expect(text_of(page)).to_contain_text("Before the picture.")
    await expect(text_of(page).locator("img[src^='/media/']")).to_be_visible()
    assert "](/media/" in newsroom.draft("alice", post_id)["text"]


async def test_publishing_waits_for_a_picture_that_is_on_its_way(page: Page) -> None:
    may_go_on = asyncio.Event()

    async def hold(route: Route) -> None:
        await may_go_on.wait()
        await route.continue_()

    await page.route("**/media", hold)
    await begin(page, "On slow lines", "See for yourself. ")
    await send_photo(text_of(page), "paste")
    dialog = await open_publishing(page)
    await dialog.get_by_role("button", name="Publish", exact=True).click()
    await expect(dialog.get_by_text("A picture is still on its way.")).to_be_visible()

    may_go_on.set()
    await expect(dialog.get_by_text("A picture is still on its way.")).to_have_count(0)
    await dialog.get_by_role("button", name="Publish", exact=True).click()
    await page.wait_for_url("**/p/*/on-slow-lines")
    await expect(page.locator(".prose img[src^='/media/']")).to_be_visible()


async def test_the_address_of_a_new_draft_leads_back_to_it(page: Page) -> None:
    await begin(page, "On addresses")
    post_id = await until_saved(page)
    await page.goto("/drafts")
    await page.get_by_role("link", name="On addresses").click()

    await expect(title_of(page)).to_have_value("On addresses")
    await page.wait_for_url(f"**/write/{post_id}")


async def test_a_community_in_the_address_goes_with_the_first_words(
    page: Page, newsroom: Newsroom
) -> None:
    await page.goto("/write?community=bread")
    await expect(text_of(page)).to_be_visible()
    await title_of(page).fill("For bread")
    await text_of(page).click()
    await page.keyboard.type("Flour.")
    post_id = await until_saved(page)
    await page.reload()
    await expect(text_of(page)).to_have_text("Flour.")
    dialog = await open_publishing(page)

    await expect(dialog.get_by_role("radio", name="Bread and patience")).to_be_checked()
    assert newsroom.draft("alice", post_id)["community"]["slug"] == "bread"


async def test_a_crash_in_the_middle_of_a_sentence_loses_nothing(
    page: Page, newsroom: Newsroom
) -> None:
    await begin(page, "On ovens", "Before the crash. ")
    post_id = await until_saved(page)
    newsroom.site.kill()
    await page.keyboard.type("During the crash.")
    await title_of(page).fill("On cold ovens")
    await expect(page.get_by_text("Offline: kept in this browser")).to_be_visible()
    newsroom.site.start()

    await until_saved(page)
    draft = newsroom.draft("alice", post_id)
    assert (draft["title"], draft["text"]) == (
        "On cold ovens",
        "Before the crash. During the crash.",
    )


async def test_a_reload_after_a_crash_before_anything_was_sent_keeps_the_draft(
    page: Page, newsroom: Newsroom
) -> None:
    await page.goto("/write")
    await expect(text_of(page)).to_be_visible()
    newsroom.site.kill()
    await expect(page.get_by_text("Offline: kept in this browser")).to_be_visible()
    await title_of(page).fill("Never heard of")
    await page.goto("about:blank")  # or the page would send it as soon as somebody listens
    newsroom.site.start()
    await page.goto("/write")

    await expect(title_of(page)).to_have_value("Never heard of")
    await until_saved(page)
    assert [each["title"] for each in newsroom.drafts("alice")].count("Never heard of") == 1


async def test_what_is_written_offline_is_sent_when_the_connection_is_back(
    page: Page, newsroom: Newsroom
) -> None:
    await begin(page, "On mountains", "Below. ")
    post_id = await until_saved(page)
    await page.context.set_offline(True)
    await page.keyboard.type("Above.")
    dialog_words = "Offline: kept in this browser"
    await expect(page.get_by_text(dialog_words)).to_be_visible()
    await page.context.set_offline(False)

    await until_saved(page)
    await expect(page.get_by_text(dialog_words)).to_have_count(0)
    await page.reload()
    await expect(text_of(page)).to_have_text("Below. Above.")
    assert newsroom.draft("alice", post_id)["text"] == "Below. Above."


@pytest.mark.parametrize(
    ("choice", "here", "drafts"),
    [
        ("Keep both", "Here", {"Here", "There"}),
        ("Use this version", "Here", {"Here"}),
        ("Use the other", "There", {"There"}),
    ],
)
async def test_two_windows_on_one_draft_lose_nothing_without_a_choice(
    page: Page, newsroom: Newsroom, choice: str, here: str, drafts: set[str]
) -> None:
    for each in newsroom.drafts("alice"):
        with newsroom.api("alice") as client:
            client.delete(f"/posts/{each['id']}")
    await begin(page, "Both")
    post_id = await until_saved(page)
    other = await page.context.new_page()
    await other.goto(f"/write/{post_id}")
    await expect(title_of(other)).to_have_value("Both")
    await title_of(other).fill("There")
    await until_saved(other)
    await title_of(page).fill("Here")
    await expect(page.get_by_text("This post was changed in another window")).to_be_visible()
    assert newsroom.draft("alice", post_id)["title"] == "There"
    await page.get_by_role("button", name=choice).click()

    await expect(title_of(page)).to_have_value(here)
    await until_saved(page)
    assert {each["title"] for each in newsroom.drafts("alice")} == drafts


async def test_publishing_to_a_community(page: Page, newsroom: Newsroom, browser: Browser) -> None:
    await begin(page, "On patience", "Good bread takes a day.")
    await give_photo(text_of(page), "drop")
    await until_saved(page)
    dialog = await open_publishing(page)
    await dialog.get_by_label("Find a community").fill("patience")
    await dialog.get_by_text("Bread and patience").click()
    await expect(dialog.get_by_text("Closed circle")).to_have_count(0)
    await dialog.get_by_role("button", name="Use the first picture").click()
    await expect(dialog.get_by_alt_text("The cover")).to_be_visible()
    await dialog.get_by_role("button", name="Use the beginning").click()
    await dialog.get_by_label("Tags").fill("#Slow Food")
    await dialog.get_by_label("Tags").press("Enter")
    await dialog.get_by_role("button", name="Publish").click()

    await page.wait_for_url("**/p/*/on-patience")
    reader = await (await newsroom.window(browser, "")).new_page()
    await reader.goto(page.url)
    article = reader.get_by_role("article").first
    await expect(article.get_by_role("heading", name="On patience")).to_be_visible()
    await expect(article.get_by_role("link", name="Bread and patience")).to_be_visible()
    await expect(article.get_by_role("link", name="slow-food")).to_be_visible()
    await expect(article.get_by_text("Good bread takes a day.")).to_have_count(2)
    await expect(article.locator("img[src^='/media/']")).to_have_count(2)


async def test_what_is_missing_is_said_beside_its_field_and_nothing_is_lost(page: Page) -> None:
    await page.goto("/write")
    await text_of(page).click()
    await page.keyboard.type("A text without a name.")
    await page.keyboard.press("Control+Enter")

    await expect(page.get_by_text("Give the post a title.")).to_be_visible()
    await expect(title_of(page)).to_be_focused()
    await page.keyboard.type("x" * 256)
    await expect(page.get_by_text("At most 255 characters; there are 256.")).to_be_visible()
    await title_of(page).fill("A name")
    post_id = await until_saved(page)
    await page.reload()
    await expect(title_of(page)).to_have_value("A name")
    await expect(text_of(page)).to_have_text("A text without a name.")
    assert post_id


async def test_everything_is_done_by_keyboard(page: Page, newsroom: Newsroom) -> None:
    await page.goto("/write")
    await expect(text_of(page)).to_be_visible()
    await title_of(page).focus()
    await page.keyboard.type("By hand")
    await page.keyboard.press("Enter")
    await page.keyboard.type("No mouse was used.")
    await page.keyboard.press("Control+Enter")
    dialog = page.locator("#publishing")
    await expect(dialog.get_by_role("radio", name="Your profile")).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(dialog.get_by_label("Tags")).to_be_focused()
    await page.keyboard.type("one,two,")
    await page.keyboard.press("Backspace")
    await page.keyboard.press("Escape")
    await expect(text_of(page)).to_be_focused()
    await page.keyboard.press("Control+Enter")
    await expect(dialog.get_by_role("radio", name="Your profile")).to_be_focused()
    await page.keyboard.press("Control+Enter")

    await page.wait_for_url("**/p/*/by-hand")
    await expect(page.get_by_role("link", name="one", exact=True)).to_be_visible()
    await expect(page.get_by_role("link", name="two", exact=True)).to_have_count(0)


async def test_readers_see_a_change_when_it_is_published(
    page: Page, newsroom: Newsroom, browser: Browser
) -> None:
    post = newsroom.publish("alice", "On edits", "As it was.")
    reader = await (await newsroom.window(browser, "bob")).new_page()
    await page.goto(post["url"])
    await page.get_by_role("button", name="More").first.click()
    await page.get_by_role("link", name="Edit").click()
    await expect(text_of(page)).to_have_text("As it was.")
    await text_of(page).click()
    await page.keyboard.press("Control+End")
    await page.keyboard.type(" And more.")
    await expect(page.get_by_text("Saved, not shown to readers yet")).to_be_visible()
    await reader.goto(post["url"])
    await expect(reader.get_by_text("As it was.")).to_be_visible()
    await expect(reader.get_by_text("And more.")).to_have_count(0)
    dialog = await open_publishing(page)
    await dialog.get_by_role("button", name="Update").click()

    await page.wait_for_url("**/p/*/on-edits")
    await expect(page.get_by_text("As it was. And more.")).to_be_visible()
    await reader.reload()
    await expect(reader.get_by_text("As it was. And more.")).to_be_visible()


async def test_changes_can_be_discarded(page: Page, newsroom: Newsroom) -> None:
    post = newsroom.publish("alice", "On doubts", "As it was.")
    await page.goto(f"/write/{post['id']}")
    await title_of(page).fill("On certainties")
    await expect(page.get_by_text("Saved, not shown to readers yet")).to_be_visible()
    await page.locator("main").get_by_role("button", name="More").click()
    await page.get_by_role("button", name="Discard the changes").click()
    await page.locator("#discarding").get_by_role("button", name="Discard the changes").click()

    await expect(title_of(page)).to_have_value("On doubts")
    assert newsroom.draft("alice", post["id"])["has_unpublished_changes"] is False


async def test_a_post_is_taken_down_and_put_back(
    page: Page, newsroom: Newsroom, browser: Browser
) -> None:
    post = newsroom.publish("alice", "On second thoughts")
    reader = await (await newsroom.window(browser, "")).new_page()
    await page.goto(post["url"])
    await page.get_by_role("button", name="More").first.click()
    await page.get_by_role("button", name="Unpublish…").click()
    await page.locator("#unpublishing").get_by_role("button", name="Unpublish").click()
    await expect(page.get_by_text("Unpublished. Only you can see this.")).to_be_visible()
    answer = await reader.goto(post["url"])
    assert answer is not None
    assert answer.status == 404
    await page.reload()
    await page.get_by_role("button", name="Publish again").click()

    await expect(page.get_by_text("Only you can see this.")).to_have_count(0)
    await reader.goto(post["url"])
    await expect(reader.get_by_role("heading", name="On second thoughts")).to_be_visible()


async def test_a_deleted_post_is_brought_back_from_its_toast(
    page: Page, newsroom: Newsroom
) -> None:
    post = newsroom.publish("alice", "On haste")
    await page.goto(post["url"])
    await page.get_by_role("button", name="More").first.click()
    await page.get_by_role("button", name="Delete", exact=True).click()
    await expect(page.get_by_role("heading", name="The post is deleted")).to_be_visible()
    await page.get_by_role("button", name="Undo").click()

    await expect(page.get_by_role("heading", name="On haste")).to_be_visible()
    await expect(page.get_by_text("Unpublished. Only you can see this.")).to_be_visible()


async def test_a_deleted_draft_is_brought_back_into_the_list(
    page: Page, newsroom: Newsroom
) -> None:
    await begin(page, "On doubt")
    await until_saved(page)
    await page.goto("/drafts")
    row = page.get_by_role("article").filter(has_text="On doubt")
    await row.get_by_role("button", name="Delete").click()
    await expect(row).to_have_count(0)
    await page.get_by_role("button", name="Undo").click()

    await expect(row).to_be_visible()


async def test_somebody_elses_draft_is_not_there(
    page: Page, newsroom: Newsroom, browser: Browser
) -> None:
    await begin(page, "A secret")
    post_id = await until_saved(page)
    for who, says in (("bob", "is not here"), ("", "Sign in, and your drafts are saved")):
        stranger = await (await newsroom.window(browser, who)).new_page()
        await stranger.goto(f"/write/{post_id}")
        await expect(stranger.get_by_role("main").get_by_text(says).first).to_be_visible()
        await expect(stranger.get_by_text("A secret")).to_have_count(0)
