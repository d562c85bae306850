from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.db.pagination import DEFAULT_LIMIT, Page, decode_cursor, split_page
from community.core.errors import NotFound
from community.domain.subscriptions import policies
from community.domain.subscriptions.invoices import content, schemas
from community.i18n import gettext as _
from community.models import InvoiceDocument, Payment


async def get_invoice(session: AsyncSession, actor: Actor, *, payment_id: UUID) -> schemas.Invoice:
    return await _load(
        session,
        actor,
        InvoiceDocument.payment_id == payment_id,
        col(InvoiceDocument.movement_id).is_(None),
    )


async def get_document(session: AsyncSession, actor: Actor, *, document_id: int) -> schemas.Invoice:
    """Return an invoice or credit note for its buyer, or for an administrator of payments."""
    return await _load(session, actor, InvoiceDocument.id == document_id)


async def list_own_documents(
    session: AsyncSession, actor: Actor, *, cursor: str | None = None, limit: int = DEFAULT_LIMIT
) -> Page[schemas.InvoiceSummary]:
    """Return the invoices and credit notes of the actor, newest first."""
    query = (
        select(InvoiceDocument)
        .join(Payment, col(Payment.id) == col(InvoiceDocument.payment_id))
        .where(Payment.user_id == actor.id)
        .order_by(col(InvoiceDocument.id).desc())
        .limit(limit + 1)
    )
    if (key := decode_cursor(cursor, int)) is not None:
        query = query.where(col(InvoiceDocument.id) < key[0])
    rows = (await session.scalars(query)).all()
    page, next_cursor = split_page(rows, limit, lambda row: (row.id,))
    return Page[schemas.InvoiceSummary](
        items=[to_summary(document) for document in page], next_cursor=next_cursor
    )


async def list_documents_of_payment(
    session: AsyncSession, payment_id: UUID
) -> Sequence[schemas.InvoiceSummary]:
    """Return the documents about a payment, oldest first."""
    rows = await session.scalars(
        select(InvoiceDocument)
        .where(InvoiceDocument.payment_id == payment_id)
        .order_by(col(InvoiceDocument.id))
    )
    return [to_summary(document) for document in rows]


async def list_years(session: AsyncSession, actor: Actor) -> Sequence[int]:
    """Return the years in which documents were issued, newest first."""
    actor.ensure_section(policies.INVOICES_SECTION)
    query = select(InvoiceDocument.year).distinct().order_by(col(InvoiceDocument.year).desc())
    return (await session.scalars(query)).all()


def to_summary(document: InvoiceDocument) -> schemas.InvoiceSummary:
    return schemas.InvoiceSummary.model_validate(
        document.model_dump(exclude={"number"}) | {"number": content.format_number(document)}
    )


async def _load(session: AsyncSession, actor: Actor, *conditions: object) -> schemas.Invoice:
    rows = await session.execute(
        select(InvoiceDocument, Payment)
        .join(Payment, col(Payment.id) == col(InvoiceDocument.payment_id))
        .where(*conditions)  # type: ignore[arg-type]
    )
    found = rows.one_or_none()
    if found is None or not policies.may_see_invoice(actor, found[1]):
        raise NotFound(_("Invoice not found"))
    document, payment = found
    related = await list_documents_of_payment(session, payment.id)
    return schemas.Invoice.model_validate(
        document.model_dump(exclude={"number"})
        | {
            "number": content.format_number(document),
            "related": [item for item in related if item.id != document.id],
        }
    )
