"""Measure a first visit to a page in Chromium, with an empty browser cache."""

import gzip
import statistics
from dataclasses import dataclass
from typing import Any

import httpx
from playwright.async_api import Browser, Page, async_playwright

from tests.e2e.chromium import CHROMIUM_ARGS, find_chromium

VISITS = 7
# A script in the page records the times, so that all of them come from the same clock.
RECORD_HYDRATION_SCRIPT = """
new MutationObserver((_, observer) => {
  if (document.body && !document.querySelector("ssr-page")) {
    globalThis.hydratedAt = performance.now();
    observer.disconnect();
  }
}).observe(document, { childList: true, subtree: true });
"""
READ_TIMINGS_SCRIPT = """() => ({
  firstContentfulPaint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
  hydrated: globalThis.hydratedAt,
  files: performance.getEntriesByType("resource").map((file) => ({
    url: file.name, isRenderBlocking: file.renderBlockingStatus === "blocking",
  })),
})"""
COUNTED_SUFFIXES = (".js", ".css")


@dataclass(frozen=True, slots=True)
class FirstVisit:
    """The measured load times and transfer sizes of a first visit."""

    # The median time until the first contentful paint, in milliseconds
    first_contentful_paint: float
    hydrated: float  # the median time until hydration is complete, in milliseconds
    kilobytes: float  # the gzipped size of the HTML, the scripts and the styles
    render_blocking_kilobytes: float  # the gzipped size of the files that block the first paint


async def measure_first_visit(url: str) -> FirstVisit:
    """Visit the URL `VISITS` times, each time with an empty browser cache."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=find_chromium(), args=list(CHROMIUM_ARGS)
        )
        visits = [await _measure_visit(browser, url) for _ in range(VISITS)]
        await browser.close()
    total, render_blocking = _measure_gzipped_kilobytes(url, visits[0]["files"])
    return FirstVisit(
        first_contentful_paint=statistics.median(visit["firstContentfulPaint"] for visit in visits),
        hydrated=statistics.median(visit["hydrated"] for visit in visits),
        kilobytes=total,
        render_blocking_kilobytes=render_blocking,
    )


async def _measure_visit(browser: Browser, url: str) -> dict[str, Any]:
    context = await browser.new_context()
    page: Page = await context.new_page()
    await page.add_init_script(RECORD_HYDRATION_SCRIPT)
    await page.goto(url)
    await page.wait_for_selector("ssr-page", state="detached")
    await page.wait_for_load_state("networkidle")
    timings: dict[str, Any] = await page.evaluate(READ_TIMINGS_SCRIPT)
    await context.close()
    return timings


def _measure_gzipped_kilobytes(url: str, files: list[dict[str, Any]]) -> tuple[float, float]:
    """Return the gzipped size of all files and of the render-blocking files, in kilobytes.

    Both sizes include only the HTML, the scripts and the styles.
    """
    counted_files = {
        file["url"]: file for file in files if file["url"].split("?")[0].endswith(COUNTED_SUFFIXES)
    }
    with httpx.Client(headers={"Accept": "text/html"}) as client:
        sizes = {
            file_url: _fetch_gzipped_size(client, file_url) for file_url in (url, *counted_files)
        }
    blocking_urls = [
        url,
        *(file_url for file_url, file in counted_files.items() if file["isRenderBlocking"]),
    ]
    return sum(sizes.values()) / 1024, sum(sizes[file_url] for file_url in blocking_urls) / 1024


def _fetch_gzipped_size(client: httpx.Client, url: str) -> int:
    return len(gzip.compress(client.get(url).raise_for_status().content, 6, mtime=0))
