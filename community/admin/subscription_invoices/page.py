"""The page with the invoices and credit notes."""

from typing import Any

import reflex as rx

from community import urls
from community.admin.blocks.table.data_table import data_table
from community.admin.layout import admin_page
from community.admin.subscription_invoices.state import InvoiceTableState
from community.admin.subscription_invoices.table import INVOICE_LAYOUT
from community.components import ui
from community.domain import tables
from community.i18n import gettext as _


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
