"""State of the list of invoices in the settings."""

from typing import ClassVar

import reflex as rx

from community import urls
from community.core.db.pagination import Page
from community.core.money import format_amount
from community.core.read_models import ReadModel, Timestamp
from community.domain import subscriptions
from community.domain.subscriptions.invoices import InvoiceSummary, describe_document
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime.actions import run_query
from community.state.runtime.lists import AppendedPage
from community.state.runtime.location import Cursor
from community.state.runtime.policy import signed_in


class InvoiceRow(ReadModel):
    id: int
    url: str
    title: str
    amount: str
    issued_at: Timestamp


class InvoicesPage(AppendedPage):
    rows: list[InvoiceRow] = []


class InvoicesState(TransientVarsState, rx.State):
    """The most recently loaded page of the invoices of the user."""

    loaded_page: InvoicesPage | None = None
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})

    @rx.event
    @signed_in()
    async def load_more(self, cursor: Cursor) -> None:
        page = await run_query(subscriptions.invoices.list_own_documents, cursor=cursor)
        self._set_page(page, cursor)

    def _set_page(self, page: Page[InvoiceSummary], cursor: str = "") -> None:
        self.loaded_page = InvoicesPage(
            start_cursor=cursor,
            next_cursor=page.next_cursor or "",
            rows=[_build_row(document) for document in page.items],
        )


def _build_row(document: InvoiceSummary) -> InvoiceRow:
    return InvoiceRow(
        id=document.id,
        url=urls.invoice_document(document.id),
        title=describe_document(document),
        amount=format_amount(document.gross, document.currency),
        issued_at=document.issued_at,
    )
