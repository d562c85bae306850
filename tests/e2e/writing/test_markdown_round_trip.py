"""Tests that the post editor does not change the meaning of a text that a user opens or edits."""

import difflib
import re
from pathlib import Path

import pytest
from playwright.async_api import Page

from community.core.text.markup import RenderedArticle
from tests.e2e.writing.actions import (
    move_cursor_to_end,
    open_editor,
    wait_until_stored_text_ends_with,
)
from tests.e2e.writing.harness_server import HarnessServer

CORPUS = {
    file.stem: file.read_text(encoding="utf-8")
    for file in sorted(Path(__file__).parents[1].joinpath("markdown_corpus").glob("*.md"))
}
APPENDED_TEXT = "Added at the end."

# Inline formats can be nested in any order, so <s><strong>x</strong></s> is treated as equal to
# <strong><s>x</s></strong>.
_NESTED_MARKS = re.compile(r"<s><strong>(.*?)</strong></s>")


def render_lines(markdown: str) -> list[str]:
    """Render Markdown and return the lines of the HTML that are not empty.

    `<s><strong>` is replaced by `<strong><s>`, because both look the same to readers.
    """
    html = _NESTED_MARKS.sub(r"<strong><s>\1</s></strong>", RenderedArticle(markdown).html)
    return [line for line in html.splitlines() if line.strip()]


@pytest.mark.parametrize("original", CORPUS.values(), ids=CORPUS.keys())
async def test_appending_a_paragraph_does_not_change_the_rest_of_the_rendered_text(
    page: Page, harness: HarnessServer, original: str
) -> None:
    harness.write_post(original)
    await open_editor(page)
    await move_cursor_to_end(page)
    await page.keyboard.press("Enter")
    await page.keyboard.type(APPENDED_TEXT)
    await wait_until_stored_text_ends_with(page, APPENDED_TEXT)

    saved = harness.read_post()

    expected = render_lines(f"{original}\n\n{APPENDED_TEXT}")
    assert "\n".join(difflib.unified_diff(expected, render_lines(saved), lineterm="", n=1)) == ""


async def test_opening_a_text_in_the_editor_does_not_change_the_stored_text(
    page: Page, harness: HarnessServer
) -> None:
    untidy = "* star bullets\n* two\n\nSetext\n------\n"
    harness.write_post(untidy)
    text = await open_editor(page)
    await text.blur()
    await page.reload()
    await page.get_by_text("star bullets").wait_for()

    assert harness.read_post() == untidy
