"""End-to-end tests of links in mails and of one-time codes."""

import asyncio
from email.message import EmailMessage
from itertools import count

from playwright.async_api import Page, expect
from sqlalchemy import update
from sqlmodel import col

from community.core import clock
from community.core.db.sessions import unit_of_work
from community.domain import accounts, identity
from community.models import User, UserSession
from tests.domain.identity.second_factor import generate_code
from tests.e2e.browser_users import BrowserUsers, join_new_network, wait_until_hydrated
from tests.gateways.mail.delivered_mails import find_token, list_mails

PASSWORD, NEW_PASSWORD = "a quiet harbour", "a loud harbour"
MAIL_TIMEOUT_SECONDS = 30.0
_numbers = count(1)


async def register(*, is_verified: bool = True) -> User:
    """Create an account with a password. No address is one of `create_user`."""
    number = next(_numbers)
    data = await accounts.validate_registration(
        name=f"Greta Holm {number}", email=f"greta-holm-{number}@example.com", password=PASSWORD
    )
    async with unit_of_work() as session:
        user = await accounts.register(session, data)
        user.email_verified_at = clock.now() if is_verified else None
    return user


async def receive_mail(users: BrowserUsers, recipient: str, subject: str) -> EmailMessage:
    """Wait until the site has sent a mail, and return it."""
    async with asyncio.timeout(MAIL_TIMEOUT_SECONDS):
        while True:
            for mail in await asyncio.to_thread(list_mails, users.server.data_dir):
                if mail["To"] == recipient and mail["Subject"] == subject:
                    return mail
            await asyncio.sleep(0.05)


async def sign_in(page: Page, user: User, password: str = PASSWORD) -> None:
    await page.get_by_role("banner").get_by_role("button", name="Sign in", exact=True).click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Email or username").fill(user.email)
    await dialog.get_by_label("Password", exact=True).fill(password)
    await dialog.get_by_role("button", name="Sign in", exact=True).click()


async def expect_signed_in(page: Page, user: User) -> None:
    await expect(page.get_by_role("button", name=user.name)).to_be_visible()


async def open_signed_in(browser_users: BrowserUsers, user: User, path: str) -> Page:
    """Open a page in a browser in which the user has just signed in."""
    page = await browser_users.new_page(identity.build_actor(user))
    async with unit_of_work() as session:
        is_own = col(UserSession.user_id) == user.id
        await session.execute(update(UserSession).where(is_own).values(confirmed_at=clock.now()))
    await page.goto(path)
    await wait_until_hydrated(page)
    return page


def forget_expected_error(browser_users: BrowserUsers) -> None:
    """Forget that the console has reported the 422 that the test expects."""
    browser_users.errors[:] = [text for text in browser_users.errors if "422" not in text]


async def test_a_forgotten_password_is_replaced_and_all_devices_are_signed_out(
    browser_users: BrowserUsers,
) -> None:
    user = await register()
    other_device = await open_signed_in(browser_users, user, "/new")
    page = await browser_users.open_page("/", **join_new_network())
    await page.get_by_role("banner").get_by_role("button", name="Sign in", exact=True).click()
    await page.get_by_role("dialog").get_by_role("link", name="Forgot your password?").click()
    await wait_until_hydrated(page)
    await page.get_by_label("Email", exact=True).fill(user.email)
    await page.get_by_role("button", name="Send link").click()
    await expect(page.get_by_role("heading", name="Check your email")).to_be_visible()

    mail = await receive_mail(browser_users, user.email, "Choose a new password")
    await page.goto(f"/email/reset?token={find_token(mail, path='/email/reset')}")
    await wait_until_hydrated(page)
    await page.get_by_label("New password", exact=True).fill("short")
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_text("Use at least 8 characters.")).to_be_visible()
    forget_expected_error(browser_users)
    await page.get_by_label("New password", exact=True).fill(NEW_PASSWORD)
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("heading", name="Password changed")).to_be_visible()

    await other_device.reload()
    await expect(
        other_device.get_by_role("banner").get_by_role("button", name="Sign in", exact=True)
    ).to_be_visible()
    await receive_mail(browser_users, user.email, "Your password was changed")
    await page.goto("/")
    await wait_until_hydrated(page)
    await sign_in(page, user, NEW_PASSWORD)
    await expect_signed_in(page, user)


async def test_an_email_is_confirmed_with_a_link_that_was_sent_again(
    browser_users: BrowserUsers,
) -> None:
    user = await register(is_verified=False)
    page = await open_signed_in(browser_users, user, "/email/verify")
    await page.get_by_role("button", name="Send another link").click()
    await expect(page.get_by_role("heading", name="Check your email")).to_be_visible()
    mail = await receive_mail(browser_users, user.email, "Confirm your email")
    await page.goto(f"/email/verify?token={find_token(mail, path='/email/verify')}")
    await wait_until_hydrated(page)
    await page.get_by_role("button", name="Confirm email").click()
    await expect(page.get_by_role("heading", name="Email confirmed")).to_be_visible()
    await page.goto("/settings")
    await wait_until_hydrated(page)
    section = page.get_by_role("region", name="Email")
    await expect(section.get_by_text("Confirmed", exact=True)).to_be_visible()


async def test_an_email_changes_after_both_addresses_have_confirmed_it(
    browser_users: BrowserUsers,
) -> None:
    user = await register()
    new_email = f"new-{user.id}@example.com"
    page = await open_signed_in(browser_users, user, "/settings")
    section = page.get_by_role("region", name="Email")
    await section.get_by_label("New email").fill(new_email)
    await section.get_by_role("button", name="Change email").click()
    await expect(section.get_by_text("Waiting")).to_have_count(2)

    for recipient, subject, button in (
        (user.email, "Confirm the change of your email", "Change email"),
        (new_email, "Confirm your new email", "Confirm email"),
    ):
        mail = await receive_mail(browser_users, recipient, subject)
        reader = await browser_users.open_page(
            f"/email/change?token={find_token(mail, path='/email/change')}"
        )
        await reader.get_by_role("button", name=button).click()
        title = "One more step" if recipient == user.email else "Email changed"
        await expect(reader.get_by_role("heading", name=title)).to_be_visible()

    await page.reload()
    await wait_until_hydrated(page)
    # The reloaded page first shows what the server kept of the tab.
    await expect(section.get_by_text("Confirm the change to")).to_have_count(0)
    await expect(section.get_by_text(new_email, exact=True)).to_be_visible()


async def test_a_sign_in_in_two_steps_with_a_code_and_later_with_a_recovery_code(
    browser_users: BrowserUsers,
) -> None:
    user = await register()
    page = await open_signed_in(browser_users, user, "/settings")
    section = page.get_by_role("region", name="Two-step sign-in")
    await section.get_by_role("button", name="Set up").click()
    await expect(section.get_by_role("img", name="QR code with the key below")).to_be_visible()
    secret = await section.get_by_label("Key").input_value()
    code_field = section.get_by_label("2. Enter the code that the app shows")
    await code_field.fill("000000")
    await section.get_by_role("button", name="Switch on").click()
    await expect(section.get_by_role("alert")).to_be_visible()
    await code_field.fill(generate_code(secret, steps=-1))
    await section.get_by_role("button", name="Switch on").click()
    codes = section.get_by_role("listitem")
    await expect(codes).to_have_count(10)
    recovery_code = await codes.first.inner_text()
    async with page.expect_download() as download:
        await section.get_by_role("link", name="Download").click()
    assert recovery_code in (await (await download.value).path()).read_text()

    page = await browser_users.open_page("/new", **join_new_network())
    await sign_in(page, user)
    await expect(page.get_by_role("heading", name="Enter your code")).to_be_visible()
    await wait_until_hydrated(page)
    await page.get_by_label("Code", exact=True).fill(generate_code(secret))
    await page.get_by_role("button", name="Sign in", exact=True).last.click()
    await expect_signed_in(page, user)
    await expect(page).to_have_url(f"{browser_users.server.url}/new")

    page = await browser_users.open_page("/new", **join_new_network())
    await sign_in(page, user)
    await page.get_by_role("link", name="Use a recovery code").click()
    await wait_until_hydrated(page)
    await page.get_by_label("Recovery code", exact=True).fill(recovery_code)
    await page.get_by_role("button", name="Sign in", exact=True).last.click()
    await expect_signed_in(page, user)
    await receive_mail(browser_users, user.email, "A recovery code was used")


async def test_a_sign_in_in_two_steps_works_without_javascript(
    browser_users: BrowserUsers,
) -> None:
    user = await register()
    async with unit_of_work() as session:
        row = await session.get_one(User, user.id)
        signed_in = await identity.sign_in(
            session, identity.build_actor(row), user=row, user_agent="Firefox"
        )
    async with unit_of_work() as session:
        setup = await identity.two_factor.start_setup(session, signed_in.actor)
    async with unit_of_work() as session:
        code = generate_code(setup.secret, steps=-1)
        await identity.two_factor.confirm_setup(session, signed_in.actor, code=code)
    page = await browser_users.new_page(java_script_enabled=False, **join_new_network())
    await page.goto("/?modal=auth&next=%2Fnew")
    await page.get_by_label("Email or username").fill(user.email)
    await page.get_by_label("Password", exact=True).first.fill(PASSWORD)
    await page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    await page.get_by_label("Code", exact=True).fill("000000")
    await page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    await expect(page.get_by_role("alert").first).to_contain_text("This code is wrong")
    await page.get_by_label("Code", exact=True).fill(generate_code(setup.secret))
    await page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    await expect(page).to_have_url(f"{browser_users.server.url}/new")
