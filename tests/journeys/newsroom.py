"""A site with people who write, and one window of theirs."""

import base64
import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from PIL import Image
from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

from tests.journeys.production import Production
from tests.journeys.visitors import PATIENCE
from tests.journeys.writing.gestures import GIVE_PICTURE

PEOPLE = ("olga", "alice", "bob")  # the first of a new site owns it
PASSWORD = "flour-water-time"


@dataclass
class Newsroom:
    """A site and the session cookies of those who are signed in on it."""

    site: Production
    cookies: dict[str, dict[str, str]]

    @contextmanager
    def api(self, who: str) -> Iterator[httpx.Client]:
        """The interface, for somebody."""
        headers = {"Accept": "application/json"}
        with httpx.Client(
            base_url=self.site.url, cookies=self.cookies.get(who), headers=headers
        ) as client:
            yield client

    def drafts(self, who: str) -> list[dict[str, Any]]:
        """What somebody has to finish, as the server has it."""
        with self.api(who) as client:
            return list(client.get("/drafts").raise_for_status().json()["items"])

    def draft(self, who: str, post_id: int) -> dict[str, Any]:
        with self.api(who) as client:
            return dict(client.get(f"/posts/{post_id}/draft").raise_for_status().json())

    def publish(self, who: str, title: str, text: str = "Flour, water, time.") -> dict[str, Any]:
        """A post that is there already."""
        with self.api(who) as client:
            body = {"title": title, "text": text, "status": "published"}
            return dict(client.post("/posts", json=body).raise_for_status().json())

    async def window(self, browser: Browser, who: str, **more: Any) -> BrowserContext:
        """A browser of somebody."""
        context = await browser.new_context(base_url=self.site.url, **more)
        cookies = self.cookies.get(who, {})
        await context.add_cookies(
            [
                {"name": name, "value": value, "url": self.site.url}
                for name, value in cookies.items()
            ]
        )
        context.set_default_timeout(PATIENCE)
        return context


def open_newsroom(site: Production) -> Newsroom:
    """Everybody joins; Olga opens a community."""
    cookies = {who: _join(site, who) for who in PEOPLE}
    newsroom = Newsroom(site, cookies)
    with newsroom.api("olga") as client:
        body = {"slug": "bread", "name": "Bread and patience", "posting": "everyone"}
        client.post("/communities", json=body).raise_for_status()
        hidden = {"slug": "closed-circle", "name": "Closed circle", "posting": "moderators"}
        client.post("/communities", json=hidden).raise_for_status()
    return newsroom


def _join(site: Production, who: str) -> dict[str, str]:
    body = {"slug": who, "name": who.title(), "email": f"{who}@example.com", "password": PASSWORD}
    with httpx.Client(base_url=site.url, headers={"Accept": "application/json"}) as client:
        client.post("/register", json=body).raise_for_status()
        return dict(client.cookies)


def title_of(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Title")


def text_of(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Text of the post")


async def begin(page: Page, title: str, text: str = "") -> None:
    """Open an empty page and write on it."""
    await page.goto("/write")
    await expect(text_of(page)).to_be_visible()
    await title_of(page).fill(title)
    if text:
        await title_of(page).press("Enter")
        await page.keyboard.type(text)


async def until_saved(page: Page) -> int:
    """Waits until the server has everything; the number of the post."""
    await page.wait_for_url("**/write/*")
    await expect(
        page.locator(":is([data-status=saved], [data-status=aside]):visible")
    ).to_be_visible()
    return int(page.url.rpartition("/")[2])


async def give_photo(place: Locator, how: str) -> None:
    """Pastes or drops a picture that the server can read, and waits until it stands there."""
    await send_photo(place, how)
    await expect(place.locator("img[src^='/media/']")).to_be_visible()


async def send_photo(place: Locator, how: str) -> None:
    """Pastes or drops a picture that the server can read."""
    buffer = io.BytesIO()
    Image.new("RGB", (640, 320), "peru").save(buffer, "PNG")
    photo = base64.b64encode(buffer.getvalue()).decode()
    await place.page.evaluate(
        GIVE_PICTURE, [await place.element_handle(), how, "bread.png", photo, 0]
    )


async def open_publishing(page: Page) -> Locator:
    """The dialog, by the button."""
    await (
        page.locator("main")
        .get_by_role("button", name="Publish…")
        .or_(page.locator("main").get_by_role("button", name="Update…"))
        .click()
    )
    dialog = page.locator("#publishing")
    await expect(dialog).to_be_visible()
    return dialog
