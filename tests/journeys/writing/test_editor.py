"""Writing a post: shortcuts, buttons, links and pictures become the Markdown one expects."""

from base64 import b64decode

import pytest
from playwright.async_api import Page, expect

from tests.journeys.writing.gestures import (
    PNG,
    give_picture,
    open_editor,
    paste_text,
    until_stored,
)
from tests.journeys.writing.site import Site


@pytest.mark.parametrize(
    ("typed", "markdown"),
    [
        (["## Heading"], "## Heading"),
        (["> A quote"], "> A quote"),
        (["- one", "two"], "- one\n- two"),
        (["1. one", "two"], "1. one\n2. two"),
        (["``` x = 1"], "```\nx = 1\n```"),
        (["```python x = 1"], "```python\nx = 1\n```"),
        (
            ["Some **bold** and *soft* and `code` words"],
            "Some **bold** and *soft* and `code` words",
        ),
    ],
)
async def test_markdown_shortcuts(page: Page, site: Site, typed: list[str], markdown: str) -> None:
    await open_editor(page)
    for index, line in enumerate(typed):
        if index:
            await page.keyboard.press("Enter")
        await page.keyboard.type(line)

    await until_stored(page, markdown)


async def test_words_with_underscores_and_stars_stay_as_they_were_typed(
    page: Page, site: Site
) -> None:
    await open_editor(page)
    words = "@anna_k uses snake_case_words and name@example.org"
    await page.keyboard.type(words)

    await until_stored(page, words)


async def test_buttons_do_what_shortcuts_do_and_are_pressed_where_the_cursor_stands(
    page: Page, site: Site
) -> None:
    await open_editor(page)
    bold = page.get_by_role("button", name="Bold")
    heading = page.get_by_role("button", name="Heading", exact=True)
    await heading.click()
    await page.keyboard.type("Title")
    await expect(heading).to_have_attribute("aria-pressed", "true")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="List", exact=True).click()
    await bold.click()
    await page.keyboard.type("strong")
    await expect(bold).to_have_attribute("aria-pressed", "true")
    await page.keyboard.press("Control+b")
    await page.keyboard.type(" weak")

    await until_stored(page, "## Title\n\n- **strong** weak")


async def test_a_list_turns_into_another_kind_and_back_into_text(page: Page, site: Site) -> None:
    await open_editor(page)
    await page.keyboard.type("- item")
    await page.get_by_role("button", name="Numbered list").click()
    await until_stored(page, "1. item")

    await page.get_by_role("button", name="Numbered list").click()
    await expect(page.locator(".ProseMirror ol")).to_have_count(0)
    await page.keyboard.type("!")
    await until_stored(page, "item!")


async def test_the_toolbar_is_walked_by_arrow_keys(page: Page, site: Site) -> None:
    await open_editor(page)
    await page.get_by_role("button", name="Heading", exact=True).focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")

    await expect(page.get_by_role("button", name="Bold")).to_be_focused()
    await page.keyboard.press("End")
    await expect(page.get_by_role("button", name="Redo")).to_be_focused()


async def test_the_language_of_code_is_named_in_place(page: Page, site: Site) -> None:
    await open_editor(page)
    await page.get_by_role("button", name="Block of code").click()
    await page.keyboard.type("let x = 1")
    await page.get_by_label("Language of the code").fill("js")

    await until_stored(page, "```js\nlet x = 1\n```")


async def test_an_address_pasted_over_words_makes_them_a_link(page: Page, site: Site) -> None:
    text = await open_editor(page)
    await page.keyboard.type("read this")
    await page.keyboard.press("Control+Shift+ArrowLeft")
    await paste_text(text, "https://example.org/a_b?c=1")

    await until_stored(page, "read [this](https://example.org/a_b?c=1)")


async def test_an_address_pasted_alone_stays_bare_so_that_it_becomes_an_embed(
    page: Page, site: Site
) -> None:
    text = await open_editor(page)
    await page.keyboard.type("Look:")
    await page.keyboard.press("Enter")
    address = "https://www.youtube.com/watch?v=dQw4_w9WgXcQ"
    await paste_text(text, address)

    await until_stored(page, f"Look:\n\n{address}")


async def test_a_link_is_made_changed_and_removed_in_place(page: Page, site: Site) -> None:
    await open_editor(page)
    await page.keyboard.type("word")
    await page.keyboard.press("Control+a")
    await page.keyboard.press("Control+k")
    field = page.get_by_label("Address of the link")
    await field.fill("example.org/x")
    await page.keyboard.press("Enter")
    await until_stored(page, "[word](https://example.org/x)")

    await page.keyboard.press("Control+k")
    await expect(field).to_have_value("https://example.org/x")
    await page.get_by_role("button", name="Remove").click()
    await page.keyboard.press("End")
    await page.keyboard.type("s")
    await until_stored(page, "words")


async def test_escape_leaves_the_link_form_and_returns_to_the_text(page: Page, site: Site) -> None:
    text = await open_editor(page)
    await page.keyboard.press("Control+k")
    await page.keyboard.press("Escape")

    await expect(page.get_by_label("Address of the link")).to_have_count(0)
    await expect(text).to_be_focused()


async def test_pasted_markdown_is_read_as_markdown(page: Page, site: Site) -> None:
    text = await open_editor(page)
    await paste_text(text, "## Pasted\n\n- a\n- b\n")

    await until_stored(page, "## Pasted\n\n- a\n- b")


@pytest.mark.parametrize("kind", ["paste", "drop"])
async def test_a_picture_is_taken_by_paste_and_drop(page: Page, site: Site, kind: str) -> None:
    text = await open_editor(page)
    await give_picture(text, kind)
    await expect(page.locator(".ProseMirror img[title]")).to_be_visible()

    await until_stored(page, "![](/media/0.bin)")
    assert (site.data / "0.bin").read_bytes() == b64decode(PNG)


async def test_a_picture_is_taken_by_its_button_and_described(page: Page, site: Site) -> None:
    await open_editor(page)
    await page.keyboard.type("Before. ")
    async with page.expect_file_chooser() as choosing:
        await page.get_by_role("button", name="Picture").click()
    chooser = await choosing.value
    await chooser.set_files({"name": "barn.png", "mimeType": "image/png", "buffer": b64decode(PNG)})
    await page.locator(".ProseMirror img[title]").click()
    await page.get_by_label("Description of the picture").fill("A red barn")
    await page.keyboard.press("Enter")

    await until_stored(page, "Before. ![A red barn](/media/0.bin)")


async def test_the_refusal_of_a_picture_stands_at_its_place_and_the_text_stays(
    page: Page, site: Site
) -> None:
    text = await open_editor(page)
    await page.keyboard.type("My words")
    await give_picture(text, "paste", "refuse.png")
    await expect(
        page.get_by_text("This picture is damaged. Save it again and retry.")
    ).to_be_visible()
    await page.get_by_role("button", name="Remove").click()

    await expect(page.get_by_text("This picture is damaged")).to_have_count(0)
    await until_stored(page, "My words")


async def test_only_a_page_with_an_editor_fetches_it(page: Page, site: Site) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    await page.goto("/discuss")
    await page.get_by_label("Comment").wait_for()
    assert not [url for url in fetched if "post_editor" in url]

    await open_editor(page)
    assert [url for url in fetched if "post_editor" in url]
