"""What must be true of invoices and credit notes after every sequence."""

from collections import defaultdict
from uuid import UUID

from sqlalchemy import func
from sqlmodel import col, select

from community.core.db.sessions import read_session
from community.models import InvoiceDocument, Payment


async def check_documents(payments: list[Payment]) -> None:
    """The documents about a payment add up to its money, and the numbers have no gap."""
    documents: dict[UUID, list[InvoiceDocument]] = defaultdict(list)
    ids = [payment.id for payment in payments]
    async with read_session() as session:
        query = select(InvoiceDocument).where(col(InvoiceDocument.payment_id).in_(ids))
        for row in await session.scalars(query.order_by(col(InvoiceDocument.id))):
            documents[row.payment_id].append(row)
        series = await session.execute(
            select(
                func.min(InvoiceDocument.number),
                func.max(InvoiceDocument.number),
                func.count(),
            ).group_by(col(InvoiceDocument.series), col(InvoiceDocument.year))
        )
    for payment in payments:
        own = documents[payment.id]
        if payment.succeeded_at is None:
            assert own == []
            continue
        assert (own[0].kind, own[0].gross, own[0].vat) == ("invoice", payment.amount, payment.vat)
        assert sum(document.gross for document in own) == max(payment.amount - payment.refunded, 0)
        if payment.refunded >= payment.amount:
            assert sum(document.vat for document in own) == 0
    assert all(first == 1 and last == count for first, last, count in series)
