"""A running site with registered users, and functions that operate the post editor."""

import base64
import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from PIL import Image
from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

from tests.e2e.browser_users import TIMEOUT_MILLISECONDS
from tests.e2e.production_server import ProductionServer
from tests.e2e.writing.actions import INSERT_IMAGE_SCRIPT

# The users register in this order, and the first user of a site becomes its administrator.
USERNAMES = ("olga", "alice", "bob")
PASSWORD = "flour-water-time"


@dataclass
class EditorSite:
    """A running site with registered users, and the session cookies of these users by username."""

    server: ProductionServer
    cookies_by_user: dict[str, dict[str, str]]

    @contextmanager
    def open_api_client(self, user: str) -> Iterator[httpx.Client]:
        """Open an HTTP client that is signed in as `user` until the `with` block ends."""
        headers = {"Accept": "application/json"}
        with httpx.Client(
            base_url=self.server.url, cookies=self.cookies_by_user.get(user), headers=headers
        ) as client:
            yield client

    def list_drafts(self, user: str) -> list[dict[str, Any]]:
        with self.open_api_client(user) as client:
            return list(client.get("/drafts").raise_for_status().json()["items"])

    def get_draft(self, user: str, post_id: int) -> dict[str, Any]:
        with self.open_api_client(user) as client:
            return dict(client.get(f"/posts/{post_id}/draft").raise_for_status().json())

    def publish_post(
        self, user: str, title: str, text: str = "Flour, water, time."
    ) -> dict[str, Any]:
        with self.open_api_client(user) as client:
            body = {"title": title, "text": text, "status": "published"}
            return dict(client.post("/posts", json=body).raise_for_status().json())

    async def new_context(self, browser: Browser, user: str, **options: Any) -> BrowserContext:
        """Open a browser context that is signed in as `user`. An empty `user` means a guest."""
        context = await browser.new_context(base_url=self.server.url, **options)
        cookies = self.cookies_by_user.get(user, {})
        await context.add_cookies(
            [
                {"name": name, "value": value, "url": self.server.url}
                for name, value in cookies.items()
            ]
        )
        context.set_default_timeout(TIMEOUT_MILLISECONDS)
        return context


def create_editor_site(site: ProductionServer) -> EditorSite:
    """Register the users and create two communities. Only moderators can post in the second."""
    cookies = {username: _register(site, username) for username in USERNAMES}
    editor_site = EditorSite(site, cookies)
    with editor_site.open_api_client("olga") as client:
        body = {"slug": "bread", "name": "Bread and patience", "posting": "everyone"}
        client.post("/communities", json=body).raise_for_status()
        restricted = {"slug": "closed-circle", "name": "Closed circle", "posting": "moderators"}
        client.post("/communities", json=restricted).raise_for_status()
    return editor_site


def _register(site: ProductionServer, username: str) -> dict[str, str]:
    body = {
        "slug": username,
        "name": username.title(),
        "email": f"{username}@example.com",
        "password": PASSWORD,
    }
    with httpx.Client(base_url=site.url, headers={"Accept": "application/json"}) as client:
        client.post("/register", json=body).raise_for_status()
        return dict(client.cookies)


def locate_title_field(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Title")


def locate_text_field(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Post text")


async def start_post(page: Page, title: str, text: str = "") -> None:
    """Open the editor, then type a title and a text."""
    await page.goto("/write")
    await expect(locate_text_field(page)).to_be_visible()
    await locate_title_field(page).fill(title)
    if text:
        await locate_title_field(page).press("Enter")
        await page.keyboard.type(text)


async def wait_until_draft_is_saved(page: Page) -> int:
    """Wait until the server has saved all changes, and return the ID of the draft."""
    await page.wait_for_url("**/write/*")
    await expect(
        page.locator(":is([data-status=saved], [data-status=unpublished]):visible")
    ).to_be_visible()
    return int(page.url.rpartition("/")[2])


async def insert_photo(target: Locator, method: str) -> None:
    """Paste or drop a valid image into `target`, and wait until the image is uploaded.

    `method` is `"paste"` or `"drop"`.
    """
    await paste_or_drop_photo(target, method)
    await expect(target.locator("img[src^='/media/']")).to_be_visible()


async def paste_or_drop_photo(target: Locator, method: str) -> None:
    """Paste or drop a valid image into `target`, without waiting for the upload.

    `method` is `"paste"` or `"drop"`.
    """
    buffer = io.BytesIO()
    Image.new("RGB", (640, 320), "peru").save(buffer, "PNG")
    photo = base64.b64encode(buffer.getvalue()).decode()
    await target.page.evaluate(
        INSERT_IMAGE_SCRIPT, [await target.element_handle(), method, "bread.png", photo]
    )


async def open_publish_dialog(page: Page) -> Locator:
    await (
        page.locator("main")
        .get_by_role("button", name="Publish…")
        .or_(page.locator("main").get_by_role("button", name="Update…"))
        .click()
    )
    dialog = page.locator("#publish-dialog")
    await expect(dialog).to_be_visible()
    return dialog
