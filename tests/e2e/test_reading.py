"""Tests of reading: reactions by touch and mouse, and the look of the texts of posts and cards."""

from io import BytesIO
from typing import Any

from PIL import Image
from playwright.async_api import CDPSession, Locator, Page, Route, expect

from community.core.db.sessions import unit_of_work
from community.core.text import markup
from community.domain import comments
from tests import factories
from tests.e2e.browser_users import (
    BrowserUsers,
    create_comment,
    create_user,
    get_post_path,
    locate_comment,
    submit_comment,
    wait_until_hydrated,
)

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
VIDEO = "https://www.youtube.com/watch?v=dQw4w9WgXcQ"
TEXT = f"""
Flour first.

خبز ودقيق وماء، ثم الانتظار.

![A tall loaf](/media/tall.webp)

{VIDEO}
"""


async def test_holding_the_button_with_a_finger_opens_the_picker_and_keeps_it_open(
    browser_users: BrowserUsers,
) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    post = await factories.post(alice)
    page = await browser_users.open_page(get_post_path(post), bob, **PHONE)
    touch = await page.context.new_cdp_session(page)
    button = page.locator("main article").get_by_role("button", name="React: Like").first
    picker = page.get_by_role("group", name="All reactions").first

    await _hold_until_visible(touch, button, picker)
    await picker.get_by_role("button", name="Funny").tap()
    await expect(page.get_by_role("button", name="Funny: 1")).to_be_visible()
    await expect(picker).to_be_hidden()

    button = page.get_by_role("button", name="Remove reaction").first
    await _hold_until_visible(touch, button, picker)
    await page.get_by_role("heading", level=1).tap()
    await expect(picker).to_be_hidden()
    await expect(page.get_by_role("button", name="Funny: 1")).to_be_visible()


async def test_the_picker_closes_when_the_reader_turns_to_something_else(
    browser_users: BrowserUsers,
) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    post = await factories.post(alice, html="<p>Flour.</p>" * 60)
    page = await browser_users.open_page(get_post_path(post), bob)
    button = page.get_by_role("button", name="React: Like").first
    picker = page.get_by_role("group", name="All reactions").first

    await button.hover()
    await expect(picker).to_be_visible()
    await page.mouse.move(600, 20)
    await expect(picker).to_be_hidden()

    await button.hover()
    await expect(picker).to_be_visible()
    # Unlike the wheel, this does not scroll smoothly, so no scrolling follows that closes it again.
    await page.evaluate("window.scrollBy(0, -200)")
    await expect(picker).to_be_hidden()
    await page.mouse.move(600, 20)

    await button.press("ArrowDown")
    await expect(picker.get_by_role("button").first).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(picker).to_be_hidden()
    await expect(button).to_be_focused()

    await button.press("ArrowDown")
    await picker.get_by_role("button").last.press("Tab")
    await expect(picker).to_be_hidden()


async def test_own_posts_and_comments_offer_no_reaction_and_are_not_new(
    browser_users: BrowserUsers,
) -> None:
    alice = await create_user("Alice")
    post = await factories.post(alice)
    page = await browser_users.open_page(get_post_path(post), alice)
    await submit_comment(page, "Your comment", "My own words.")
    comment = locate_comment(page, "My own words.")
    await expect(comment).to_be_visible()
    await expect(comment.get_by_text("new", exact=True)).to_have_count(0)
    await expect(page.get_by_role("button", name="React")).to_have_count(0)
    await page.goto("/new")
    await wait_until_hydrated(page)
    card = page.locator(f"#post-{post.id}")
    await expect(card).to_be_visible()
    await expect(card.get_by_role("button")).to_have_count(0)


async def test_the_text_of_a_post_has_directions_bounded_images_and_videos_that_play_on_click(
    browser_users: BrowserUsers,
) -> None:
    alice = await create_user("Alice")
    html = markup.RenderedArticle(TEXT).html
    post = await factories.post(alice, "ليلة الخبز", html=html)
    page = await browser_users.new_page(alice)
    requested: list[str] = []

    async def serve_player(route: Route) -> None:
        requested.append(route.request.url)
        await route.fulfill(body="<p>Playing</p>", content_type="text/html")

    async def serve_tall_image(route: Route) -> None:
        image = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="4000"/>'
        await route.fulfill(body=image, content_type="image/svg+xml")

    await page.route("**/media/tall.webp", serve_tall_image)
    await page.route("https://www.youtube-nocookie.com/**", serve_player)
    await page.goto(get_post_path(post))
    await wait_until_hydrated(page)

    paragraphs = page.locator(".prose > p")
    await expect(paragraphs.nth(0)).to_have_css("direction", "ltr")
    await expect(paragraphs.nth(1)).to_have_css("direction", "rtl")
    await expect(page.get_by_role("heading", level=1)).to_have_css("direction", "rtl")

    image = page.get_by_role("img", name="A tall loaf")
    await image.scroll_into_view_if_needed()
    await expect(image).to_have_js_property("complete", True)
    box = await image.bounding_box()
    assert box is not None
    assert 300 < box["height"] <= 640

    assert requested == []
    await page.get_by_role("link", name=VIDEO).click()
    player = page.frame_locator(f'iframe[title="{VIDEO}"]')
    await expect(player.get_by_text("Playing")).to_be_visible()
    assert requested == ["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1"]


async def test_long_names_code_in_the_pinned_comment_and_dialogs_look_right(
    browser_users: BrowserUsers,
) -> None:
    alice = await create_user("Alice")
    long_name = "Maximiliana Konstantinopolskaya-Featherstonehaugh of the Rye"
    author = await factories.user(f"long-{alice.slug}", name=long_name)
    post = await factories.post(author)
    pinned = await create_comment(author, post, "Say `rye`.")
    async with unit_of_work() as session:
        await comments.pin(session, author, comment_id=pinned.id)

    page = await browser_users.open_page("/new", alice, viewport={"width": 390, "height": 844})
    name = page.locator(f"#post-{post.id} > div").first.get_by_text(long_name)
    box = await name.bounding_box()
    assert box is not None
    assert box["height"] < 32, "the name wraps to a second line"

    await page.goto(get_post_path(post))
    await wait_until_hydrated(page)
    code = page.locator(".prose-comment code")
    background = await code.evaluate("element => getComputedStyle(element).backgroundColor")
    band = await page.get_by_text("Pinned").evaluate(
        "element => getComputedStyle(element.parentElement).backgroundColor"
    )
    assert background != band

    wide_page = await browser_users.open_page("/new", alice, viewport={"width": 820, "height": 600})
    await wide_page.evaluate("document.querySelector('dialog.dialog').showModal()")
    await _wait_for_animations(wide_page)
    contrast = await _get_contrast_at_the_right_edge(wide_page)
    assert contrast <= 2, "the backdrop leaves a strip in the space of the scrollbar"


async def _hold_until_visible(touch: CDPSession, button: Locator, picker: Locator) -> None:
    """Hold the button with a finger until the picker opens, and lift the finger."""
    await button.scroll_into_view_if_needed()
    box = await button.bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    event = "Input.dispatchTouchEvent"
    await touch.send(event, {"type": "touchStart", "touchPoints": [point]})
    await expect(picker).to_be_visible()
    await touch.send(event, {"type": "touchEnd", "touchPoints": []})
    await expect(picker).to_be_visible()


async def _wait_for_animations(page: Page) -> None:
    await page.evaluate(
        "Promise.all(document.getAnimations({subtree: true}).map(({finished}) => finished))"
    )


async def _get_contrast_at_the_right_edge(page: Page) -> int:
    """Return the difference between the lightest and the darkest of the 40 pixels at the edge."""
    screenshot = Image.open(BytesIO(await page.screenshot())).convert("L")
    right, bottom = screenshot.size
    pixels = screenshot.crop((right - 40, bottom - 1, right, bottom)).tobytes()
    return max(pixels) - min(pixels)
