"""Tests of the invoices of payments."""

import csv

from httpx import AsyncClient

from community import i18n, urls
from community.admin.subscription_invoices import INVOICE_LAYOUT
from community.core import clock
from community.domain import site
from community.workflows import payments
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.domain.actions import run
from tests.workflows.payments.buyers import SANDBOX, buy, sell, start

HTML = {"Accept": "text/html"}


async def test_an_invoice_names_the_seller_the_buyer_and_the_amount(
    client: AsyncClient, cast: Cast
) -> None:
    plan = await sell(cast.olga, name="Plus <b>", price=1_250)
    seller = site.PaymentSettings(
        provider="sandbox",
        seller_name="Example & Co. Ltd",
        seller_address="1 High Street\nLondon",
        seller_tax_id="GB 123",
    )
    await run(site.update_settings, cast.olga, seller)
    payment = await buy(cast.alice, plan)
    await sign_in(client, cast.alice)
    response = await client.get(urls.invoice(payment.id), headers=HTML)
    assert response.status_code == 200
    assert "no-store" in response.headers["Cache-Control"]
    page = response.text
    assert page.startswith("<!doctype html>")
    for text in (
        *("-000001", str(payment.id), "Plus &lt;b&gt;", "€12.50"),
        *("Example &amp; Co. Ltd", "1 High Street\nLondon", "Tax ID: GB 123"),
        *("Alice", "alice@example.com", "From "),
    ):
        assert text in page, text
    assert "VAT 0" not in page


async def test_a_document_stays_in_the_language_in_which_it_was_issued(
    client: AsyncClient, cast: Cast
) -> None:
    with i18n.override("ru"):
        payment = await buy(cast.alice, await sell(cast.olga, price=1_250))
    await sign_in(client, cast.alice)
    page = (await client.get(urls.invoice(payment.id), headers=HTML)).text
    assert "12,50\N{NO-BREAK SPACE}€" in page
    assert '<html lang="ru">' in page
    assert "Тариф" in page


async def test_an_invoice_does_not_change_and_leads_to_its_credit_note(
    client: AsyncClient, cast: Cast
) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    await sign_in(client, cast.alice)
    before = (await client.get(urls.invoice(payment.id), headers=HTML)).text
    # The seller of a site without other texts has the name of the site.
    assert '<p dir="auto" class="name">Community</p>' in before
    await run(site.update_settings, cast.olga, site.PaymentSettings(seller_name="Other Ltd"))
    await SANDBOX.refund(payment.reference, 200, "EUR", "part")
    await payments.confirm_payment(cast.alice, payment.id)
    after = (await client.get(urls.invoice(payment.id), headers=HTML)).text
    link = '<ul><li><a href="/plans/invoices/2">Credit note 2026-000002</a></li></ul>'
    year = clock.now().year
    link = link.replace("2026", str(year))
    assert after.replace(link, "") == before
    page = (await client.get(urls.invoice_document(2), headers=HTML)).text
    for text in ("<h1>Credit note</h1>", f"{year}-000001", "Refund", "-€2.00", "Community"):
        assert text in page, text
    assert "Other Ltd" not in page


async def test_only_the_buyer_and_administrators_of_payments_see_an_invoice(
    client: AsyncClient, cast: Cast
) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    assert (await client.get(urls.invoice(payment.id))).status_code == 401
    for actor, status in ((cast.bob, 404), (cast.olga, 200), (cast.alice, 200)):
        await sign_in(client, actor)
        for url in (urls.invoice(payment.id), urls.invoice_document(1)):
            assert (await client.get(url)).status_code == status


async def test_there_is_no_invoice_before_the_payment(client: AsyncClient, cast: Cast) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    await sign_in(client, cast.alice)
    assert (await client.get(urls.invoice(started.payment.id))).status_code == 404


async def test_administrators_download_all_documents_with_numbers_as_numbers(
    client: AsyncClient, cast: Cast
) -> None:
    payment = await buy(cast.alice, await sell(cast.olga, price=1_250))
    await SANDBOX.refund(payment.reference, 200, "EUR", "part")
    await payments.confirm_payment(cast.alice, payment.id)
    codes = ",".join(column.code for column in INVOICE_LAYOUT.columns)
    url = f"{urls.admin_csv(INVOICE_LAYOUT.table.code)}?sort=new&columns={codes}"
    await sign_in(client, cast.alice)
    assert (await client.get(url)).status_code == 404
    await sign_in(client, cast.olga)
    rows = list(csv.DictReader((await client.get(url)).text.lstrip("\ufeff").splitlines()))
    year = clock.now().year
    assert [(row["Number"], row["Total"], row["Buyer"], row["Kind"]) for row in rows] == [
        (f"{year}-000001", "12.50", "Alice", "Invoice"),
        (f"{year}-000002", "-2.00", "Alice", "Credit note"),
    ]
    assert rows[1]["Corrects invoice"] == f"{year}-000001"
    for year_filter, count in ((year, 2), (year - 1, 0)):
        filtered = (await client.get(f"{url}&year={year_filter}")).text.splitlines()
        assert len(filtered) == count + 1
    record = (await client.get(f"{urls.ADMIN_API}/payments/{payment.id}")).json()
    assert [document["gross"] for document in record["documents"]] == [1_250, -200]
