"""The table of invoices and credit notes, whose CSV file administrators hand to an accountant."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement
from sqlmodel import col, select

from community.core.money import to_decimal
from community.core.table_filters import Choice, Filter, IdFilter, period_filter
from community.core.tables import Badge, Column, Sort, Table
from community.domain.subscriptions.invoices.numbers import format_number
from community.domain.subscriptions.invoices.schemas import InvoiceKind
from community.domain.subscriptions.policies import PAYMENTS_SECTION
from community.i18n import noop
from community.models import InvoiceDocument, Payment

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


def _select_documents() -> Any:
    return select(InvoiceDocument, Payment.user_id).join(
        Payment, col(Payment.id) == col(InvoiceDocument.payment_id)
    )


def _amount(code: str, label: str) -> Column:
    """Return a column with an amount in whole units, as a number."""

    def read(record: Any) -> float:
        document = record[0]
        return float(to_decimal(getattr(document, code), document.currency))

    return Column(code, label, read, "number")


def _buyer(code: str, label: str) -> Column:
    return Column(
        code, label, lambda record: record[0].content["buyer"][code.removeprefix("buyer_")]
    )


def _equals(kind: str) -> Callable[[], ColumnElement[bool]]:
    return lambda: col(InvoiceDocument.kind) == kind


INVOICE_TABLE: Final = Table(
    code="invoices",
    section=PAYMENTS_SECTION,
    select=_select_documents,
    id=col(InvoiceDocument.id),
    id_type=int,
    columns=(
        Column("number", noop("Number"), lambda record: format_number(record[0])),
        Column("kind", noop("Kind"), lambda record: Badge(_KINDS[record[0].kind]), "badge"),
        Column("day", noop("Date"), lambda record: record[0].content["day"]),
        Column("corrects", noop("Corrects invoice"), lambda record: record[0].content["corrects"]),
        _buyer("buyer_name", noop("Buyer")),
        _buyer("buyer_country", noop("Country")),
        _buyer("buyer_tax_id", noop("VAT ID")),
        Column("currency", noop("Currency"), lambda record: record[0].currency),
        _amount("net", noop("Net amount")),
        Column(
            "vat_rate", noop("VAT in percent"), lambda record: record[0].vat_rate / 100, "number"
        ),
        _amount("vat", noop("VAT")),
        _amount("gross", noop("Total")),
        Column(
            "vat_treatment",
            noop("Kind of VAT"),
            lambda record: Badge(_TREATMENTS[record[0].vat_treatment]),
            "badge",
        ),
        Column("payment", noop("Payment"), lambda record: str(record[0].payment_id)),
        Column("issued", noop("Issued"), lambda record: record[0].issued_at, "time", sort="new"),
    ),
    filters=(
        Filter(
            "kind",
            noop("Kind"),
            tuple(Choice(kind, label, _equals(kind)) for kind, label in _KINDS.items()),
        ),
        period_filter("issued", noop("Issued"), col(InvoiceDocument.issued_at), with_year=True),
    ),
    id_filters=(
        IdFilter("year", noop("Year"), lambda year: col(InvoiceDocument.year) == year),
        IdFilter("user", noop("Person"), lambda user_id: col(Payment.user_id) == user_id),
    ),
    sorts=(
        Sort("new", noop("Issued"), col(InvoiceDocument.issued_at), datetime, is_descending=True),
    ),
    default_sort="new",
)
