"""What somebody with an empty cache sees, and what it costs them, in Chromium."""

import gzip
import statistics
from dataclasses import dataclass
from typing import Any

import httpx
from playwright.async_api import Browser, Page, async_playwright

from tests.journeys.conftest import QUIETLY, program

VISITS = 7
# Written down by the page itself, so that no clock but its own is asked.
WATCH = """
new MutationObserver((_, watching) => {
  if (document.body && !document.querySelector("page-document")) {
    globalThis.liveAt = performance.now();
    watching.disconnect();
  }
}).observe(document, { childList: true, subtree: true });
"""
ASK = """() => ({
  content: performance.getEntriesByName("first-contentful-paint")[0].startTime,
  live: globalThis.liveAt,
  files: performance.getEntriesByType("resource").map((file) => ({
    url: file.name, kind: file.initiatorType, blocks: file.renderBlockingStatus === "blocking",
  })),
})"""
WEIGHED = (".js", ".css")


@dataclass(frozen=True, slots=True)
class FirstVisit:
    """Medians of several visits in milliseconds; kilobytes of HTML, scripts and styles, gzipped."""

    content: float
    live: float
    kilobytes: float
    kilobytes_before_content: float


async def first_visit(url: str) -> FirstVisit:
    """Open the address several times, each time as somebody who was never here."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program(), args=list(QUIETLY))
        seen = [await _visit(browser, url) for _ in range(VISITS)]
        await browser.close()
    everything, before = _weigh(url, seen[0]["files"])
    return FirstVisit(
        content=statistics.median(each["content"] for each in seen),
        live=statistics.median(each["live"] for each in seen),
        kilobytes=everything,
        kilobytes_before_content=before,
    )


async def _visit(browser: Browser, url: str) -> dict[str, Any]:
    context = await browser.new_context()
    page: Page = await context.new_page()
    await page.add_init_script(WATCH)
    await page.goto(url)
    await page.wait_for_selector("page-document", state="detached")
    await page.wait_for_load_state("networkidle")
    found: dict[str, Any] = await page.evaluate(ASK)
    await context.close()
    return found


def _weigh(url: str, files: list[dict[str, Any]]) -> tuple[float, float]:
    """Kilobytes of all that was fetched, and of what the first content had to wait for."""
    weighed = {each["url"]: each for each in files if each["url"].split("?")[0].endswith(WEIGHED)}
    with httpx.Client(headers={"Accept": "text/html"}) as client:
        sizes = {each: _gzipped(client, each) for each in (url, *weighed)}
    needed = [url, *(address for address, each in weighed.items() if each["blocks"])]
    return sum(sizes.values()) / 1024, sum(sizes[each] for each in needed) / 1024


def _gzipped(client: httpx.Client, url: str) -> int:
    return len(gzip.compress(client.get(url).raise_for_status().content, 6, mtime=0))
