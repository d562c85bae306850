"""Finds and starts the Chromium of the end-to-end tests."""

import shutil

from playwright.async_api import Browser, BrowserType

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
# Chromium without windows. It loads a page in little more than half the time.
HEADLESS_SHELL = "chromium-headless-shell"
CHROMIUM_ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
)


def find_chromium(*preferred: str) -> str | None:
    """Return the path of a Chromium installed on the system.

    Return None if no Chromium is installed. Playwright then uses the Chromium that it downloaded.

    Args:
        preferred: The names of programs to look for first.
    """
    return next(
        filter(None, map(shutil.which, (*preferred, *CHROMIUM_NAMES, HEADLESS_SHELL))), None
    )


async def launch_chromium(browser_type: BrowserType, *arguments: str) -> Browser:
    return await browser_type.launch(
        executable_path=find_chromium(HEADLESS_SHELL), args=[*CHROMIUM_ARGS, *arguments]
    )
