"""State of the form with the billing details, and the list of invoices, of the settings."""

from typing import Any, ClassVar, Final

import reflex as rx
from pydantic import BaseModel, Field

from community import urls
from community.core.db.pagination import Page
from community.core.errors import DomainError
from community.core.money import format_amount
from community.core.read_models import ReadModel, Timestamp
from community.domain import subscriptions
from community.domain.subscriptions.billing_details import BillingDetailsView
from community.domain.subscriptions.invoices import InvoiceSummary, describe_document
from community.i18n import gettext as _
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime import forms
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.lists import AppendedPage
from community.state.runtime.location import Cursor
from community.state.runtime.policy import signed_in
from community.state.runtime.toasts import show_toast

# The ids of the fields differ from those of the profile on the same page.
_PREFIX: Final = "billing_"


class BillingFormData(BaseModel):
    """What the browser submits. The domain has lower limits, with an error for each field."""

    billing_name: str = Field("", max_length=100_000)
    billing_address: str = Field("", max_length=100_000)
    billing_country: str = Field("", max_length=100)
    billing_vat_id: str = Field("", max_length=100_000)


class InvoiceRow(ReadModel):
    id: int
    url: str
    title: str
    amount: str
    issued_at: Timestamp


class InvoicesPage(AppendedPage):
    rows: list[InvoiceRow] = []


class BillingState(TransientVarsState, rx.State):
    """The billing details, and the most recently loaded page of invoices.

    Attributes:
        errors: Maps the fields of the form to error messages.
        save_count: Counts how often the form was saved.
    """

    details: BillingDetailsView = BillingDetailsView()
    errors: dict[str, str] = {}
    save_count: int = 0
    loaded_page: InvoicesPage | None = None
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})

    @rx.event
    @signed_in(limit="writes")
    async def save(self, message: dict[str, Any]) -> None:
        form = forms.parse(BillingFormData, message)
        try:
            self.details = await run_action(
                subscriptions.billing_details.change_billing_details,
                **{name.removeprefix(_PREFIX): value for name, value in form.model_dump().items()},
            )
        except DomainError as error:
            messages = forms.get_first_error_messages(error)
            if not messages:
                raise
            self.errors = {f"{_PREFIX}{name}": message for name, message in messages.items()}
            return
        self.errors = {}
        self.save_count += 1
        await show_toast(self, _("Saved"))

    @rx.event
    @signed_in()
    async def load_more(self, cursor: Cursor) -> None:
        page = await run_query(subscriptions.invoices.list_own_documents, cursor=cursor)
        self._set_page(page, cursor)

    def _set_billing(self, details: BillingDetailsView, page: Page[InvoiceSummary]) -> None:
        self.details, self.errors = details, {}
        self._set_page(page, "")

    def _set_page(self, page: Page[InvoiceSummary], cursor: str) -> None:
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
