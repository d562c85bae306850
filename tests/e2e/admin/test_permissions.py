"""Test that a permission that is taken away closes the section in the open page of its owner."""

from playwright.async_api import expect

from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import accounts, identity
from community.models import User
from tests.e2e.browser_users import BrowserUsers, create_user

PASSWORD = "a quiet harbour"


async def create_administrator(name: str, *sections: str) -> Actor:
    actor = await create_user(name)
    password_hash = await identity.hash_password(PASSWORD)
    async with unit_of_work() as session:
        user = await session.get_one(User, actor.id)
        user.password_hash = password_hash
        await accounts.grant_admin(session, user, sections)
    return actor


async def test_the_search_for_an_administrator_keeps_every_letter(
    browser_users: BrowserUsers,
) -> None:
    full = await create_administrator("Fiona", "*")
    await create_user("Typist")
    page = await browser_users.open_page("/admin-panel/admin-permissions", full)
    field = page.get_by_role("searchbox", name="Username")
    # Slower than the delay after which the field searches, so that answers arrive meanwhile.
    await field.press_sequentially("typist-oidc", delay=250)
    await expect(field).to_have_value("typist-oidc")
    await expect(page.get_by_text("No one here uses that name.")).to_be_visible()
    for _letter in "-oidc":
        await field.press("Backspace")
    await expect(page.get_by_role("button", name="Typist")).to_be_visible()
    await expect(field).to_have_value("typist")


async def test_a_removed_permission_closes_the_section_for_the_other_administrator(
    browser_users: BrowserUsers,
) -> None:
    full = await create_administrator("Florence", "*")
    limited = await create_administrator("Leopold", "users", "audit-log")
    desktop = {"viewport": {"width": 1440, "height": 900}}
    panel = await browser_users.open_page("/admin-panel/audit-log", limited, **desktop)
    link = panel.get_by_role("link", name="Audit log")
    await expect(panel.get_by_role("heading", name="Audit log")).to_be_visible()
    await expect(link).to_have_attribute("aria-current", "page")
    matrix = await browser_users.open_page("/admin-panel/admin-permissions", full, **desktop)
    box = matrix.get_by_role("checkbox", name="Audit log: Leopold", exact=True)
    await expect(box).to_be_checked()
    # The action needs the password, and is repeated after it.
    await box.click()
    await matrix.get_by_role("dialog").get_by_label("Password").fill(PASSWORD)
    await matrix.get_by_role("button", name="Continue").click()
    await expect(box).not_to_be_checked()
    await expect(panel.get_by_role("heading", name="No access")).to_be_visible()
    await expect(link).to_have_count(0)
    await expect(panel.get_by_role("link", name="Users", exact=True)).to_be_visible()
