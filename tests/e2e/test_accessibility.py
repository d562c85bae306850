"""Accessibility tests of every page, run with axe-core in both themes and at three widths.

The tests also fail on pages that scroll horizontally.
"""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from community import urls
from community.admin.sections import SECTIONS
from community.core import clock
from community.core.db.sessions import unit_of_work
from community.domain import audit
from community.models import Mail, OutboxMessage
from community.pages import NOT_FOUND_ROUTE, list_pages
from tests import factories
from tests.e2e.axe import CONTEXT_OPTIONS, HEIGHT, find_violations
from tests.e2e.browser_users import (
    BrowserUsers,
    click_comment_button,
    create_user,
    get_post_path,
    locate_comment,
)
from tests.e2e.seed_site import SeedSite, create_seed_site

# Pages whose address has the token of a link. Without it, they answer with 410.
LINK_PAGES = ("/email/report", "/email/change", "/email/unsubscribe")
POST = "/p/[post_id]/[post_slug]"

# The pages of the site exist only after an administrator has written them.
ROUTES = [
    page.route
    for page in list_pages()
    if page.route != NOT_FOUND_ROUTE and not page.route.startswith(urls.ABOUT)
]


@pytest.fixture(scope="session")
def seed_sites() -> list[SeedSite]:
    return []


@pytest_asyncio.fixture(loop_scope="session")
async def seed_site(browser_users: BrowserUsers, seed_sites: list[SeedSite]) -> SeedSite:
    """Return content that all tests of this module share, because they do not change it."""
    if not seed_sites:
        seed_sites.append(await create_seed_site())
    return seed_sites[0]


@pytest.mark.parametrize("address", ROUTES)
async def test_every_page_is_accessible_to_a_signed_in_user(
    browser_users: BrowserUsers, seed_site: SeedSite, address: str
) -> None:
    page = await browser_users.open_page(
        seed_site.resolve_path(address), seed_site.alice, **CONTEXT_OPTIONS
    )
    assert await find_violations(page) == {}
    if address in LINK_PAGES:  # The browser reports the status.
        browser_users.errors[:] = [text for text in browser_users.errors if "410" not in text]


@pytest.mark.parametrize(
    "address",
    [
        urls.HOME,
        POST,
        f"{urls.SEARCH}?q=rye&author=alice",
        "/[user_slug]",
        "/c/[community_slug]",
        urls.SETTINGS,
    ],
)
async def test_public_pages_are_accessible_to_a_guest(
    browser_users: BrowserUsers, seed_site: SeedSite, address: str
) -> None:
    page = await browser_users.open_page(seed_site.resolve_path(address), **CONTEXT_OPTIONS)
    assert await find_violations(page) == {}


async def test_the_pages_of_the_site_are_accessible(browser_users: BrowserUsers) -> None:
    name = f"admin-{(await create_user('Admin')).slug}"
    page = await browser_users.open_page("/", await factories.user(name, is_admin=True))
    await _change_settings(page, about_page="## About\n\nOf rye.", terms_page="Be patient.")
    for path in (urls.ABOUT, f"{urls.ABOUT}/terms"):
        reader = await browser_users.open_page(path, **CONTEXT_OPTIONS)
        assert await find_violations(reader) == {}
    await _change_settings(page, about_page="", terms_page="")


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_every_section_of_the_admin_panel_is_accessible(
    browser_users: BrowserUsers,
) -> None:
    """Check all registered sections in one tab, each with its first record in the side sheet."""
    seed_site = await create_seed_site()
    await _fill_queues(seed_site)
    name = f"admin-{(await create_user('Admin')).slug}"
    page = await browser_users.open_page(
        urls.ADMIN_PANEL, await factories.user(name, is_admin=True), **CONTEXT_OPTIONS
    )
    violations: dict[str, dict[str, list[str]]] = {}
    with_sheets = set()
    for section in SECTIONS:
        await _open_section(page, section.code)
        violations[section.code] = await find_violations(page, widths=(1440, 390))
        record = page.locator("[data-open]").first
        if await record.count():
            await record.click()
            sheet = page.locator("dialog[open]")
            await expect(sheet).to_be_visible()
            violations[f"{section.code}: side sheet"] = await find_violations(page, widths=(390,))
            await page.keyboard.press("Escape")
            await expect(sheet).to_have_count(0)
            await expect(record).to_be_focused()
            with_sheets.add(section.code)
    assert {code: found for code, found in violations.items() if found} == {}
    assert {"users", "posts", "comments", "communities", "jobs", "mail"} <= with_sheets


async def _fill_queues(seed_site: SeedSite) -> None:
    """Create a job, a mail and a change in the audit log, so that no table is empty."""
    async with unit_of_work() as session:
        later = clock.now() + timedelta(days=1)
        await audit.record(session, seed_site.alice, "user.banned", reason="Spam")
        session.add(OutboxMessage(name="notify_watchers", due_at=later, last_error="Timeout"))
        session.add(
            Mail(
                kind="test",
                recipient="bob@example.com",
                subject="Test email",
                text="Hello",
                html="<p>Hello</p>",
                state="failed",
                attempts=8,
                max_attempts=8,
                due_at=later,
            )
        )


async def _open_section(page: Page, code: str) -> None:
    """Open a section from the sidebar, and wait until its data is loaded."""
    await page.set_viewport_size({"width": 1440, "height": HEIGHT})
    await page.locator(f'nav a[href="{urls.admin_section(code)}"]').first.click()
    await expect(page.locator('nav a[aria-current="page"]').first).to_have_attribute(
        "href", urls.admin_section(code)
    )
    await expect(page.locator("main [aria-busy=true]")).to_have_count(0)


async def _change_settings(page: Page, **values: str) -> None:
    response = await page.request.patch(
        f"{urls.ADMIN_API}/settings/general",
        data={"values": values},
        headers={"Origin": page.url.rstrip("/")},
    )
    assert response.ok, await response.text()


@pytest.mark.parametrize("path", ["/nobody-is-here", "/no/where"])
async def test_not_found_pages_are_accessible(browser_users: BrowserUsers, path: str) -> None:
    page = await browser_users.open_page(path, **CONTEXT_OPTIONS)
    await expect(page.get_by_text("Page not found")).to_be_visible()
    assert await find_violations(page) == {}
    browser_users.errors.clear()  # Chromium logs the 404 response as an error.


async def test_a_page_with_a_single_comment_thread_is_accessible(
    browser_users: BrowserUsers, seed_site: SeedSite
) -> None:
    path = f"{get_post_path(seed_site.post)}?comment={seed_site.deep_comment.id}"
    page = await browser_users.open_page(path, seed_site.bob, **CONTEXT_OPTIONS)
    assert await find_violations(page) == {}


async def test_the_sign_in_dialog_is_accessible(browser_users: BrowserUsers) -> None:
    page = await browser_users.open_page(urls.SIGN_IN, **CONTEXT_OPTIONS)
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_role("button", name="Sign in")).to_be_visible()
    assert await find_violations(page) == {}
    await dialog.get_by_role("button", name="Create an account").click()
    await expect(dialog.get_by_label("Name", exact=True)).to_be_visible()
    assert await find_violations(page) == {}


async def _open_reply_composer(page: Page) -> None:
    await click_comment_button(locate_comment(page, "Step 0."), "Reply")
    await expect(page.get_by_label("Your reply", exact=True)).to_be_focused()


async def _open_notifications(page: Page) -> None:
    await page.get_by_role("button", name="Notifications").click()
    notifications = page.get_by_role("group", name="Notifications").get_by_role("link")
    await expect(notifications.filter(has_text="Bob").first).to_be_visible()


async def _open_comment_menu(page: Page) -> None:
    await click_comment_button(locate_comment(page, "Step 0."), "More actions")
    await expect(page.get_by_role("button", name="Pin to top")).to_be_visible()


async def _open_account_menu(page: Page) -> None:
    await page.get_by_role("button", name="Your account").click()
    await expect(page.get_by_role("button", name="Sign out")).to_be_visible()


@pytest.mark.parametrize(
    "open_menu", [_open_reply_composer, _open_notifications, _open_comment_menu, _open_account_menu]
)
async def test_menus_and_popovers_are_accessible(
    browser_users: BrowserUsers, seed_site: SeedSite, open_menu: Callable[[Page], Awaitable[None]]
) -> None:
    page = await browser_users.open_page(
        get_post_path(seed_site.post), seed_site.alice, **CONTEXT_OPTIONS
    )
    await open_menu(page)
    assert await find_violations(page) == {}
