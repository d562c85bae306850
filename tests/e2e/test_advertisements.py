"""Tests that advertisements are shown without moving the page, and counted exactly."""

import asyncio
import os
import time
from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from community import urls
from community.core.db.sessions import read_session
from community.models import Advertisement
from tests import factories
from tests.domain.advertising.rows import create
from tests.e2e import advertisement_visits as visits
from tests.e2e.advertisement_visits import VISITS, Counts, Pages
from tests.e2e.browser_users import BrowserUsers, create_user, get_post_path, wait_until_hydrated
from tests.e2e.chromium import launch_chromium

# Each kind of visit once. `ADVERTISEMENT_VISITS=1000` repeats them.
VISIT_COUNT = int(os.environ.get("ADVERTISEMENT_VISITS", len(VISITS)))
# Visitors at the same time, each of whom makes every kind of visit.
VISITORS = min(4, VISIT_COUNT // len(VISITS))
SECONDS_PER_VISIT = 20


async def create_pages(url: str, *, has_caps: bool = False) -> tuple[Pages, list[int]]:
    """Return pages whose advertisements no other page shows, and their ids."""
    author = await create_user("Alice")
    admin = await factories.user(f"admin-of-{author.slug}", is_admin=True)
    community = await factories.community(author, f"bread-of-{author.slug}")
    html = "<p>Flour, water, time.</p>" * 80
    post = await factories.post(author, community_id=community.id, html=html)
    audience = {"communities": [community.id]}
    cap = 1 if has_caps else None
    made = [
        await create(admin, place=place, audience=audience, cap_per_day=cap, link=visits.ADVERTISER)
        for place in ("header", "post_bottom")
    ]
    pages = Pages(f"/c/{community.slug}", get_post_path(post))
    # The server learns of changes of another process within five seconds.
    async with httpx.AsyncClient(base_url=url, headers={"Accept": "text/html"}) as client:
        response = await client.get(pages.community)
        while "data-ad=" not in response.text:
            await asyncio.sleep(0.2)
            response = await client.get(pages.community)
    return pages, [view.id for view in made]


async def read_counts(ids: list[int]) -> Counts:
    async with read_session() as session:
        rows = [await session.get_one(Advertisement, id_) for id_ in ids]
    header, bottom = ((row.shown, row.impressions, row.clicks) for row in rows)
    return Counts(header, bottom)


async def wait_for(ids: list[int], expected: Counts) -> Counts:
    """Return what was counted when as many headers as expected, or more, are stored."""
    deadline = time.monotonic() + 30
    counts = await read_counts(ids)
    while counts.header < expected.header and time.monotonic() < deadline:
        await asyncio.sleep(0.2)
        counts = await read_counts(ids)
    return counts


@pytest_asyncio.fixture(loop_scope="session")
async def person_browser(browser: Browser) -> AsyncIterator[Browser]:
    """Yield a Chromium with the user agent of a person.

    What a page sends when it is left has the user agent of the browser, not that of the context.
    """
    user_agent = f"--user-agent={visits.USER_AGENT}"
    chromium = await launch_chromium(browser.browser_type, user_agent)
    yield chromium
    await chromium.close()


async def make_visits(browser: Browser, url: str, pages: Pages, count: int) -> Counts:
    visitor, counts = await visits.new_visitor(browser, url), Counts()
    for number in range(count):
        counts += await visits.visit(visitor, VISITS[number % len(VISITS)], pages)
    return counts


@pytest.mark.timeout(600 + SECONDS_PER_VISIT * VISIT_COUNT)
async def test_visits_are_counted_exactly(
    browser: Browser, person_browser: Browser, browser_users: BrowserUsers
) -> None:
    url = browser_users.server.url
    pages, ids = await create_pages(url)
    expected = Counts()
    shares = [VISIT_COUNT // VISITORS + (i < VISIT_COUNT % VISITORS) for i in range(VISITORS)]
    for counts in await asyncio.gather(
        *(make_visits(person_browser, url, pages, share) for share in shares)
    ):
        expected += counts
    program = await visits.new_visitor(browser, url)
    await visits.visit(program, visits.click_twice, pages)
    # The server stores counts in the order in which it gets them.
    person = await visits.new_visitor(person_browser, url)
    expected += await visits.visit(person, visits.read, pages)
    assert await wait_for(ids, expected) == expected


async def test_a_guest_sees_what_has_a_daily_limit_no_more_often_in_a_tab(
    person_browser: Browser, browser_users: BrowserUsers
) -> None:
    pages, ids = await create_pages(browser_users.server.url, has_caps=True)
    context = await visits.new_visitor(person_browser, browser_users.server.url)
    page = await context.new_page()
    await page.clock.install()
    await visits.read(page, pages)
    await page.goto(pages.community)
    await expect(page.locator("ssr-page")).to_have_count(0)
    await expect(page.locator(".ad")).to_have_count(0)
    await expect(page.locator(".ad-slot")).to_have_count(0)
    assert await wait_for(ids, Counts(visits.SEEN)) == Counts(visits.SEEN)


OBSERVE_SHIFTS = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize("width", [390, 1280])
async def test_the_page_does_not_move_and_shows_one_before_scripts_run(
    browser_users: BrowserUsers, width: int
) -> None:
    pages, _ids = await create_pages(browser_users.server.url)
    page = await browser_users.new_page(viewport={"width": width, "height": 800})
    await page.add_init_script(visits.TAB_SCRIPT + OBSERVE_SHIFTS)
    for path in (pages.community, pages.post):
        await visits.open_page(page, path)
        # The end of a line moves by a pixel when the font of the site replaces another.
        assert round(await page.evaluate("window.shift"), 3) == 0

    plain = await browser_users.new_page(java_script_enabled=False)
    await plain.goto(pages.community)
    await expect(plain.locator(".ad-header .ad:visible")).to_have_count(1)


async def test_one_that_begins_while_the_page_is_open_moves_nothing(
    browser_users: BrowserUsers,
) -> None:
    server = browser_users.server
    pages, ids = await create_pages(server.url)
    admin = await factories.user(f"admin-of-{ids[0]}", is_admin=True)
    cookies = {"session": await factories.session_token(admin)}
    page = await browser_users.new_page(viewport={"width": 1280, "height": 700})
    await page.add_init_script(visits.TAB_SCRIPT + OBSERVE_SHIFTS)
    header, bottom = page.locator("#main .ad-header"), page.locator("#main .ad-post_bottom")
    async with httpx.AsyncClient(base_url=server.url, cookies=cookies) as client:

        async def switch(*, is_active: bool) -> None:
            for id_ in ids:
                path = f"{urls.ADMIN_API}/advertisements/{id_}"
                (await client.patch(path, json={"is_active": is_active})).raise_for_status()

        await switch(is_active=False)
        await page.goto(pages.post)
        await wait_until_hydrated(page)
        await switch(is_active=True)
        # Its place is below the visible part of the page.
        await expect(bottom.locator(".ad")).to_have_count(1)
    await expect(header).to_have_count(0)
    assert round(await page.evaluate("window.shift"), 3) == 0
    await page.locator(f"#main a[href='{pages.community}']").first.click()
    await expect(header.locator(".ad")).to_have_count(1)
