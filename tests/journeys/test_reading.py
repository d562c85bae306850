"""Reading from page to page: nothing shifts or is lost, and what is new waits to be asked for."""

import httpx
import pytest
from playwright.async_api import Page, expect

from community.core.actor import Actor
from community.core.database import unit_of_work
from community.domain import posts
from community.models import Post
from tests import factories
from tests.journeys.visitors import Visitors, sign_in, somebody, until_live

FEW, MANY = 3, 30
PLACES = "main header, main nav, main article, main li, aside section"


async def _write(author: Actor, number: int) -> list[Post]:
    return [await factories.post(author, f"Piece {each}", intro="Words.") for each in range(number)]


async def _boxes(page: Page) -> list[list[float]]:
    """Where the main pieces of a page stand."""
    return list(
        await page.locator(PLACES).evaluate_all(
            """(pieces) => pieces.filter((piece) => piece.checkVisibility()).map((piece) => {
                const { x, y, width, height } = piece.getBoundingClientRect();
                return [x, y, width, height];
            })"""
        )
    )


async def _publish(visitors: Visitors, author: Actor, title: str) -> None:
    async with httpx.AsyncClient(
        base_url=visitors.site.url, cookies={"session": await sign_in(author)}
    ) as client:
        body = {"title": title, "text": "Words.", "status": "published"}
        (await client.post("/posts", json=body)).raise_for_status()


async def test_nothing_moves_when_the_live_page_takes_over(visitors: Visitors) -> None:
    author = await somebody("Ada")
    await _write(author, FEW)
    place = await factories.community(author, f"place-{author.id}", description="For us.")
    for path in ("/new", f"/{author.slug}", f"/c/{place.slug}", "/communities"):
        plain = await visitors.browser_of(java_script_enabled=False)
        await plain.goto(path)
        live = await visitors.open(path)
        before, after = await _boxes(plain), await _boxes(live)
        assert before
        assert len(before) == len(after)
        moved = max(
            abs(old - new)
            for box, now in zip(before, after, strict=True)
            for old, new in zip(box, now, strict=True)
        )
        assert moved < 2, path
        assert await plain.title() == await live.title()


async def test_the_way_back_leads_to_the_same_place_in_the_same_list(visitors: Visitors) -> None:
    author = await somebody("Ben")
    await _write(author, MANY)
    page = await visitors.open(f"/{author.slug}")
    cards = page.locator("main article")
    await page.locator("a[rel=next]").scroll_into_view_if_needed()
    await expect(cards).to_have_count(MANY)
    link = page.get_by_role("link", name="Piece 3", exact=True)
    await link.scroll_into_view_if_needed()
    top = await page.evaluate("scrollY")
    assert top > 0

    await link.click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Piece 3")
    await expect(page).to_have_title("Piece 3 · Community")
    await expect(page.locator("#main")).to_be_focused()
    assert await page.evaluate("scrollY") == 0

    await page.go_back()
    await expect(page).to_have_title("Ben · Community")
    await expect(cards).to_have_count(MANY)
    await expect(link).to_be_in_viewport()
    assert abs(await page.evaluate("scrollY") - top) < 2


async def test_what_was_taken_down_meanwhile_is_not_in_the_list_on_the_way_back(
    visitors: Visitors,
) -> None:
    author = await somebody("Gail")
    written = await _write(author, MANY)
    page = await visitors.open(f"/{author.slug}")
    cards = page.locator("main article")
    await page.locator("a[rel=next]").scroll_into_view_if_needed()
    await expect(cards).to_have_count(MANY)
    await page.get_by_role("link", name="Piece 20", exact=True).click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Piece 20")
    async with unit_of_work() as session:
        for gone in (written[3], written[MANY - 1]):
            await posts.unpublish(session, author, post_id=gone.id)

    await page.go_back()
    await expect(cards).to_have_count(MANY - 2)
    await expect(page.get_by_role("link", name="Piece 3", exact=True)).to_have_count(0)


async def test_what_is_new_waits_on_top_and_moves_nothing(visitors: Visitors) -> None:
    author = await somebody("Cleo")
    await _write(author, FEW)
    page = await visitors.open(f"/{author.slug}")
    first = page.locator("main article").first
    before = await first.bounding_box()
    await _publish(visitors, author, "Just in")
    await _publish(visitors, author, "Just in again")
    pill = page.get_by_role("button", name="2 new posts")
    await expect(pill).to_be_visible()
    assert await first.bounding_box() == before

    await pill.click()
    await expect(first).to_contain_text("Just in again")
    await expect(pill).to_have_count(0)


async def test_a_press_on_follow_shows_at_once_and_stays(visitors: Visitors) -> None:
    author, reader = await somebody("Dora"), await somebody("Emil")
    page = await visitors.open(f"/{author.slug}", reader)
    await page.get_by_role("button", name="Follow", exact=True).click()
    await expect(page.get_by_role("link", name="1 follower")).to_be_visible()
    await page.reload()
    await until_live(page)
    await expect(page.get_by_role("button", name="Following")).to_be_visible()


async def test_a_form_keeps_what_was_typed_and_says_what_is_wrong(visitors: Visitors) -> None:
    owner = await somebody("Fay")
    await factories.community(owner, f"taken-{owner.id}")
    page = await visitors.open("/communities/create", owner)
    await page.get_by_label("Name", exact=True).fill("Чай и тишина")
    address = page.get_by_label("Address", exact=True)
    await expect(address).to_have_value("chay-i-tishina")
    await address.fill(f"taken-{owner.id}")
    await page.get_by_role("button", name="Open the community").click()
    await expect(page.get_by_text("This address is taken. Choose another one.")).to_be_visible()
    await expect(page.get_by_label("Name", exact=True)).to_have_value("Чай и тишина")

    await address.fill(f"tea-{owner.id}")
    await page.get_by_role("button", name="Open the community").click()
    await page.wait_for_url(f"**/c/tea-{owner.id}")
    await expect(page).to_have_title("Чай и тишина · Community")


async def test_the_current_place_is_marked_after_every_step(visitors: Visitors) -> None:
    page = await visitors.open("/popular")
    places = page.get_by_role("navigation", name="Sections").locator("[aria-current=page]")
    await expect(places).to_have_text("Popular")
    for name in ("New", "Communities", "Popular"):
        await page.get_by_role("navigation", name="Sections").get_by_role("link", name=name).click()
        await expect(places).to_have_text(name)
        await expect(page).to_have_title(f"{name} · Community")


@pytest.mark.parametrize("path", ["/no/where", "/search", "/nobody-by-that-name"])
async def test_a_page_that_is_not_there_says_so_before_and_after_it_is_live(
    visitors: Visitors, path: str
) -> None:
    plain = await visitors.browser_of(java_script_enabled=False)
    answer = await plain.goto(path)
    assert answer
    assert answer.status == 404
    live = await visitors.open(path)
    said = await plain.locator("main").inner_text()
    assert "This page is not here" in said
    assert await live.locator("main").inner_text() == said
    assert await live.title() == await plain.title()
    before, after = await _boxes(plain), await _boxes(live)
    assert len(before) == len(after)
    await live.get_by_role("link", name="Read what is popular").click()
    await live.wait_for_url("**/popular")
    visitors.complaints.clear()  # the browser's own, about the 404
