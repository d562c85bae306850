"""Test that a user buys with a billing address and finds the invoice."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from community import urls
from community.core.actor import Actor
from community.domain import site
from tests.domain.actions import run
from tests.e2e.browser_users import BrowserUsers, create_user
from tests.e2e.payment_site import open_payment_site
from tests.workflows.payments.buyers import sell
from tests.workflows.payments.test_vat import SELLER


@pytest_asyncio.fixture(loop_scope="session")
async def users(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[BrowserUsers]:
    """Yield the users of a site that adds VAT and asks buyers for their address."""

    async def put_on_sale(admin: Actor) -> None:
        await sell(admin, price=1_000)
        section = {
            "provider": "sandbox",
            "requires_billing_address": True,
            "vat_mode": "exclusive",
            **SELLER,
        }
        await run(site.update_settings, admin, site.PaymentSettings.model_validate(section))

    async with open_payment_site(browser, tmp_path, monkeypatch, put_on_sale) as users:
        yield users


async def test_a_user_buys_with_a_billing_address_and_finds_the_invoice(
    users: BrowserUsers,
) -> None:
    alice = await create_user("Alice")
    page = await users.open_page(urls.PLANS, alice)
    await page.get_by_role("button", name="Get Plus").click()
    form = page.get_by_role("dialog", name="Billing details")
    await form.get_by_label("Name or company").fill("Alice Ltd")
    await form.get_by_label("Country").select_option("FR")
    save = form.get_by_role("button", name="Save and continue")
    await save.click()
    await expect(form.get_by_text("Enter your address.")).to_be_visible()
    await expect(form.get_by_label("Name or company")).to_have_value("Alice Ltd")

    # Nothing that was typed is lost with the page.
    await page.reload()
    await page.get_by_role("button", name="Get Plus").click()
    await expect(form.get_by_label("Name or company")).to_have_value("Alice Ltd")
    await expect(form.get_by_label("Country")).to_have_value("FR")
    await form.get_by_label("Address").fill("1 Rue de Rivoli\nParis")
    await save.click()

    dialog = page.get_by_role("dialog", name="Get Plus")
    await expect(dialog.get_by_text("Alice Ltd, 1 Rue de Rivoli, Paris, France")).to_be_visible()
    await expect(dialog.get_by_text("€12.00", exact=True)).to_be_visible()
    await dialog.get_by_role("button", name="Change billing details").click()
    await form.get_by_label("VAT ID").fill("FR1")
    await form.get_by_role("button", name="Back").click()
    await dialog.get_by_role("button", name="Continue to payment").click()

    await expect(page.get_by_text("Alice Ltd, 1 Rue de Rivoli, Paris, France")).to_be_visible()
    await page.get_by_role("button", name="The payment succeeds").click()
    await expect(page.get_by_role("heading", name="Payment successful")).to_be_visible()
    await page.goto(f"{urls.SETTINGS}#subscription")
    async with page.expect_popup() as opened:
        await page.get_by_role("link", name="Invoice 20").first.click()
    invoice = await opened.value
    await expect(invoice.get_by_role("heading", name="Invoice")).to_be_visible()
    await expect(invoice.get_by_text("1 Rue de Rivoli")).to_be_visible()
    await expect(invoice.get_by_text("€12.00")).to_be_visible()
