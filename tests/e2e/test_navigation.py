"""Tests of navigation between lists and posts: layout, scroll position, forms and titles."""

from math import inf

import httpx
import pytest
from playwright.async_api import Page, expect

from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import posts
from community.models import Post
from tests import factories
from tests.e2e.browser_users import BrowserUsers, create_user, wait_until_hydrated

FEW, MANY = 3, 30
# A smaller distance in pixels comes from rounding.
MAX_SHIFT = 2
MEASURED_ELEMENTS = "main header, main nav, main article, main li, aside section"


async def _create_posts(author: Actor, count: int) -> list[Post]:
    return [
        await factories.post(author, f"Piece {number}", intro="Words.") for number in range(count)
    ]


async def _measure_boxes(page: Page) -> list[list[float]]:
    """Return x, y, width and height of each visible element in `MEASURED_ELEMENTS`, in pixels."""
    return list(
        await page.locator(MEASURED_ELEMENTS).evaluate_all(
            """(elements) => {
                const visible = elements.filter((element) => element.checkVisibility());
                return visible.map((element) => {
                    const { x, y, width, height } = element.getBoundingClientRect();
                    return [x, y, width, height];
                });
            }"""
        )
    )


async def _publish_post(browser_users: BrowserUsers, author: Actor, title: str) -> None:
    async with httpx.AsyncClient(
        base_url=browser_users.server.url,
        cookies={"session": await factories.session_token(author)},
    ) as client:
        body = {"title": title, "text": "Words.", "status": "published"}
        (await client.post("/posts", json=body)).raise_for_status()


async def test_hydration_of_list_pages_causes_no_layout_shift(browser_users: BrowserUsers) -> None:
    author = await create_user("Ada")
    await _create_posts(author, FEW)
    community = await factories.community(author, f"place-{author.id}", description="For us.")
    # The server invalidates the feeds that it cached for earlier tests.
    await _publish_post(browser_users, author, "On rain")
    for path in ("/new", f"/{author.slug}", f"/c/{community.slug}", "/communities"):
        static_page = await browser_users.new_page(java_script_enabled=False)
        # The sidebar may change between the two responses, for example because the scheduled job
        # has stored other top authors.
        for _attempt in range(3):
            await static_page.goto(path)
            page = await browser_users.open_page(path)
            distance = _compute_distance(
                await _measure_boxes(static_page), await _measure_boxes(page)
            )
            if distance < MAX_SHIFT:
                break
        assert distance < MAX_SHIFT, path
        assert await static_page.title() == await page.title()


def _compute_distance(before: list[list[float]], after: list[list[float]]) -> float:
    """Return by how many pixels a box has moved at most. Infinite if there are other boxes."""
    assert before
    if len(before) != len(after):
        return inf
    return max(
        abs(old - new)
        for old_box, new_box in zip(before, after, strict=True)
        for old, new in zip(old_box, new_box, strict=True)
    )


async def test_navigating_back_restores_the_list_and_scroll_position(
    browser_users: BrowserUsers,
) -> None:
    author = await create_user("Ben")
    await _create_posts(author, MANY)
    page = await browser_users.open_page(f"/{author.slug}")
    cards = page.locator("main article")
    await page.locator("a[rel=next]").scroll_into_view_if_needed()
    await expect(cards).to_have_count(MANY)
    link = page.get_by_role("link", name="Piece 3", exact=True)
    await link.scroll_into_view_if_needed()
    scroll_position = await page.evaluate("scrollY")
    assert scroll_position > 0

    await link.click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Piece 3")
    await expect(page).to_have_title("Piece 3 · Community")
    await expect(page.locator("#main")).to_be_focused()
    assert await page.evaluate("scrollY") == 0

    await page.go_back()
    await expect(page).to_have_title("Ben · Community")
    await expect(cards).to_have_count(MANY)
    await expect(link).to_be_in_viewport()
    assert abs(await page.evaluate("scrollY") - scroll_position) < 2


async def test_newly_unpublished_posts_are_not_listed_after_navigating_back(
    browser_users: BrowserUsers,
) -> None:
    author = await create_user("Gail")
    created = await _create_posts(author, MANY)
    page = await browser_users.open_page(f"/{author.slug}")
    cards = page.locator("main article")
    await page.locator("a[rel=next]").scroll_into_view_if_needed()
    await expect(cards).to_have_count(MANY)
    await page.get_by_role("link", name="Piece 20", exact=True).click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Piece 20")
    async with unit_of_work() as session:
        for post in (created[3], created[MANY - 1]):
            await posts.unpublish(session, author, post_id=post.id)

    await page.go_back()
    await expect(cards).to_have_count(MANY - 2)
    await expect(page.get_by_role("link", name="Piece 3", exact=True)).to_have_count(0)


async def test_new_posts_appear_in_the_list_only_after_a_button_click(
    browser_users: BrowserUsers,
) -> None:
    author = await create_user("Cleo")
    await _create_posts(author, FEW)
    page = await browser_users.open_page(f"/{author.slug}")
    first = page.locator("main article").first
    before = await first.bounding_box()
    await _publish_post(browser_users, author, "Just in")
    await _publish_post(browser_users, author, "Just in again")
    button = page.get_by_role("button", name="2 new posts")
    await expect(button).to_be_visible()
    assert await first.bounding_box() == before

    await button.click()
    await expect(first).to_contain_text("Just in again")
    await expect(button).to_have_count(0)


async def test_following_an_author_is_shown_immediately_and_after_a_reload(
    browser_users: BrowserUsers,
) -> None:
    author, reader = await create_user("Dora"), await create_user("Emil")
    page = await browser_users.open_page(f"/{author.slug}", reader)
    await page.get_by_role("button", name="Follow", exact=True).click()
    await expect(page.get_by_role("link", name="1 follower")).to_be_visible()
    await page.reload()
    await wait_until_hydrated(page)
    await expect(page.get_by_role("button", name="Following")).to_be_visible()


async def test_a_rejected_community_form_keeps_its_values_and_shows_errors(
    browser_users: BrowserUsers,
) -> None:
    owner = await create_user("Fay")
    await factories.community(owner, f"taken-{owner.id}")
    page = await browser_users.open_page("/communities/create", owner)
    await page.get_by_label("Name", exact=True).fill("Чай и тишина")
    slug_field = page.get_by_label("Web address", exact=True)
    await expect(slug_field).to_have_value("chay-i-tishina")
    await slug_field.fill(f"taken-{owner.id}")
    await page.get_by_role("button", name="Create community").click()
    await expect(page.get_by_text("This web address is taken. Choose another one.")).to_be_visible()
    await expect(page.get_by_label("Name", exact=True)).to_have_value("Чай и тишина")

    await slug_field.fill(f"tea-{owner.id}")
    await page.get_by_role("button", name="Create community").click()
    await page.wait_for_url(f"**/c/tea-{owner.id}")
    await expect(page).to_have_title("Чай и тишина · Community")


async def test_the_navigation_link_to_the_current_page_is_marked(
    browser_users: BrowserUsers,
) -> None:
    page = await browser_users.open_page("/popular")
    current_link = page.get_by_role("navigation", name="Sections").locator("[aria-current=page]")
    await expect(current_link).to_have_text("Popular")
    for name in ("New", "Communities", "Popular"):
        await page.get_by_role("navigation", name="Sections").get_by_role("link", name=name).click()
        await expect(current_link).to_have_text(name)
        await expect(page).to_have_title(f"{name} · Community")


@pytest.mark.parametrize("path", ["/no/where", "/nobody-by-that-name"])
async def test_the_not_found_page_is_the_same_before_and_after_hydration(
    browser_users: BrowserUsers, path: str
) -> None:
    static_page = await browser_users.new_page(java_script_enabled=False)
    response = await static_page.goto(path)
    assert response
    assert response.status == 404
    page = await browser_users.open_page(path)
    text = await static_page.locator("main").inner_text()
    assert "Page not found" in text
    assert await page.locator("main").inner_text() == text
    assert await page.title() == await static_page.title()
    before, after = await _measure_boxes(static_page), await _measure_boxes(page)
    assert len(before) == len(after)
    await page.get_by_role("link", name="Go to Popular").click()
    await page.wait_for_url("**/popular")
    browser_users.errors.clear()  # Chromium logs the 404 response as an error.
