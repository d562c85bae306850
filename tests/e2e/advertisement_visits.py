"""Scripted visits of pages with advertisements, and what each of them must count.

The time in the browser is simulated, so a visit does not wait.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from playwright.async_api import Browser, BrowserContext, Page, Request, expect

from tests.e2e.browser_users import TIMEOUT_MILLISECONDS

# The user agent of a browser that a person uses. That of the test browser counts as a program.
USER_AGENT = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 "
    "Safari/537.36"
)
# Lets tests hide the tab, and give it the focus, which a browser without windows cannot. It opens
# without the focus, so that nothing is seen before the test has stopped the clock.
TAB_SCRIPT = """
window.tab = { visibility: "visible", focus: false, reports: 0 };
Object.defineProperty(document, "visibilityState", { get: () => window.tab.visibility });
document.hasFocus = () => window.tab.focus;
window.setTab = (changes) => {
  Object.assign(window.tab, changes);
  document.dispatchEvent(new Event("visibilitychange"));
  window.dispatchEvent(new Event(window.tab.focus ? "focus" : "blur"));
};
const sendBeacon = navigator.sendBeacon.bind(navigator);
navigator.sendBeacon = (url, body) => {
  if (url === "/ad/counts") window.tab.reports += 1;
  return sendBeacon(url, body);
};
window.IntersectionObserver = class extends IntersectionObserver {
  constructor(callback, options) {
    super((entries, observer) => {
      callback(entries, observer);
      for (const { target } of entries) target.isMeasured = true;
    }, options);
  }
};
"""
# Playwright does not intercept redirects to other hosts.
ADVERTISER = "/new?from=advertisement"
JUMP_MILLISECONDS = 5_000


@dataclass(frozen=True)
class Pages:
    """The pages of a community with one advertisement below the header and one below its post."""

    community: str
    post: str


@dataclass(frozen=True)
class Counts:
    """What was counted: of the one below the header, and of the one below the post."""

    header: tuple[int, int, int] = (0, 0, 0)
    bottom: tuple[int, int, int] = (0, 0, 0)

    def __add__(self, other: "Counts") -> "Counts":
        def add(ours: tuple[int, int, int], theirs: tuple[int, int, int]) -> tuple[int, int, int]:
            return (ours[0] + theirs[0], ours[1] + theirs[1], ours[2] + theirs[2])

        return Counts(add(self.header, other.header), add(self.bottom, other.bottom))


SHOWN, SEEN, CLICKED = (1, 0, 0), (1, 1, 0), (1, 1, 1)


async def new_visitor(browser: Browser, url: str) -> BrowserContext:
    """Return a browser context on a screen on which a post fills more than the window."""
    context = await browser.new_context(base_url=url, viewport={"width": 1280, "height": 700})
    await context.add_init_script(TAB_SCRIPT)
    return context


async def open_page(page: Page, path: str) -> None:
    await page.goto(path)
    await expect(page.locator("ssr-page")).to_have_count(0, timeout=TIMEOUT_MILLISECONDS)
    await wait_until_measured(page, "header")


async def wait_until_measured(page: Page, place: str) -> None:
    """Wait until the page knows how much of the advertisement is visible."""
    await page.wait_for_function(
        "(place) => document.querySelector(`#main .ad-${place} [data-ad]`)?.isMeasured", arg=place
    )


@asynccontextmanager
async def look(page: Page) -> AsyncIterator[None]:
    """Give the tab the focus. In the `with` block, only `wait` makes time pass in the page.

    Otherwise a busy machine would turn a short look into a long one.
    """
    # The jump must be longer than the time until the browser gets the command.
    now = await page.evaluate("Date.now()")
    await page.clock.pause_at((now + JUMP_MILLISECONDS) / 1000)
    await set_focus(page, focus=True)
    yield
    await set_focus(page, focus=False)
    await page.clock.resume()


async def set_focus(page: Page, *, focus: bool) -> None:
    await page.evaluate("(focus) => window.setTab({ focus })", focus)


async def wait(page: Page, milliseconds: int) -> None:
    # What was rendered anew meanwhile is measured first.
    await _settle(page)
    await page.clock.fast_forward(milliseconds)


async def read(page: Page, pages: Pages) -> Counts:
    await open_page(page, pages.community)
    async with look(page):
        await wait(page, 1_100)
    return Counts(header=SEEN)


async def look_shortly(page: Page, pages: Pages) -> Counts:
    await open_page(page, pages.community)
    async with look(page):
        await wait(page, 900)
    return Counts(header=SHOWN)


async def look_twice_shortly(page: Page, pages: Pages) -> Counts:
    await open_page(page, pages.community)
    async with look(page):
        await wait(page, 900)
        await set_focus(page, focus=False)
        await wait(page, 900)
        await set_focus(page, focus=True)
        await wait(page, 900)
    await wait(page, 5_000)
    return Counts(header=SHOWN)


async def open_in_background(page: Page, pages: Pages) -> Counts:
    await page.add_init_script("window.tab.visibility = 'hidden'")
    await open_page(page, pages.community)
    async with look(page):
        await wait(page, 5_000)
    return Counts(header=SHOWN)


async def read_to_the_end(page: Page, pages: Pages) -> Counts:
    await open_page(page, pages.post)
    async with look(page):
        await wait(page, 1_100)
        await _scroll_to_bottom_advertisement(page)
        await wait(page, 1_100)
    return Counts(header=SEEN, bottom=SEEN)


async def scroll_past(page: Page, pages: Pages) -> Counts:
    await open_page(page, pages.post)
    async with look(page):
        await _scroll_to_bottom_advertisement(page)
        await wait(page, 900)
        await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        await _settle(page)
        await wait(page, 900)
        await _scroll_to_bottom_advertisement(page)
        await wait(page, 900)
    return Counts(header=SHOWN, bottom=SHOWN)


async def open_both_pages(page: Page, pages: Pages) -> Counts:
    """Go from page to page inside the site, and back."""
    await open_page(page, pages.community)
    async with look(page):
        await wait(page, 1_100)
    await page.locator(f"#main article a[href='{pages.post}']").first.click()
    await wait_until_measured(page, "post_bottom")
    await page.go_back()
    await expect(page.locator("#main .ad-post_bottom")).to_have_count(0)
    await wait_until_measured(page, "header")
    # The click may have scrolled the page, which the Back button restores.
    await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    await _settle(page)
    async with look(page):
        await wait(page, 1_100)
    return Counts(header=(3, 2, 0), bottom=SHOWN)


async def click_twice(page: Page, pages: Pages) -> Counts:
    await open_page(page, pages.community)
    async with look(page):
        await wait(page, 1_100)
    for _ in range(2):
        async with page.context.expect_page() as opened:
            await page.locator("#main .ad-header a").click()
        advertiser = await opened.value
        await advertiser.wait_for_url(f"**{ADVERTISER}", wait_until="commit")
        await advertiser.close()
    return Counts(header=CLICKED)


async def block_requests(page: Page, pages: Pages) -> Counts:
    await page.route("**/ad/counts", lambda route: route.abort())
    blocked: list[Request] = []
    page.on("requestfailed", lambda request: blocked.append(request))  # noqa: PLW0108
    await open_page(page, pages.community)
    async with look(page):
        await wait(page, 1_100)
        await wait(page, 5_000)
    # The browser sends what is reported while the tab closes, because that ends the interception.
    reports = await page.evaluate("window.tab.reports")
    while sum(request.url.endswith("/ad/counts") for request in blocked) < reports:
        await page.wait_for_event("requestfailed")
    assert reports
    return Counts()


async def hide_by_style(page: Page, pages: Pages) -> Counts:
    hide = "const style = document.createElement('style'); style.textContent = '.ad-slot {display: "
    await page.add_init_script(
        f"addEventListener('DOMContentLoaded', () => {{ {hide}none !important}}'; "
        "document.head.append(style) })"
    )
    await open_page(page, pages.community)
    async with look(page):
        await wait(page, 5_000)
    return Counts()


VISITS: tuple[Callable[[Page, Pages], Awaitable[Counts]], ...] = (
    read,
    look_shortly,
    look_twice_shortly,
    open_in_background,
    read_to_the_end,
    scroll_past,
    open_both_pages,
    click_twice,
    block_requests,
    hide_by_style,
)


async def visit(
    context: BrowserContext, visit_page: Callable[[Page, Pages], Awaitable[Counts]], pages: Pages
) -> Counts:
    """Make a visit in a new tab, and close it, which sends what was counted."""
    page = await context.new_page()
    page.set_default_timeout(TIMEOUT_MILLISECONDS)
    await page.clock.install()
    expected = await visit_page(page, pages)
    await page.goto("about:blank")
    await page.close()
    return expected


async def _scroll_to_bottom_advertisement(page: Page) -> None:
    await page.locator("#main .ad-post_bottom").evaluate(
        "(element) => element.scrollIntoView({ block: 'center', behavior: 'instant' })"
    )
    await _settle(page)


async def _settle(page: Page) -> None:
    """Wait until the browser has painted, and reported what is visible."""
    await page.evaluate(
        "() => new Promise((done) => { const observer = new IntersectionObserver(() => {"
        " observer.disconnect(); done() }); observer.observe(document.body) })"
    )
