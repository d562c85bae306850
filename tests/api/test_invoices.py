"""Tests of the invoices of payments."""

from httpx import AsyncClient

from community import i18n, payment_processing, urls
from community.domain import site
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.domain.actions import run
from tests.payment_processing.buyers import SANDBOX, buy, sell, start

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
        *(f"-{payment.id.hex[:8].upper()}", str(payment.id), "Plus &lt;b&gt;", "€12.50"),
        *("Example &amp; Co. Ltd", "1 High Street\nLondon", "Tax ID: GB 123"),
        *("Alice", "alice@example.com", "From "),
    ):
        assert text in page, text
    assert "Returned" not in page
    with i18n.override("ru"):
        translated = (await client.get(urls.invoice(payment.id), headers=HTML)).text
    assert "12,50\N{NO-BREAK SPACE}€" in translated
    assert '<html lang="ru">' in translated


async def test_an_invoice_shows_what_was_returned(client: AsyncClient, cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    await SANDBOX.refund(payment.reference, 200, "EUR", "part")
    await payment_processing.confirm_payment(cast.alice, payment.id)
    await sign_in(client, cast.alice)
    page = (await client.get(urls.invoice(payment.id), headers=HTML)).text
    # The seller of a site without other texts has the name of the site.
    for text in ("Returned", "-€2.00", "€3.00", '<p dir="auto">Community</p>'):
        assert text in page, text


async def test_only_the_buyer_and_administrators_of_payments_see_an_invoice(
    client: AsyncClient, cast: Cast
) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    assert (await client.get(urls.invoice(payment.id))).status_code == 401
    for actor, status in ((cast.bob, 404), (cast.olga, 200), (cast.alice, 200)):
        await sign_in(client, actor)
        assert (await client.get(urls.invoice(payment.id))).status_code == status


async def test_there_is_no_invoice_before_the_payment(client: AsyncClient, cast: Cast) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    await sign_in(client, cast.alice)
    assert (await client.get(urls.invoice(started.payment.id))).status_code == 404
