"""People at their browsers: they are made in the database of the site, and open its pages."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import count
from typing import Any, Literal

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

from community.core import clock, ids
from community.core.actor import Actor
from community.core.database import unit_of_work
from community.domain import comments
from community.models import Comment, Post, Session
from tests import factories
from tests.journeys.production import Production

TERM = timedelta(days=1)
# Milliseconds: as long as a busy machine needs. How fast the site is, the bench measures.
PATIENCE = 30_000
# Every story has people of its own, because all of them happen on one site.
_number = count(1)


class Visitors:
    """Opens tabs, and holds against them what their pages complained of."""

    def __init__(self, browser: Browser, site: Production) -> None:
        self.site = site
        self.complaints: list[str] = []
        self._browser = browser
        self._contexts: list[BrowserContext] = []

    async def open(self, path: str, who: Actor | None = None, **context: Any) -> Page:
        """A tab of this person, or of a guest, when its page is live."""
        page = await self.browser_of(who, **context)
        await page.goto(path)
        await until_live(page)
        return page

    async def become(self, page: Page, who: Actor) -> None:
        """Somebody else signs in in this browser, and sees the page anew."""
        await self._remember(page.context, who)
        await page.reload()
        await until_live(page)

    async def _remember(self, browser: BrowserContext, who: Actor) -> None:
        token = await sign_in(who)
        await browser.add_cookies([{"name": "session", "value": token, "url": self.site.url}])

    async def browser_of(self, who: Actor | None = None, **context: Any) -> Page:
        """A browser in which this person is signed in, with an empty tab."""
        opened = await self._browser.new_context(base_url=self.site.url, **context)
        self._contexts.append(opened)
        if who is not None:
            await self._remember(opened, who)
        page = await opened.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)
        return page

    async def close(self) -> None:
        for context in self._contexts:
            await context.close()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(message.text)


async def until_live(page: Page) -> None:
    """The document has made room for the live page."""
    await expect(page.locator("page-document")).to_have_count(0, timeout=PATIENCE)


async def somebody(name: str) -> Actor:
    """A new member: `somebody("Alice")` is called that."""
    return await factories.person(f"{name.lower()}-{next(_number)}", name=name)


async def sign_in(who: Actor) -> str:
    """The secret in the cookie of somebody who has signed in."""
    token = ids.new_token()
    async with unit_of_work() as session:
        expires = clock.now() + TERM
        session.add(Session(user_id=who.id, token_hash=ids.digest(token), expires_at=expires))
    return token


def path_of(post: Post) -> str:
    return f"/p/{post.id}/{post.slug}"


async def say(who: Actor, post: Post, text: str, above: Comment | None = None) -> Comment:
    """A comment that was there before the story begins."""
    async with unit_of_work() as session:
        parent = above.id if above else None
        return await comments.reply(session, who, post_id=post.id, text=text, parent_id=parent)


async def chain(post: Post, people: Sequence[Actor], length: int) -> list[Comment]:
    """A branch in which each answers the one before."""
    said: list[Comment] = []
    for depth in range(length):
        above = said[-1] if said else None
        said.append(await say(people[depth % len(people)], post, f"Step {depth}.", above))
    return said


def comment(page: Page, text: str) -> Locator:
    """The comment that says this."""
    return page.get_by_role("article").filter(
        has=page.locator(".prose-comment").get_by_text(text, exact=True)
    )


async def press(comment: Locator, name: Literal["Reply", "More"]) -> None:
    await comment.get_by_role("button", name=name, exact=True).click()


async def write(page: Page, label: str, text: str) -> None:
    """Fill in a composer and send it."""
    field = page.get_by_label(label, exact=True)
    await field.fill(text)
    await page.locator("form", has=field).get_by_role("button", name="Send").click()
