"""Tests of signing in with other services, which local servers play."""

from collections.abc import AsyncIterator

import oidc_provider_mock
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from community.wiring import wire
from tests import factories
from tests.e2e.browser_users import BrowserUsers, join_new_network, wait_until_hydrated
from tests.e2e.conftest import use_site_database
from tests.e2e.preloaded_server import PreloadedServer
from tests.e2e.production_server import ProductionServer
from tests.gateways.identity.sign_ins import change_settings
from tests.gateways.identity.stand_in import Person, StandIn, run_stand_in


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def sign_in_site(
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[tuple[ProductionServer, StandIn]]:
    """Yield a site on which people can sign in with Google, X, GitHub and Acme.

    All tests of this module share it, so each of them creates other accounts.
    """
    # A proxy would name the address of each visitor; see `join_new_network`.
    site = PreloadedServer(tmp_path_factory.mktemp("sign-in-site"), {"TRUSTED_PROXIES": "1"})
    site.settings["PUBLIC_URL"] = site.url
    site.migrate()
    wire()
    with oidc_provider_mock.run_server_in_thread() as provider:
        async with run_stand_in() as stand_in:
            stand_in.site_url = site.url
            values = stand_in.list_settings("google", "github", "x") | {
                "quick_sign_in_google": True,
                "openid_enabled": True,
                "openid_label": "Acme",
                "openid_issuer": f"http://localhost:{provider.server_port}",
                "openid_client_id": "site",
                "openid_client_secret": "secret",
            }
            with pytest.MonkeyPatch.context() as patch:
                async with use_site_database(site, patch):
                    await change_settings(await factories.user("olga", is_admin=True), values)
            site.start()
            yield site, stand_in
            site.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def site_users(
    browser: Browser, sign_in_site: tuple[ProductionServer, StandIn]
) -> AsyncIterator[tuple[BrowserUsers, StandIn]]:
    site, stand_in = sign_in_site
    stand_in.person, stand_in.is_refused = Person(), False
    users = BrowserUsers(browser, site)
    yield users, stand_in
    await users.close()
    # The page of `oidc-provider-mock` loads styles from another host.
    assert [error for error in users.errors if "Failed to load resource" not in error] == []


async def begin(page: Page, service: str) -> None:
    await page.get_by_role("button", name="Sign in", exact=True).first.click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_role("link", name=f"Continue with {service}").click()


async def test_a_person_creates_an_account_with_an_openid_provider(
    site_users: tuple[BrowserUsers, StandIn],
) -> None:
    users, _stand_in = site_users
    page = await users.open_page("/new", **join_new_network())
    await begin(page, "Acme")
    await page.locator("input[name=sub]").fill("dora")
    await page.get_by_role("button", name="Authorize").click()
    await page.wait_for_url("**/auth/finish")
    await wait_until_hydrated(page)
    await page.get_by_label("Name", exact=True).fill("Dora Maar")
    await page.get_by_label("Username", exact=True).fill("olga")
    await page.get_by_label("Email", exact=True).fill("dora@example.com")
    await page.get_by_role("button", name="Create account").click()
    await expect(page.get_by_text("This username is taken")).to_be_visible()
    await page.get_by_label("Username", exact=True).fill("dora")
    await page.get_by_role("button", name="Create account").click()
    await page.wait_for_url("**/new")
    await expect(page.get_by_role("button", name="Dora Maar")).to_be_visible()


async def test_a_person_without_an_email_registers_and_changes_the_services(
    site_users: tuple[BrowserUsers, StandIn],
) -> None:
    users, stand_in = site_users
    stand_in.person = Person(name="Lee Miller")
    page = await users.open_page("/popular", **join_new_network())
    stand_in.is_refused = True
    await begin(page, "X")
    await expect(page.get_by_role("alert")).to_have_text("You cancelled the sign-in.")
    assert page.url.startswith(f"{users.server.url}/popular?")
    stand_in.is_refused = False
    await wait_until_hydrated(page)
    await page.get_by_role("dialog").get_by_role("link", name="Continue with X").click()
    await page.wait_for_url("**/auth/finish")
    await wait_until_hydrated(page)
    await expect(page.get_by_label("Name", exact=True)).to_have_value("Lee Miller")
    await expect(page.get_by_label("Username", exact=True)).to_have_value("lee-miller")
    await page.get_by_label("Email", exact=True).fill("lee@example.com")
    await page.get_by_role("button", name="Create account").click()
    await page.wait_for_url("**/popular")

    await page.goto("/settings#sign-in")
    await wait_until_hydrated(page)
    section = page.locator("#sign-in")
    await expect(section.get_by_text("Your only way to sign in")).to_be_visible()
    stand_in.person = Person(id="12", email="lee@work.example")
    await section.get_by_role("link", name="Connect GitHub").click()
    await page.wait_for_url("**/auth/finish")
    await wait_until_hydrated(page)
    await page.get_by_role("button", name="Connect", exact=True).click()
    await page.wait_for_url("**/settings**")
    await wait_until_hydrated(page)
    await expect(section.get_by_text("lee@work.example")).to_be_visible()
    await section.get_by_role("button", name="Disconnect X").click()
    await page.get_by_role("dialog").get_by_role("button", name="Disconnect").click()
    await expect(section.get_by_role("link", name="Connect X")).to_be_visible()


async def test_the_owner_of_the_email_signs_in_once_to_connect_a_service(
    site_users: tuple[BrowserUsers, StandIn],
) -> None:
    users, stand_in = site_users
    page = await users.open_page("/", **join_new_network())
    await page.get_by_role("button", name="Join", exact=True).click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Name", exact=True).fill("Ada")
    await dialog.get_by_label("Email", exact=True).fill("ada@example.com")
    await dialog.get_by_label("Password", exact=True).fill("a quiet harbour")
    await dialog.get_by_role("button", name="Create an account").click()
    await expect(page.get_by_role("button", name="Ada")).to_be_visible()

    stand_in.person = Person(id="31", email="ada@example.com")
    page = await users.open_page("/new", **join_new_network())
    await begin(page, "GitHub")
    await page.wait_for_url("**/auth/finish")
    await wait_until_hydrated(page)
    await expect(page.get_by_role("heading", name="You already have an account")).to_be_visible()
    form = page.get_by_role("main")
    await form.get_by_label("Email or username").fill("ada@example.com")
    await form.locator("#finish-password").fill("a quiet harbour")
    await form.get_by_role("button", name="Sign in", exact=True).click()
    await expect(page.get_by_role("heading", name="Connect GitHub")).to_be_visible()
    await wait_until_hydrated(page)
    await page.get_by_role("button", name="Connect", exact=True).click()
    await page.wait_for_url("**/new")
    page = await users.open_page("/new", **join_new_network())
    await begin(page, "GitHub")
    await expect(page.get_by_role("button", name="Ada")).to_be_visible()


async def test_a_guest_signs_in_with_the_prompt_of_google(
    site_users: tuple[BrowserUsers, StandIn],
) -> None:
    users, stand_in = site_users
    stand_in.person = Person(id="21", name="Hannah Höch", email="hannah@example.com")
    page = await users.open_page("/new")
    await page.get_by_role("button", name="Continue with one click").click()
    await page.wait_for_url("**/auth/finish")
    await wait_until_hydrated(page)
    await page.get_by_role("button", name="Create account").click()
    await page.wait_for_url("**/new")
    await expect(page.get_by_role("button", name="Hannah Höch")).to_be_visible()
    await expect(page.get_by_role("button", name="Continue with one click")).to_have_count(0)
