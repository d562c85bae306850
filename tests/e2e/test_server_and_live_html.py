"""Tests that the page in the browser has the same HTML as the server-rendered page it replaces."""

import difflib
from typing import Any

import pytest

from tests import factories
from tests.e2e.browser_users import BrowserUsers, create_comment, create_user, wait_until_hydrated

# A script that returns the element of the server-rendered page and that of the live page as lines,
# one line for each element and each text. It skips what only live pages can have: closed popovers,
# dialogs, hidden elements, and attributes for scripts. The accessible name of the button that adds
# a reaction differs, because only live pages know the name of the default reaction.
COMPARE = """
async (selector) => {
  const skipped = "[popover], dialog, [hidden], script, .sr-only[role=status]";
  const attributes = ["id", "class", "href", "src", "alt", "type", "role", "width", "height",
    "loading", "datetime", "tabindex", "aria-label", "aria-hidden", "aria-current", "aria-pressed"];
  const describe = (node, depth) => {
    const indent = "  ".repeat(depth);
    const text = node.nodeType === Node.TEXT_NODE ? node.data.trim() : "";
    if (text) return [indent + text];
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(skipped)) return [];
    const isReactionButton = node.matches("[role=group] > button:last-of-type");
    const shown = attributes.filter(
      (name) => node.hasAttribute(name) && !(isReactionButton && name === "aria-label"));
    const list = shown.map((name) => `${name}="${normalize(name, node.getAttribute(name))}"`);
    node.normalize();
    const children = [...node.childNodes].flatMap((child) => describe(child, depth + 1));
    return [`${indent}<${[node.localName, ...list].join(" ")}>`, ...children];
  };
  const sortClasses = (value) =>
    value.split(" ").filter((word) => word && word !== "rx-Html").sort().join(" ");
  const normalize = (name, value) =>
    name === "class" ? sortClasses(value)
      : name === "datetime" ? new Date(value).toISOString() : value;
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return [page.querySelector(`ssr-page ${selector}`), document.querySelector(selector)].map(
    (element) => describe(element, 0));
}
"""


@pytest.mark.parametrize("selector", ["#main article", "#comments > div:last-child"])
async def test_hydration_does_not_change_the_html_of_a_post(
    browser_users: BrowserUsers, selector: str
) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    post = await factories.post(alice, intro="What it takes.", html="<p>Flour &amp; water.</p>")
    root = await create_comment(bob, post, "How *long*?")
    await create_comment(alice, post, "A week.", root)
    page = await browser_users.open_page(f"/p/{post.id}/{post.slug}")
    await wait_until_hydrated(page)

    server, live = await page.evaluate(COMPARE, selector)

    assert_same_lines(server, live)


@pytest.mark.parametrize("selector", ["#main header", "#main article"])
async def test_hydration_does_not_change_the_html_of_profiles_and_cards(
    browser_users: BrowserUsers, selector: str
) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    await factories.post(alice, intro="What it takes.")
    page = await browser_users.open_page(f"/{alice.slug}", bob)
    await wait_until_hydrated(page)

    server, live = await page.evaluate(COMPARE, selector)

    assert_same_lines(server, live)


def assert_same_lines(server: list[Any], live: list[Any]) -> None:
    assert len(server) > 5, "the compared element is not on the page"
    assert "\n".join(difflib.unified_diff(server, live, "server", "live", lineterm="", n=1)) == ""
