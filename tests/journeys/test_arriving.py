"""From the document of the server to the live page, and to the place that an address names."""

from typing import Any

import pytest
from playwright.async_api import expect

from community.core.actor import Actor
from community.core.database import unit_of_work
from community.domain import comments
from community.models import Post
from tests import factories
from tests.journeys.visitors import (
    Visitors,
    chain,
    comment,
    path_of,
    say,
    somebody,
    until_live,
)

WIDTHS = (390, 820, 1440)
MOVED = 2.0
SHIFT = 0.05
WEIGHT = 250_000

# Where the main pieces stand, by name, on the whole page.
PLACES = """
() => {
  const root = document.querySelector("page-document") ?? document;
  const named = { headline: root.querySelector("h1"), text: root.querySelector(".prose"),
    discussion: root.querySelector("#comments"),
    writing: root.querySelector("#comments textarea") };
  for (const each of [...root.querySelectorAll("article[id^=comment-]")].slice(0, 10)) {
    named[each.id] = each;
    named[`${each.id} words`] = each.querySelector(".prose-comment");
  }
  const place = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x, box.y + scrollY, box.width, box.height];
  };
  const found = Object.entries(named).filter(([, element]) => element?.checkVisibility());
  return Object.fromEntries(found.map(([name, element]) => [name, place(element)]));
}
"""
COUNT_SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


async def a_discussion() -> tuple[Post, Actor]:
    alice, bob = await somebody("Alice"), await somebody("Bob")
    post = await factories.post(alice, intro="What it takes.", html="<p>Flour and water.</p>" * 9)
    branch = await chain(post, [alice, bob], 8)
    for number in range(24):
        await say(bob, post, f"Remark {number}. " * 9, branch[number % 3])
    pinned = await say(bob, post, "Look.")
    async with unit_of_work() as session:
        await comments.pin(session, alice, comment_id=pinned.id)
        await comments.delete(session, alice, comment_id=branch[2].id)
    return post, alice


@pytest.mark.parametrize("is_member", [False, True])
@pytest.mark.parametrize("width", WIDTHS)
async def test_nothing_moves_when_the_live_page_takes_over(
    visitors: Visitors, width: int, is_member: bool
) -> None:
    post, alice = await a_discussion()
    who, size = alice if is_member else None, {"width": width, "height": 900}
    plain = await visitors.browser_of(who, viewport=size, java_script_enabled=False)
    await plain.goto(path_of(post))
    page = await visitors.browser_of(who, viewport=size)
    await page.add_init_script(COUNT_SHIFTS)
    await page.goto(path_of(post))
    await until_live(page)
    document, live = await plain.evaluate(PLACES), await page.evaluate(PLACES)

    assert document.keys() == live.keys()
    moved = {name: _distance(document[name], live[name]) for name in document}
    assert {name: by for name, by in moved.items() if by >= MOVED} == {}
    assert await page.evaluate("window.shifted") < SHIFT


@pytest.mark.parametrize("is_member", [False, True])
async def test_an_address_leads_to_a_comment_deep_in_a_branch(
    visitors: Visitors, is_member: bool
) -> None:
    post, alice = await a_discussion()
    deep = (await chain(post, [alice], 12))[10]
    path = f"{path_of(post)}?comment={deep.id}#comment-{deep.id}"

    page = await visitors.open(path, alice if is_member else None)

    await expect(comment(page, "Step 10.")).to_be_in_viewport()
    await expect(page.get_by_text("You are reading one branch.")).to_be_attached()
    await expect(comment(page, "Look.")).to_have_count(0)
    await page.get_by_role("link", name="Show the whole discussion").click()
    await expect(comment(page, "Look.")).to_be_visible()
    await expect(page.get_by_text("You are reading one branch.")).to_have_count(0)


async def test_an_address_of_a_comment_that_is_gone_shows_the_whole_discussion(
    visitors: Visitors,
) -> None:
    post, _ = await a_discussion()
    page = await visitors.open(f"{path_of(post)}?comment=99999999")
    await expect(page.get_by_text("That comment is not here any more.")).to_be_visible()
    await expect(comment(page, "Look.")).to_be_visible()


async def test_an_order_is_a_part_of_the_address(visitors: Visitors) -> None:
    alice = await somebody("Alice")
    post = await factories.post(alice)
    for words in ("Earlier.", "Later."):
        await say(alice, post, words)
    page = await visitors.open(path_of(post))
    said = page.locator("#comments .prose-comment")

    await page.get_by_label("Order of the comments").select_option("old")
    await expect(said).to_have_text(["Earlier.", "Later."])
    await page.reload()
    await until_live(page)
    await expect(said).to_have_text(["Earlier.", "Later."])
    await expect(page.get_by_label("Order of the comments")).to_have_value("old")


async def test_a_post_is_read_without_scripts(visitors: Visitors) -> None:
    post, alice = await a_discussion()
    page = await visitors.browser_of(java_script_enabled=False)
    await page.goto(path_of(post))
    await expect(page.get_by_role("heading", name="On sourdough", level=1)).to_be_visible()
    await expect(page.get_by_text("Flour and water.").first).to_be_visible()
    await expect(comment(page, "Look.")).to_be_visible()
    await expect(page.get_by_role("button", name="Reply")).to_have_count(0)
    await page.get_by_role("link", name="more repl").first.click()
    await expect(page.get_by_text("You are reading one branch.")).to_be_visible()
    for path in ("/new", f"/{alice.slug}"):
        await page.goto(path)
        await expect(page.get_by_role("link", name="On sourdough").first).to_be_visible()


async def test_a_first_visit_weighs_less_than_a_picture(visitors: Visitors) -> None:
    post, _ = await a_discussion()
    page = await visitors.browser_of()
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Network.enable")
    kinds: dict[str, str] = {}
    weights: dict[str, float] = {}
    devtools.on("Network.responseReceived", lambda it: kinds.update({it["requestId"]: it["type"]}))
    devtools.on(
        "Network.loadingFinished",
        lambda it: weights.update({it["requestId"]: it["encodedDataLength"]}),
    )
    await page.goto(path_of(post), wait_until="load")
    await until_live(page)
    weighed = sum(
        weight
        for request, weight in weights.items()
        if kinds.get(request) in {"Document", "Script", "Stylesheet"}
    )
    assert 0 < weighed < WEIGHT


def _distance(before: list[Any], after: list[Any]) -> float:
    return float(max(abs(one - other) for one, other in zip(before, after, strict=True)))
