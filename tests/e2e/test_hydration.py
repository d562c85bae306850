"""Tests of the post page in a browser: hydration, layout shift, comment URLs and page size."""

import asyncio
from typing import Any

import pytest
from playwright.async_api import Route, expect

from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import comments, posts
from community.models import Post
from tests import factories
from tests.e2e.browser_users import (
    BrowserUsers,
    create_comment,
    create_comment_chain,
    create_user,
    get_post_path,
    locate_comment,
    wait_until_hydrated,
)

WIDTHS = (390, 820, 1440)
MAX_DISTANCE_PIXELS = 2.0
MAX_LAYOUT_SHIFT = 0.05
MAX_TRANSFER_BYTES = 262_000

# A script that returns the position and size of each main element in the document, by name.
MEASURE_POSITIONS = """
() => {
  const root = document.querySelector("ssr-page") ?? document;
  const elements = { title: root.querySelector("h1"), text: root.querySelector(".prose"),
    discussion: root.querySelector("#comments"),
    composer: root.querySelector("#comments textarea") };
  for (const comment of [...root.querySelectorAll("article[id^=comment-]")].slice(0, 10)) {
    elements[comment.id] = comment;
    elements[`${comment.id} text`] = comment.querySelector(".prose-comment");
  }
  const measure = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x, box.y + scrollY, box.width, box.height];
  };
  const visible = Object.entries(elements).filter(([, element]) => element?.checkVisibility());
  return Object.fromEntries(visible.map(([name, element]) => [name, measure(element)]));
}
"""
RECORD_LAYOUT_SHIFT = """
window.layoutShift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (!entry.hadRecentInput) window.layoutShift += entry.value;
  }
}).observe({ type: "layout-shift", buffered: true });
"""


async def create_discussion() -> tuple[Post, Actor]:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    post = await factories.post(alice, intro="What it takes.", html="<p>Flour and water.</p>" * 9)
    thread = await create_comment_chain(post, [alice, bob], 8)
    for number in range(24):
        await create_comment(bob, post, f"Remark {number}. " * 9, thread[number % 3])
    pinned = await create_comment(bob, post, "Look.")
    async with unit_of_work() as session:
        await comments.pin(session, alice, comment_id=pinned.id)
        await comments.delete(session, alice, comment_id=thread[2].id)
    return post, alice


@pytest.mark.parametrize("is_signed_in", [False, True])
@pytest.mark.parametrize("width", WIDTHS)
async def test_hydration_of_a_post_page_causes_no_layout_shift(
    browser_users: BrowserUsers, width: int, is_signed_in: bool
) -> None:
    post, alice = await create_discussion()
    user, viewport = alice if is_signed_in else None, {"width": width, "height": 900}
    static_page = await browser_users.new_page(user, viewport=viewport, java_script_enabled=False)
    await static_page.goto(get_post_path(post))
    page = await browser_users.new_page(user, viewport=viewport)
    await page.add_init_script(RECORD_LAYOUT_SHIFT)
    await page.goto(get_post_path(post))
    await wait_until_hydrated(page)
    before = await static_page.evaluate(MEASURE_POSITIONS)
    after = await page.evaluate(MEASURE_POSITIONS)

    assert before.keys() == after.keys()
    distances = {name: _compute_max_distance(before[name], after[name]) for name in before}
    assert {name: by for name, by in distances.items() if by >= MAX_DISTANCE_PIXELS} == {}
    assert await page.evaluate("window.layoutShift") < MAX_LAYOUT_SHIFT


async def test_a_click_before_the_hydration_takes_effect_after_it(
    browser_users: BrowserUsers,
) -> None:
    alice = await create_user("Alice")
    post = await factories.post(alice)
    async with unit_of_work() as session:
        await posts.unpublish(session, alice, post_id=post.id)
    page = await browser_users.new_page(alice)
    has_clicked = asyncio.Event()

    async def delay(route: Route) -> None:
        await has_clicked.wait()
        await route.continue_()

    await page.route("**/assets/entry.client-*.js", delay)
    await page.goto(get_post_path(post), wait_until="domcontentloaded")
    await page.locator("ssr-page").get_by_role("button", name="Publish again").click()
    has_clicked.set()
    await wait_until_hydrated(page)
    await expect(page.get_by_text("Only you can see this.")).to_have_count(0)


async def test_a_reader_who_scrolls_before_the_hydration_stays_there(
    browser_users: BrowserUsers,
) -> None:
    post = await factories.post(await create_user("Alice"), html="<p>Flour.</p>" * 90)
    page = await browser_users.new_page(viewport={"width": 390, "height": 700})
    has_scrolled = asyncio.Event()

    async def delay(route: Route) -> None:
        await has_scrolled.wait()
        await route.continue_()

    await page.route("**/assets/entry.client-*.js", delay)
    await page.goto(get_post_path(post), wait_until="commit")
    await page.get_by_text("Flour.").nth(60).scroll_into_view_if_needed()
    position = await page.evaluate("scrollY")
    assert position > 0
    has_scrolled.set()
    await wait_until_hydrated(page)
    assert await page.evaluate("scrollY") == position
    await page.reload()
    await wait_until_hydrated(page)
    assert await page.evaluate("scrollY") == position


@pytest.mark.parametrize("is_signed_in", [False, True])
async def test_a_comment_url_opens_a_deeply_nested_comment(
    browser_users: BrowserUsers, is_signed_in: bool
) -> None:
    post, alice = await create_discussion()
    deep_comment = (await create_comment_chain(post, [alice], 12))[10]
    path = f"{get_post_path(post)}?comment={deep_comment.id}#comment-{deep_comment.id}"

    page = await browser_users.open_page(path, alice if is_signed_in else None)

    await expect(locate_comment(page, "Step 10.")).to_be_in_viewport()
    await expect(page.get_by_text("You're viewing a single thread.")).to_be_attached()
    await expect(locate_comment(page, "Look.")).to_have_count(0)
    await page.get_by_role("link", name="Show all comments").click()
    await expect(locate_comment(page, "Look.")).to_be_visible()
    await expect(page.get_by_text("You're viewing a single thread.")).to_have_count(0)


async def test_the_url_of_a_deleted_comment_shows_the_whole_discussion(
    browser_users: BrowserUsers,
) -> None:
    post, _ = await create_discussion()
    page = await browser_users.open_page(f"{get_post_path(post)}?comment=99999999")
    await expect(page.get_by_text("This comment is no longer available.")).to_be_visible()
    await expect(locate_comment(page, "Look.")).to_be_visible()


async def test_the_sort_order_of_comments_is_stored_in_the_url(browser_users: BrowserUsers) -> None:
    alice = await create_user("Alice")
    post = await factories.post(alice)
    for text in ("Earlier.", "Later."):
        await create_comment(alice, post, text)
    page = await browser_users.open_page(get_post_path(post))
    texts = page.locator("#comments .prose-comment")

    await page.get_by_label("Sort comments").select_option("old")
    await expect(texts).to_have_text(["Earlier.", "Later."])
    await page.reload()
    await wait_until_hydrated(page)
    await expect(texts).to_have_text(["Earlier.", "Later."])
    await expect(page.get_by_label("Sort comments")).to_have_value("old")


async def test_a_post_is_readable_without_javascript(browser_users: BrowserUsers) -> None:
    post, alice = await create_discussion()
    page = await browser_users.new_page(java_script_enabled=False)
    await page.goto(get_post_path(post))
    await expect(page.get_by_role("heading", name="On sourdough", level=1)).to_be_visible()
    await expect(page.get_by_text("Flour and water.").first).to_be_visible()
    await expect(locate_comment(page, "Look.")).to_be_visible()
    await expect(page.get_by_role("button", name="Reply")).to_have_count(0)
    await page.get_by_role("link", name="more repl").first.click()
    await expect(page.get_by_text("You're viewing a single thread.")).to_be_visible()
    for path in ("/new", f"/{alice.slug}"):
        await page.goto(path)
        await expect(page.get_by_role("link", name="On sourdough").first).to_be_visible()


async def test_a_first_visit_transfers_less_than_262_kilobytes(browser_users: BrowserUsers) -> None:
    post, _ = await create_discussion()
    page = await browser_users.new_page()
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Network.enable")
    types: dict[str, str] = {}
    sizes: dict[str, float] = {}
    devtools.on(
        "Network.responseReceived", lambda event: types.update({event["requestId"]: event["type"]})
    )
    devtools.on(
        "Network.loadingFinished",
        lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
    )
    await page.goto(get_post_path(post), wait_until="load")
    await wait_until_hydrated(page)
    transferred = sum(
        size
        for request_id, size in sizes.items()
        if types.get(request_id) in {"Document", "Script", "Stylesheet"}
    )
    assert 0 < transferred < MAX_TRANSFER_BYTES


def _compute_max_distance(first_box: list[Any], second_box: list[Any]) -> float:
    return float(max(abs(old - new) for old, new in zip(first_box, second_box, strict=True)))


async def test_a_menu_opened_before_the_hydration_stays_open(browser_users: BrowserUsers) -> None:
    may_load = asyncio.Event()

    async def delay_script(route: Route) -> None:
        await may_load.wait()
        await route.continue_()

    page = await browser_users.new_page(await create_user("Alice"))
    await page.route("**/assets/*.js", delay_script)
    await page.goto("/settings", wait_until="commit")
    await page.get_by_role("button", name="Your account, Alice").click()
    menu = page.get_by_role("group", name="Your account")
    await expect(menu).to_be_visible()
    may_load.set()
    await wait_until_hydrated(page)
    await expect(menu.get_by_role("link", name="Drafts")).to_be_visible()
    assert await page.locator("ssr-page").count() == 0
