"""The table of invoices and credit notes, whose CSV file administrators hand to an accountant."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, cast, get_args

from sqlalchemy import ColumnElement, and_, func, or_
from sqlmodel import col, select

from community.domain import accounts
from community.domain.subscriptions.invoices.schemas import InvoiceKind
from community.domain.subscriptions.policies import INVOICES_SECTION
from community.domain.tables import Sort, Table, period_filter, reference_filter, value_filter
from community.models import InvoiceDocument, Payment, User

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


INVOICE_TABLE: Final = Table(
    code="invoices",
    section=INVOICES_SECTION,
    select=_select_documents,
    id=col(InvoiceDocument.id),
    id_type=int,
    search=_matches_search,
    filters=(
        value_filter("kind", get_args(InvoiceKind), lambda kind: col(InvoiceDocument.kind) == kind),
        period_filter("issued", col(InvoiceDocument.issued_at), with_year=True),
    ),
    id_filters=(
        reference_filter("year", col(InvoiceDocument.year)),
        reference_filter("user", col(Payment.user_id)),
    ),
    sorts=(Sort("new", col(InvoiceDocument.issued_at), datetime, is_descending=True),),
    default_sort="-new",
)
