"""The section with the invoices and credit notes of the site."""

from typing import Any, ClassVar, Final

import reflex as rx

from community import urls
from community.admin.blocks.table.data_table import data_table
from community.admin.blocks.table.layout import Column, FilterLabels, TableLayout, period_labels
from community.admin.blocks.table.state import TableState
from community.admin.blocks.table.values import Badge, Link, Money
from community.admin.layout import admin_page
from community.components import ui
from community.domain import subscriptions, tables
from community.domain.subscriptions.administration.invoice_table import INVOICE_TABLE
from community.domain.subscriptions.invoices.content import format_number
from community.domain.subscriptions.invoices.schemas import InvoiceKind
from community.domain.subscriptions.policies import PAYMENTS_SECTION
from community.domain.tables import RECORD_PARAM, build_url
from community.i18n import gettext as _, noop
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_query

_KINDS: Final[dict[InvoiceKind, str]] = {
    "invoice": noop("Invoice"),
    "credit_note": noop("Credit note"),
}
_TREATMENTS: Final = {
    "none": noop("Without VAT"),
    "inclusive": noop("Included in the price"),
    "exclusive": noop("Added to the price"),
    "reverse_charge": noop("Reverse charge"),
}


def _amount(code: str, label: str) -> Column:
    def read(record: Any) -> Money:
        return Money(getattr(record[0], code), record[0].currency)

    return Column(code, label, read, "money")


def _buyer(code: str, label: str, *, is_default: bool = True) -> Column:
    return Column(
        code,
        label,
        lambda record: record[0].content["buyer"][code.removeprefix("buyer_")],
        is_default=is_default,
    )


def _link_document(record: Any) -> Link:
    return Link(format_number(record[0]), urls.invoice_document(record[0].id))


def _link_payment(record: Any) -> Link:
    payment_id = str(record[0].payment_id)
    url = build_url(urls.admin_section(PAYMENTS_SECTION), {RECORD_PARAM: payment_id})
    return Link(payment_id, url)


def _read_kind(record: Any) -> Badge:
    kind = record[0].kind
    return Badge(_KINDS[kind], "accent" if kind == "credit_note" else "neutral")


INVOICE_LAYOUT: Final = TableLayout(
    table=INVOICE_TABLE,
    columns=(
        Column("number", noop("Number"), _link_document, "link"),
        Column("kind", noop("Kind"), _read_kind, "badge"),
        Column("day", noop("Date"), lambda record: record[0].content["day"], sort="new"),
        _buyer("buyer_name", noop("Buyer")),
        _buyer("buyer_country", noop("Country")),
        _buyer("buyer_tax_id", noop("VAT ID"), is_default=False),
        _amount("net", noop("Net amount")),
        Column(
            "vat_rate",
            noop("VAT in percent"),
            lambda record: record[0].vat_rate / 100,
            "number",
            is_default=False,
        ),
        _amount("vat", noop("VAT")),
        _amount("gross", noop("Total")),
        Column(
            "vat_treatment",
            noop("Kind of VAT"),
            lambda record: Badge(_TREATMENTS[record[0].vat_treatment]),
            "badge",
            is_default=False,
        ),
        Column(
            "corrects",
            noop("Corrects invoice"),
            lambda record: record[0].content["corrects"],
            is_default=False,
        ),
        Column("payment", noop("Payment"), _link_payment, "link", "md"),
        Column(
            "issued",
            noop("Issued"),
            lambda record: record[0].issued_at,
            "time",
            is_default=False,
            sort="new",
        ),
    ),
    filters={
        "kind": FilterLabels(noop("Kind"), dict(_KINDS)),
        "issued": period_labels(noop("Issued")),
        "year": FilterLabels(noop("Year")),
        "user": FilterLabels(noop("Person")),
    },
    sorts={"new": noop("Issued")},
)


class InvoiceTableState(TableState, rx.State):
    layout: ClassVar[TableLayout] = INVOICE_LAYOUT

    years: dict[str, str] = {}  # the years of the documents, as the choices of the filter

    @rx.event
    @admin("", limit="admin_tables")
    async def load_years(self) -> None:
        years = await run_query(subscriptions.invoices.list_years)
        self.years = {str(year): str(year) for year in years}


def subscription_invoices_page() -> rx.Component:
    state: Any = InvoiceTableState
    return admin_page(
        "subscription-invoices",
        data_table(
            state,
            caption=_("Invoices"),
            search_label=_("Search by number or buyer"),
            empty_title=_("No invoices yet"),
            empty_text=_("Each payment and each refund gets a document, which appears here."),
            empty_icon="book",
            opens_records=False,
            id_choices={"year": state.years},
        ),
        actions=(
            ui.link_button(
                _("Export for accounting"), href=_export_url(), icon_name="download", size="sm"
            ),
        ),
    )


def _export_url() -> str:
    """Return the URL of the CSV file with all documents and all columns, oldest first."""
    codes = ",".join(column.code for column in INVOICE_LAYOUT.columns)
    params = {tables.SORT_PARAM: "new", tables.COLUMNS_PARAM: codes}
    return tables.build_url(urls.admin_csv(INVOICE_LAYOUT.table.code), params)
