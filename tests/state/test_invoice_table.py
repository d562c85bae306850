"""Tests of the table of invoices and credit notes in the Admin Panel."""

import pytest

from community import urls
from community.admin.subscription_invoices import InvoiceTableState
from community.core import clock
from community.wiring import wire
from community.workflows import payments
from tests import factories
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab
from tests.workflows.payments.buyers import SANDBOX, buy, sell
from tests.workflows.payments.test_vat import charge_vat, set_country

URL = urls.admin_section("subscription-invoices")


@pytest.fixture(scope="module", autouse=True)
def wire_events() -> None:
    wire()


async def issue_documents(cast: Cast) -> str:
    """Issue an invoice and a credit note to Alice in France, and return the id of the payment."""
    plan = await sell(cast.olga, price=1_000)
    await charge_vat(cast, "exclusive", invoice_prefix="INV-")
    await set_country(cast.alice, "FR")
    payment = await buy(cast.alice, plan)
    await SANDBOX.refund(payment.reference, 240, "EUR", "part")
    await payments.confirm_payment(cast.alice, payment.id)
    return str(payment.id)


def read_texts(tab: Tab, *codes: str) -> list[list[str]]:
    rows = tab[InvoiceTableState]["loaded_page"]["rows"]
    return [[row["cells"][code]["text"] for code in codes] for row in rows]


async def test_the_table_lists_all_documents_with_their_amounts(
    cast: Cast, socket_server: SocketServer
) -> None:
    payment_id = await issue_documents(cast)
    tab = await socket_server.open(cast.olga, URL)
    await tab.send(InvoiceTableState.load)
    await tab.send(InvoiceTableState.load_years)
    year = str(clock.now().year)
    assert tab[InvoiceTableState]["years"] == {year: year}
    codes = ("number", "kind", "buyer_name", "buyer_country", "net", "vat", "gross")
    assert read_texts(tab, *codes) == [
        [f"INV-{year}-000002", "Credit note", "Alice", "FR", "-€2.00", "-€0.40", "-€2.40"],
        [f"INV-{year}-000001", "Invoice", "Alice", "FR", "€10.00", "€2.00", "€12.00"],
    ]
    cells = tab[InvoiceTableState]["loaded_page"]["rows"][1]["cells"]
    assert cells["number"]["href"] == urls.invoice_document(1)
    assert cells["payment"]["href"] == (
        f"{urls.admin_section('subscription-payments')}?record={payment_id}"
    )


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("q=inv-{year}-000002", 1),
        ("q=INV-{year}-2", 1),
        ("q={year}-000002", 0),
        ("q=alice", 2),
        ("q=ALI", 2),
        ("q=100%", 0),
        ("q=bob", 0),
        ("kind=credit_note", 1),
        ("year={year}", 2),
        ("year=1999", 0),
    ],
)
async def test_documents_are_found_by_number_buyer_year_and_kind(
    cast: Cast, socket_server: SocketServer, query: str, count: int
) -> None:
    await issue_documents(cast)
    tab = await socket_server.open(cast.olga, f"{URL}?{query.format(year=clock.now().year)}")
    await tab.send(InvoiceTableState.load)
    assert len(read_texts(tab, "number")) == count


async def test_only_administrators_of_the_section_see_documents(
    cast: Cast, socket_server: SocketServer
) -> None:
    await issue_documents(cast)
    accountant = await factories.user("accountant", sections=["subscription-invoices"])
    editor = await factories.user("editor", sections=["posts"])
    shown = []
    for actor in (accountant, editor, cast.alice):
        tab = await socket_server.open(actor, URL)
        await tab.send(InvoiceTableState.load)
        await tab.send(InvoiceTableState.load_years)
        shown.append(bool(tab[InvoiceTableState].get("loaded_page")))
        assert bool(tab[InvoiceTableState].get("years")) == shown[-1]
    assert shown == [True, False, False]
