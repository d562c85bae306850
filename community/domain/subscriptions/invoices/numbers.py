"""The numbers of invoices and credit notes."""

from community.models import InvoiceDocument


def format_number(document: InvoiceDocument) -> str:
    """Return the number of a document, for example `INV-2026-000123`."""
    return f"{document.series}{document.year}-{document.number:06}"
