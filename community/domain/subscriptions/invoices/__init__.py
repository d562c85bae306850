"""Invoices and credit notes: documents that never change once they are issued."""

from community.domain.subscriptions.invoices.content import describe_document
from community.domain.subscriptions.invoices.issuing import issue_documents
from community.domain.subscriptions.invoices.queries import (
    get_document,
    get_invoice,
    list_own_documents,
    list_years,
)
from community.domain.subscriptions.invoices.schemas import (
    Invoice,
    InvoiceLine,
    InvoiceParty,
    InvoiceSummary,
)
