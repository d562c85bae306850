"""What invoices and credit notes contain."""

from datetime import date
from typing import Literal
from uuid import UUID

from community.core.read_models import ReadModel, Timestamp
from community.domain.subscriptions.vat import VatTreatment

InvoiceKind = Literal["invoice", "credit_note"]


class InvoiceParty(ReadModel):
    """The seller or the buyer."""

    name: str
    address: str = ""
    country: str = ""  # the ISO 3166 code, or ""
    tax_id: str = ""
    email: str = ""


class InvoiceLine(ReadModel):
    """A line in the language of the document. Amounts are in minor units."""

    description: str
    details: list[str] = []
    net: int
    vat: int
    gross: int


class InvoiceContent(ReadModel):
    """What is stored with a document, as it was printed."""

    day: date  # the date of the document in the time zone of the site
    seller: InvoiceParty
    buyer: InvoiceParty
    lines: list[InvoiceLine]
    corrects: str = ""  # the number of the invoice that a credit note corrects, or ""


class InvoiceSummary(ReadModel):
    """A document in a list. Amounts are in minor units, and negative in credit notes.

    Attributes:
        number: For example `INV-2026-000123`.
    """

    id: int
    kind: InvoiceKind
    number: str
    payment_id: UUID
    issued_at: Timestamp
    currency: str
    net: int
    vat: int
    gross: int


class Invoice(InvoiceSummary):
    """A document with its content.

    Attributes:
        vat_rate: In hundredths of a percent.
        related: The other documents about the payment.
    """

    vat_treatment: VatTreatment
    vat_rate: int
    language: str
    content: InvoiceContent
    related: list[InvoiceSummary] = []
