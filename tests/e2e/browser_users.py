"""Functions that create users and comments in the database of the site, and open browser tabs.

Use this module for end-to-end tests in which several users act at the same time.
"""

from collections.abc import Sequence
from datetime import timedelta
from itertools import count
from typing import Any, Literal

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import comments, search
from community.models import Comment, Post
from tests import factories
from tests.e2e.chromium import launch_chromium
from tests.e2e.production_server import ProductionServer

SESSION_LIFETIME = timedelta(days=1)
# This timeout is long enough for a busy machine. The benchmarks measure the real latency.
TIMEOUT_MILLISECONDS = 30_000
# All tests share one site, so each test creates its own users with unique slugs.
_user_numbers = count(1)
_networks = count(1)


class BrowserUsers:
    """Opens browser tabs for users, and collects JavaScript and console errors in `errors`."""

    def __init__(self, browser: Browser, site: ProductionServer) -> None:
        self.server = site
        self.errors: list[str] = []
        self._browser = browser
        self._others: list[Browser] = []
        self._contexts: list[BrowserContext] = []

    async def open_page(self, path: str, user: Actor | None = None, **context_options: Any) -> Page:
        """Open a path in a new browser context and wait until the page is hydrated."""
        page = await self.new_page(user, **context_options)
        await page.goto(path)
        await wait_until_hydrated(page)
        return page

    async def open_browser(self, path: str, user: Actor) -> Page:
        """Open a path in a browser of its own, which is another process."""
        browser = await launch_chromium(self._browser.browser_type)
        self._others.append(browser)
        return await self.open_page(path, user, browser=browser)

    async def switch_user(self, page: Page, user: Actor) -> None:
        """Sign in as another user in the same browser context and reload the page."""
        await self._set_session_cookie(page.context, user)
        await page.reload()
        await wait_until_hydrated(page)

    async def _set_session_cookie(self, context: BrowserContext, user: Actor) -> None:
        token = await factories.session_token(user)
        await context.add_cookies([{"name": "session", "value": token, "url": self.server.url}])

    async def new_page(
        self, user: Actor | None = None, *, browser: Browser | None = None, **context_options: Any
    ) -> Page:
        """Open an empty tab in a new browser context, signed in if `user` is not None.

        Args:
            browser: The browser, if it is not the one that all tests share.
        """
        browser = browser or self._browser
        context = await browser.new_context(base_url=self.server.url, **context_options)
        self._contexts.append(context)
        if user is not None:
            await self._set_session_cookie(context, user)
        page = await context.new_page()
        page.set_default_timeout(TIMEOUT_MILLISECONDS)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._record_console_error)
        return page

    async def close(self) -> None:
        for context in self._contexts:
            await context.close()
        for browser in self._others:
            await browser.close()

    def _record_console_error(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)


def join_new_network() -> dict[str, Any]:
    """Return the options of a browser context whose requests come from an address of its own.

    A network has five attempts a minute to sign in.
    """
    return {"extra_http_headers": {"X-Forwarded-For": f"10.0.0.{next(_networks)}"}}


async def wait_until_hydrated(page: Page) -> None:
    """Wait until React has replaced the server-rendered page."""
    await expect(page.locator("ssr-page")).to_have_count(0, timeout=TIMEOUT_MILLISECONDS)


async def create_user(name: str) -> Actor:
    """Create a user whom others find by their name, as after a registration."""
    user = await factories.user(f"{name.lower()}-{next(_user_numbers)}", name=name)
    async with unit_of_work() as session:
        await search.index_names(session, search.NameKind.USER, after=user.id - 1)
    return user


def get_post_path(post: Post) -> str:
    return f"/p/{post.id}/{post.slug}"


async def create_comment(
    author: Actor, post: Post, text: str, reply_to: Comment | None = None
) -> Comment:
    async with unit_of_work() as session:
        parent = reply_to.id if reply_to else None
        return await comments.reply(
            session,
            author,
            post_id=post.id,
            text=await comments.render_text(text),
            parent_id=parent,
        )


async def create_comment_chain(post: Post, authors: Sequence[Actor], length: int) -> list[Comment]:
    """Create `length` comments by alternating authors. Each comment replies to the one before."""
    created: list[Comment] = []
    for depth in range(length):
        parent = created[-1] if created else None
        created.append(
            await create_comment(authors[depth % len(authors)], post, f"Step {depth}.", parent)
        )
    return created


def locate_comment(page: Page, text: str) -> Locator:
    return page.get_by_role("article").filter(
        has=page.locator(".prose-comment").get_by_text(text, exact=True)
    )


async def click_comment_button(comment: Locator, name: Literal["Reply", "More actions"]) -> None:
    await comment.get_by_role("button", name=name, exact=True).click()


async def submit_comment(page: Page, field_label: str, text: str) -> None:
    field = page.get_by_label(field_label, exact=True)
    await field.fill(text)
    await page.locator("form", has=field).get_by_role("button", name="Send").click()
