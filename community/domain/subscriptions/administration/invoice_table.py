"""The table of invoices and credit notes, whose CSV file administrators hand to an accountant."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, cast

from sqlalchemy import ColumnElement, and_, func, or_
from sqlmodel import col, select

from community import urls
from community.domain import accounts
from community.domain.subscriptions.invoices.content import format_number
from community.domain.subscriptions.invoices.schemas import InvoiceKind
from community.domain.subscriptions.policies import INVOICES_SECTION, PAYMENTS_SECTION
from community.domain.tables import (
    RECORD_PARAM,
    Badge,
    Choice,
    Column,
    Filter,
    IdFilter,
    Link,
    Money,
    Sort,
    Table,
    build_url,
    period_filter,
)
from community.i18n import noop
from community.models import InvoiceDocument, Payment, User

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


_matches_buyer = cast("Callable[[str], ColumnElement[bool]]", accounts.USER_TABLE.search)
_NUMBER: Final = re.compile(r"(?P<series>.*?)(?P<year>\d{4})-(?P<number>\d{1,9})")


def _select_documents() -> Any:
    return (
        select(InvoiceDocument, Payment.user_id)
        .join(Payment, col(Payment.id) == col(InvoiceDocument.payment_id))
        .outerjoin(User, col(User.id) == col(Payment.user_id))
    )


def _matches_search(term: str) -> ColumnElement[bool]:
    """Return the condition for a number, or for the buyer then or now."""
    name = col(InvoiceDocument.content)["buyer"]["name"].as_string()
    conditions = [_matches_buyer(term), name.icontains(term, autoescape=True)]
    if number := _NUMBER.fullmatch(term):
        conditions.append(
            and_(
                func.lower(col(InvoiceDocument.series)) == number["series"].lower(),
                col(InvoiceDocument.year) == int(number["year"]),
                col(InvoiceDocument.number) == int(number["number"]),
            )
        )
    return or_(*conditions)


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


def _equals(kind: str) -> Callable[[], ColumnElement[bool]]:
    return lambda: col(InvoiceDocument.kind) == kind


INVOICE_TABLE: Final = Table(
    code="invoices",
    section=INVOICES_SECTION,
    select=_select_documents,
    id=col(InvoiceDocument.id),
    id_type=int,
    search=_matches_search,
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
    default_sort="-new",
)
