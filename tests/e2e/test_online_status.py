"""Test that a page shows who is online, with two people in two browsers."""

from playwright.async_api import Page

from tests.e2e.browser_users import BrowserUsers, create_user, wait_until_hydrated

# A closed tab counts for 25 seconds, and changes are sent every 5 seconds.
TIMEOUT_MILLISECONDS = 60_000


async def expect_dot(page: Page, user_id: int, *, is_shown: bool) -> None:
    await page.wait_for_function(
        "([selector, isShown]) => {"
        "  const avatar = document.querySelector(selector);"
        "  return avatar && (getComputedStyle(avatar, '::after').display !== 'none') === isShown;"
        "}",
        arg=[f"main [data-online-user='{user_id}']", is_shown],
        timeout=TIMEOUT_MILLISECONDS,
    )


async def test_a_page_shows_when_someone_comes_hides_and_leaves(
    browser_users: BrowserUsers,
) -> None:
    alice, bob = await create_user("Alice"), await create_user("Bob")
    profile = await browser_users.open_page(f"/{alice.slug}", bob)
    await expect_dot(profile, alice.id, is_shown=False)

    settings = await browser_users.open_page("/settings", alice)
    await expect_dot(profile, alice.id, is_shown=True)
    profile_for_guest = await browser_users.open_page(f"/{alice.slug}")
    await expect_dot(profile_for_guest, alice.id, is_shown=False)

    switch = settings.get_by_role("switch", name="Show when I'm online")
    await switch.click()
    await expect_dot(profile, alice.id, is_shown=False)
    await switch.click()
    await profile.reload()
    await wait_until_hydrated(profile)
    await expect_dot(profile, alice.id, is_shown=True)

    await settings.close()
    await expect_dot(profile, alice.id, is_shown=False)
    assert browser_users.errors == []
