"""End-to-end test of a passkey, with the virtual authenticator of Chromium."""

from playwright.async_api import Page, expect

from community.domain import identity
from tests import factories
from tests.e2e.browser_users import BrowserUsers, join_new_network, wait_until_hydrated
from tests.e2e.test_credentials import expect_signed_in, receive_mail, register, sign_in

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


async def add_authenticator(page: Page) -> None:
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("WebAuthn.enable")
    await devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})


async def test_a_passkey_is_added_and_then_signs_in(browser_users: BrowserUsers) -> None:
    user = await register()
    # A passkey belongs to the name of a host and not to an IP address.
    site = f"http://localhost:{browser_users.server.port}"
    page = await browser_users.new_page(**join_new_network())
    await add_authenticator(page)
    await page.goto(f"{site}/settings")
    await wait_until_hydrated(page)
    await sign_in(page, user)
    await expect_signed_in(page, user)
    await wait_until_hydrated(page)

    section = page.get_by_role("region", name="Passkeys")
    await section.get_by_role("button", name="Add a passkey").click()
    await expect(section.get_by_text("Never used")).to_be_visible()
    await section.get_by_role("button", name="Rename").click()
    dialog = page.get_by_role("dialog", name="Rename the passkey")
    await dialog.get_by_label("Name").fill("My laptop")
    await dialog.get_by_role("button", name="Save").click()
    await expect(section.get_by_text("My laptop")).to_be_visible()
    await receive_mail(browser_users, user.email, "A passkey was added")

    await page.get_by_role("button", name="Your account").click()
    await page.get_by_role("button", name="Sign out", exact=True).first.click()
    await page.goto(f"{site}/new")
    await wait_until_hydrated(page)
    await page.get_by_role("banner").get_by_role("button", name="Sign in", exact=True).click()
    # The dialog focuses the login field, and the authenticator accepts the suggestion by itself.
    await expect_signed_in(page, user)
    await expect(page).to_have_url(f"{site}/new")

    # A session in which the user has not confirmed their identity.
    token = await factories.session_token(identity.build_actor(user))
    await page.context.add_cookies([{"name": "session", "value": token, "url": site}])
    await page.goto(f"{site}/settings")
    await wait_until_hydrated(page)
    two_step = page.get_by_role("region", name="Two-step sign-in")
    await two_step.get_by_role("button", name="Set up").click()
    dialog = page.get_by_role("dialog", name="Confirm that it's you")
    await dialog.get_by_role("button", name="Use a passkey").click()
    await dialog.get_by_role("button", name="Use a passkey").click()
    await expect(dialog).to_be_hidden()
    await expect(two_step.get_by_role("button", name="Switch on")).to_be_visible()

    await section.get_by_role("button", name="Remove").click()
    dialog = page.get_by_role("dialog", name="Remove this passkey?")
    await dialog.get_by_role("button", name="Remove").click()
    await expect(section.get_by_text("No passkeys yet")).to_be_visible()
