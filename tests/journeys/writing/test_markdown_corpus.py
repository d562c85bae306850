"""What is opened in the editor and saved again means what it meant: nothing is lost on the way."""

import difflib
import re
from pathlib import Path

import pytest
from playwright.async_api import Page

from community.core.markup import render
from tests.journeys.writing.gestures import go_to_end, open_editor, until_saved
from tests.journeys.writing.site import Site

CORPUS = {
    file.stem: file.read_text(encoding="utf-8")
    for file in sorted(Path(__file__).parents[1].joinpath("markdown_corpus").glob("*.md"))
}
ADDED = "Added at the end."

# Marks of the same words may change places: <s><strong>x</strong></s> is <strong><s>x</s></strong>.
_NESTED_MARKS = re.compile(r"<s><strong>(.*?)</strong></s>")


def meaning(markdown: str) -> list[str]:
    """The HTML that the server shows, line by line, without what no reader sees."""
    html = _NESTED_MARKS.sub(r"<strong><s>\1</s></strong>", render(markdown))
    return [line for line in html.splitlines() if line.strip()]


@pytest.mark.parametrize("original", CORPUS.values(), ids=CORPUS.keys())
async def test_a_text_survives_the_editor(page: Page, site: Site, original: str) -> None:
    site.store(original)
    await open_editor(page)
    await go_to_end(page)
    await page.keyboard.press("Enter")
    await page.keyboard.type(ADDED)
    await until_saved(page)

    saved = str(site.stored()["markdown"])

    expected = meaning(f"{original}\n\n{ADDED}")
    assert "\n".join(difflib.unified_diff(expected, meaning(saved), lineterm="", n=1)) == ""


async def test_opening_a_text_does_not_change_it(page: Page, site: Site) -> None:
    untidy = "* star bullets\n* two\n\nSetext\n------\n"
    site.store(untidy)
    text = await open_editor(page)
    await text.blur()
    await page.reload()
    await page.get_by_text("star bullets").wait_for()

    assert site.stored() == {"markdown": untidy, "version": 1, "saves": 0}
