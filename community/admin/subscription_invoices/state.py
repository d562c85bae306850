from typing import ClassVar

import reflex as rx

from community.admin.blocks.table.layout import TableLayout
from community.admin.blocks.table.state import TableState
from community.admin.subscription_invoices.table import INVOICE_LAYOUT
from community.domain import subscriptions
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_query


class InvoiceTableState(TableState, rx.State):
    layout: ClassVar[TableLayout] = INVOICE_LAYOUT

    years: dict[str, str] = {}  # the years of the documents, as the choices of the filter

    @rx.event
    @admin("", limit="admin_tables")
    async def load_years(self) -> None:
        years = await run_query(subscriptions.invoices.list_years)
        self.years = {str(year): str(year) for year in years}
