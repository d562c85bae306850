"""The numbers of invoices and credit notes."""

from community.domain.subscriptions.invoices.schemas import InvoiceSummary
from community.i18n import gettext as _
from community.models import InvoiceDocument


def format_number(document: InvoiceDocument) -> str:
    """Return the number of a document, for example `INV-2026-000123`."""
    return f"{document.series}{document.year}-{document.number:06}"


def describe_document(document: InvoiceSummary) -> str:
    """Return the kind and the number of a document, for example "Credit note 2026-000124"."""
    if document.kind == "credit_note":
        return _("Credit note {number}", number=document.number)
    return _("Invoice {number}", number=document.number)
