"""Actions and wait functions shared by the tests of the post editor and the comment composer."""

import asyncio
from collections.abc import Callable

from playwright.async_api import Locator, Page

TIMEOUT_SECONDS = 15.0

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


async def open_editor(page: Page) -> Locator:
    await page.goto("/write")
    text = page.get_by_role("textbox", name="Post text")
    await text.click()
    return text


async def move_cursor_to_end(page: Page) -> None:
    """Move the cursor to the end of the text with Control+End.

    If the text ends with a code block, the editor adds a line below after the first key press.
    Therefore the function presses the keys twice.
    """
    for _ in range(2):
        await move_cursor(page, "Control+End")


async def move_cursor(page: Page, key: str) -> None:
    """Press a key that moves the cursor, and wait until the editor knows the new position.

    The browser reports a new position after the key press. A letter typed before that replaces
    the old selection.
    """
    await page.keyboard.press(key)
    await page.evaluate(
        "() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))"
    )


async def wait_until_text_is_stored(page: Page, markdown: str) -> None:
    """Wait until the server has stored exactly this text."""
    await _wait_until_stored(page, lambda stored: stored == markdown, markdown)


async def wait_until_stored_text_ends_with(page: Page, ending: str) -> None:
    await _wait_until_stored(page, lambda stored: stored.endswith(ending), ending)


async def _wait_until_stored(page: Page, is_expected: Callable[[str], bool], text: str) -> None:
    # Not `wait_for_function`: it accepts the promise of an asynchronous function as a true value.
    stored = ""
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not is_expected(stored := await _read_stored(page)):
                pass
    except TimeoutError:
        assert stored == text, f"the server has stored {stored!r} instead of {text!r}"


async def _read_stored(page: Page) -> str:
    return str((await (await page.request.get("/stored")).json())["markdown"])


async def insert_image(target: Locator, method: str, name: str = "barn.png") -> None:
    """Paste or drop a small PNG image. `method` is `"paste"` or `"drop"`."""
    element = await target.element_handle()
    await target.page.evaluate(INSERT_IMAGE_SCRIPT, [element, method, name, PNG])


async def paste_text(target: Locator, text: str) -> None:
    await target.page.evaluate(PASTE_TEXT_SCRIPT, [await target.element_handle(), text])
