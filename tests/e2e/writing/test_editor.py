"""Tests that shortcuts, buttons, links and images in the post editor produce the right Markdown."""

from base64 import b64decode

import pytest
from playwright.async_api import Page, expect

from tests.e2e.writing.actions import (
    PNG,
    insert_image,
    move_cursor,
    open_editor,
    paste_text,
    wait_until_text_is_stored,
)
from tests.e2e.writing.harness_server import HarnessServer


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
async def test_markdown_shortcuts_format_the_text(
    page: Page, harness: HarnessServer, typed: list[str], markdown: str
) -> None:
    await open_editor(page)
    for index, line in enumerate(typed):
        if index:
            await page.keyboard.press("Enter")
        await page.keyboard.type(line)

    await wait_until_text_is_stored(page, markdown)


async def test_underscores_and_at_signs_are_not_escaped(page: Page, harness: HarnessServer) -> None:
    await open_editor(page)
    text = "@anna_k uses snake_case_words and name@example.org"
    await page.keyboard.type(text)

    await wait_until_text_is_stored(page, text)


async def test_toolbar_buttons_format_text_and_show_the_format_at_the_cursor(
    page: Page, harness: HarnessServer
) -> None:
    await open_editor(page)
    bold = page.get_by_role("button", name="Bold")
    heading = page.get_by_role("button", name="Heading", exact=True)
    await heading.click()
    await page.keyboard.type("Title")
    await expect(heading).to_have_attribute("aria-pressed", "true")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Bulleted list").click()
    await bold.click()
    await page.keyboard.type("strong")
    await expect(bold).to_have_attribute("aria-pressed", "true")
    await page.keyboard.press("Control+b")
    await page.keyboard.type(" weak")

    await wait_until_text_is_stored(page, "## Title\n\n- **strong** weak")


async def test_a_list_can_be_changed_to_another_type_and_back_to_text(
    page: Page, harness: HarnessServer
) -> None:
    await open_editor(page)
    await page.keyboard.type("- item")
    await page.get_by_role("button", name="Numbered list").click()
    await wait_until_text_is_stored(page, "1. item")

    await page.get_by_role("button", name="Numbered list").click()
    await expect(page.locator(".ProseMirror ol")).to_have_count(0)
    await page.keyboard.type("!")
    await wait_until_text_is_stored(page, "item!")


async def test_the_toolbar_is_navigated_by_arrow_keys(page: Page, harness: HarnessServer) -> None:
    await open_editor(page)
    await page.get_by_role("button", name="Heading", exact=True).focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")

    await expect(page.get_by_role("button", name="Bold")).to_be_focused()
    await page.keyboard.press("End")
    await expect(page.get_by_role("button", name="Redo")).to_be_focused()


async def test_the_language_of_a_code_block_can_be_set(page: Page, harness: HarnessServer) -> None:
    await open_editor(page)
    await page.get_by_role("button", name="Code block").click()
    await page.keyboard.type("let x = 1")
    await page.get_by_label("Code language").fill("js")

    await wait_until_text_is_stored(page, "```js\nlet x = 1\n```")


async def test_pasting_a_url_over_a_selection_creates_a_link(
    page: Page, harness: HarnessServer
) -> None:
    text = await open_editor(page)
    await page.keyboard.type("read this")
    await page.keyboard.press("Control+Shift+ArrowLeft")
    await paste_text(text, "https://example.org/a_b?c=1")

    await wait_until_text_is_stored(page, "read [this](https://example.org/a_b?c=1)")


async def test_a_url_pasted_on_its_own_line_is_stored_without_link_syntax(
    page: Page, harness: HarnessServer
) -> None:
    text = await open_editor(page)
    await page.keyboard.type("Look:")
    await page.keyboard.press("Enter")
    url = "https://www.youtube.com/watch?v=dQw4_w9WgXcQ"
    await paste_text(text, url)

    await wait_until_text_is_stored(page, f"Look:\n\n{url}")


async def test_a_link_can_be_created_and_removed_with_the_link_form(
    page: Page, harness: HarnessServer
) -> None:
    await open_editor(page)
    await page.keyboard.type("word")
    await page.keyboard.press("Control+a")
    await page.keyboard.press("Control+k")
    field = page.get_by_label("Link URL")
    await field.fill("example.org/x")
    await page.keyboard.press("Enter")
    await wait_until_text_is_stored(page, "[word](https://example.org/x)")

    await page.keyboard.press("Control+k")
    await expect(field).to_have_value("https://example.org/x")
    await page.get_by_role("button", name="Remove").click()
    await move_cursor(page, "End")
    await page.keyboard.type("s")
    await wait_until_text_is_stored(page, "words")


async def test_escape_closes_the_link_form_and_focuses_the_text(
    page: Page, harness: HarnessServer
) -> None:
    text = await open_editor(page)
    await page.keyboard.press("Control+k")
    await page.keyboard.press("Escape")

    await expect(page.get_by_label("Link URL")).to_have_count(0)
    await expect(text).to_be_focused()


async def test_pasted_markdown_becomes_formatted_text(page: Page, harness: HarnessServer) -> None:
    text = await open_editor(page)
    await paste_text(text, "## Pasted\n\n- a\n- b\n")

    await wait_until_text_is_stored(page, "## Pasted\n\n- a\n- b")


@pytest.mark.parametrize("kind", ["paste", "drop"])
async def test_an_image_is_inserted_by_paste_and_drop(
    page: Page, harness: HarnessServer, kind: str
) -> None:
    text = await open_editor(page)
    await insert_image(text, kind)
    await expect(page.locator(".ProseMirror img[title]")).to_be_visible()

    await wait_until_text_is_stored(page, "![](/media/0.bin)")
    assert (harness.data_dir / "0.bin").read_bytes() == b64decode(PNG)


async def test_an_image_can_be_inserted_with_the_image_button_and_get_alt_text(
    page: Page, harness: HarnessServer
) -> None:
    await open_editor(page)
    await page.keyboard.type("Before. ")
    async with page.expect_file_chooser() as choosing:
        await page.get_by_role("button", name="Image", exact=True).click()
    chooser = await choosing.value
    await chooser.set_files({"name": "barn.png", "mimeType": "image/png", "buffer": b64decode(PNG)})
    await page.locator(".ProseMirror img[title]").click()
    await page.get_by_label("Image description").fill("A red barn")
    await page.keyboard.press("Enter")

    await wait_until_text_is_stored(page, "Before. ![A red barn](/media/0.bin)")


async def test_a_rejected_image_shows_an_error_and_the_text_stays(
    page: Page, harness: HarnessServer
) -> None:
    text = await open_editor(page)
    await page.keyboard.type("My words")
    await insert_image(text, "paste", "refuse.png")
    await expect(
        page.get_by_text("This image is damaged. Save it again and retry.")
    ).to_be_visible()
    await page.get_by_role("button", name="Remove").click()

    await expect(page.get_by_text("This image is damaged")).to_have_count(0)
    await wait_until_text_is_stored(page, "My words")


async def test_the_editor_script_is_loaded_only_on_the_editor_page(
    page: Page, harness: HarnessServer
) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    await page.goto("/discuss")
    await page.get_by_label("Your comment").wait_for()
    assert not [url for url in fetched if "post_editor" in url]

    await open_editor(page)
    assert [url for url in fetched if "post_editor" in url]
