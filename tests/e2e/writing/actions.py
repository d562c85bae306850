"""Actions and wait functions shared by the tests of the post editor and the comment composer."""

from playwright.async_api import Error, Locator, Page, expect

PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAEklEQVR4nGO4o6GBFTHQQQIA"
    "GKM0AYDKzBwAAAAASUVORK5CYII="
)

INSERT_IMAGE_SCRIPT = """
([element, kind, name, base64]) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], name, { type: "image/png" }));
  const box = element.getBoundingClientRect();
  const options = { bubbles: true, cancelable: true, clientX: box.x + 20, clientY: box.y + 12 };
  element.dispatchEvent(
    kind === "paste"
      ? new ClipboardEvent("paste", { ...options, clipboardData: transfer })
      : new DragEvent("drop", { ...options, dataTransfer: transfer }),
  );
}
"""
PASTE_TEXT_SCRIPT = """
([element, text]) => {
  const transfer = new DataTransfer();
  transfer.setData("text/plain", text);
  element.dispatchEvent(
    new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: transfer }),
  );
}
"""
IS_STORED_SCRIPT = """
async (markdown) => (await (await fetch("/stored")).json()).markdown === markdown
"""


async def open_editor(page: Page) -> Locator:
    await page.goto("/write")
    text = page.get_by_role("textbox", name="Post text")
    await text.click()
    return text


async def move_cursor_to_end(page: Page) -> None:
    """Move the cursor to the end of the text with Control+End.

    If the text ends with a code block, the editor adds a line below after the first key press.
    Therefore the function presses the keys twice. The function waits until the editor has handled
    each key press.
    """
    for _ in range(2):
        await page.keyboard.press("Control+End")
        await page.evaluate(
            "() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))"
        )


async def wait_until_saved(page: Page) -> None:
    await expect(page.locator("[data-status=saved]")).to_be_visible()


async def wait_until_text_is_stored(page: Page, markdown: str) -> None:
    """Wait until the server has stored exactly this text.

    After a timeout, raise an `AssertionError` that compares the stored text with `markdown`.
    """
    try:
        await page.wait_for_function(IS_STORED_SCRIPT, arg=markdown)
    except Error:
        response = await page.request.get("/stored")
        assert (await response.json())["markdown"] == markdown


async def insert_image(target: Locator, method: str, name: str = "barn.png") -> None:
    """Paste or drop a small PNG image. `method` is `"paste"` or `"drop"`."""
    element = await target.element_handle()
    await target.page.evaluate(INSERT_IMAGE_SCRIPT, [element, method, name, PNG])


async def paste_text(target: Locator, text: str) -> None:
    await target.page.evaluate(PASTE_TEXT_SCRIPT, [await target.element_handle(), text])
