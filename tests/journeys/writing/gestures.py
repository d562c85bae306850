"""What a writer does, and what one waits for."""

from playwright.async_api import Error, Locator, Page, expect

PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAEklEQVR4nGO4o6GBFTHQQQIA"
    "GKM0AYDKzBwAAAAASUVORK5CYII="
)

GIVE_PICTURE = """
([element, kind, name, base64, at]) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], name, { type: "image/png" }));
  const box = element.getBoundingClientRect();
  const facts = { bubbles: true, cancelable: true, clientX: box.x + 20, clientY: box.y + 12 };
  element.dispatchEvent(
    kind === "paste"
      ? new ClipboardEvent("paste", { ...facts, clipboardData: transfer })
      : new DragEvent("drop", { ...facts, dataTransfer: transfer }),
  );
}
"""
GIVE_TEXT = """
([element, text]) => {
  const transfer = new DataTransfer();
  transfer.setData("text/plain", text);
  element.dispatchEvent(
    new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: transfer }),
  );
}
"""
IS_STORED = """
async (markdown) => (await (await fetch("/stored")).json()).markdown === markdown
"""


async def open_editor(page: Page) -> Locator:
    await page.goto("/write")
    text = page.get_by_role("textbox", name="Text of the post")
    await text.click()
    return text


async def go_to_end(page: Page) -> None:
    """To the end of the text; the editor hears of it a frame later.

    Twice: when it hears something for the first time, it puts a line behind a text that ends with
    code, and only then that line is the end.
    """
    for _ in range(2):
        await page.keyboard.press("Control+End")
        await page.evaluate(
            "() => new Promise((heard) => requestAnimationFrame(() => setTimeout(heard)))"
        )


async def until_saved(page: Page) -> None:
    await expect(page.locator("[data-status=saved]")).to_be_visible()


async def until_stored(page: Page, markdown: str) -> None:
    """Waits until exactly this text is at the server; fails with the one that is there."""
    try:
        await page.wait_for_function(IS_STORED, arg=markdown)
    except Error:
        answer = await page.request.get("/stored")
        assert (await answer.json())["markdown"] == markdown


async def give_picture(place: Locator, kind: str, name: str = "barn.png") -> None:
    """Pastes or drops a picture."""
    element = await place.element_handle()
    await place.page.evaluate(GIVE_PICTURE, [element, kind, name, PNG, 0])


async def paste_text(place: Locator, text: str) -> None:
    await place.page.evaluate(GIVE_TEXT, [await place.element_handle(), text])
