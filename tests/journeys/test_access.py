"""Nothing serious stands in the way of anybody: axe-core on every page, at every width, by day and
by night; and no page is wider than the window of a phone.
"""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Page, expect

from community import urls
from community.pages import NOWHERE, PAGES
from tests.journeys.town import build_town
from tests.journeys.visitors import Visitors, comment, path_of, press

WIDTHS = (1440, 820, 390)
HEIGHT = 900
SERIOUS = {"serious", "critical"}
# What the colours of the night can change; all else is the same as by day.
OF_COLOURS = ["color-contrast", "link-in-text-block"]
# Colours do not fade while they are measured, and axe is let past the policy of the page.
LOOKING: dict[str, Any] = {"reduced_motion": "reduce", "bypass_csp": True}

POST = "/p/[post_id]/[post_slug]"
# In the editor it is the caret that scrolls what is wider than its column.
MAKE_READY = """
() => axe.configure({ rules: [{
  id: "scrollable-region-focusable",
  selector: "*:not(select, textarea, [contenteditable=true] *)",
}] })
"""
# What a change of the window or of the colours sets in motion comes to its end first.
RUN_AXE = """
async (only) => {
  await Promise.allSettled(document.getAnimations().map((each) => each.finished));
  return axe.run({ resultTypes: ["violations"], ...(only.length > 0 && { runOnly: only }) });
}
"""
WIDER_THAN_ITS_WINDOW = """
() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return Math.max(0, scrollWidth - clientWidth);
}
"""


@pytest.mark.parametrize("address", [page.address for page in PAGES if page.address != NOWHERE])
async def test_a_member_finds_every_page_open(visitors: Visitors, address: str) -> None:
    town = await build_town()
    page = await visitors.open(town.path(address), town.alice, **LOOKING)
    assert await _findings(page) == {}


@pytest.mark.parametrize(
    "address",
    [urls.HOME, POST, "/[person_slug]", "/c/[community_slug]", urls.SETTINGS],
)
async def test_and_so_does_a_guest(visitors: Visitors, address: str) -> None:
    town = await build_town()
    page = await visitors.open(town.path(address), **LOOKING)
    assert await _findings(page) == {}


@pytest.mark.parametrize("path", ["/nobody-is-here", "/no/where"])
async def test_what_says_that_nothing_is_here_is_open(visitors: Visitors, path: str) -> None:
    page = await visitors.open(path, **LOOKING)
    await expect(page.get_by_text("This page is not here")).to_be_visible()
    assert await _findings(page) == {}
    visitors.complaints.clear()  # the browser's own, about the 404


async def test_a_branch_of_its_own_is_open(visitors: Visitors) -> None:
    town = await build_town()
    path = f"{path_of(town.post)}?comment={town.deep.id}"
    page = await visitors.open(path, town.bob, **LOOKING)
    assert await _findings(page) == {}


async def test_the_dialog_for_signing_in_is_open(visitors: Visitors) -> None:
    page = await visitors.open(urls.SIGN_IN, **LOOKING)
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_role("button", name="Sign in")).to_be_visible()
    assert await _findings(page) == {}
    await dialog.get_by_role("button", name="Create an account").click()
    await expect(dialog.get_by_label("Name")).to_be_visible()
    assert await _findings(page) == {}


async def _write_an_answer(page: Page) -> None:
    await press(comment(page, "Step 0."), "Reply")
    await expect(page.get_by_label("Your answer", exact=True)).to_be_focused()


async def _open_the_bell(page: Page) -> None:
    await page.get_by_role("button", name="Notifications").click()
    told = page.get_by_role("group", name="Notifications").get_by_role("link")
    await expect(told.filter(has_text="Bob").first).to_be_visible()


async def _open_the_menu_of_a_comment(page: Page) -> None:
    await press(comment(page, "Step 0."), "More")
    await expect(page.get_by_role("button", name="Pin to the top")).to_be_visible()


async def _open_the_account(page: Page) -> None:
    await page.get_by_role("button", name="Your account").click()
    await expect(page.get_by_role("button", name="Sign out")).to_be_visible()


@pytest.mark.parametrize(
    "opens", [_write_an_answer, _open_the_bell, _open_the_menu_of_a_comment, _open_the_account]
)
async def test_what_opens_on_a_page_is_open_to_everybody(
    visitors: Visitors, opens: Callable[[Page], Awaitable[None]]
) -> None:
    town = await build_town()
    page = await visitors.open(path_of(town.post), town.alice, **LOOKING)
    await opens(page)
    assert await _findings(page) == {}


async def _findings(page: Page) -> dict[str, list[str]]:
    """What is wrong with a page as it stands, by where and when."""
    await page.evaluate(Axe().axe_script)
    await page.evaluate(MAKE_READY)
    found: dict[str, list[str]] = {}
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": HEIGHT})
        await page.emulate_media(color_scheme="light")
        found[f"{width} by day"] = await _broken_rules(page)
        await page.emulate_media(color_scheme="dark")
        found[f"{width} by night"] = await _broken_rules(page, *OF_COLOURS)
        if wider := await page.evaluate(WIDER_THAN_ITS_WINDOW):
            found[f"{width} by day"].append(f"{wider} px wider than its window")
    return {place: broken for place, broken in found.items() if broken}


async def _broken_rules(page: Page, *only: str) -> list[str]:
    answer = await page.evaluate(RUN_AXE, only)
    return [
        f"{rule['id']}: {element['html'][:120]}"
        for rule in answer["violations"]
        if rule["impact"] in SERIOUS
        for element in rule["nodes"]
    ]
