"""Issues the documents about a payment, in the transaction that stores the movement of money."""

from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.core.db.statements import acquire_advisory_lock
from community.domain import site
from community.domain.subscriptions import vat
from community.domain.subscriptions.events import MoneyMoved, PaymentChanged
from community.domain.subscriptions.invoices.content import (
    build_correction,
    build_invoice,
    format_number,
)
from community.domain.subscriptions.invoices.schemas import InvoiceContent
from community.i18n import active_language
from community.models import InvoiceDocument, MoneyMovement, Payment


@dataclass(frozen=True, slots=True)
class _Correction:
    """A movement of money after the charge, for which the payment has no document yet."""

    movement: MoneyMovement
    before: int  # the total of the documents about earlier movements, in minor units
    after: int  # the total with the document about this movement


async def issue_documents(session: AsyncSession, event: PaymentChanged | MoneyMoved) -> None:
    """Issue the documents that a payment does not have yet.

    A payment that succeeded has one invoice. Each movement that returns money has one credit note,
    and a dispute that was won has another invoice. Together they add up to the money that the
    seller has, and never to less than nothing. A payment for which nothing was given has none.
    """
    payment = await session.get_one(Payment, event.payment_id)
    if payment.succeeded_at is None:
        return
    documents = await _load_documents(session, payment)
    invoice = documents.get(None)
    if invoice is None:
        invoice = await _issue_invoice(session, payment)
    for correction in await _list_corrections(session, payment, documents):
        await _issue_correction(session, payment, invoice, correction)


async def _load_documents(
    session: AsyncSession, payment: Payment
) -> dict[int | None, InvoiceDocument]:
    rows = await session.scalars(
        select(InvoiceDocument).where(InvoiceDocument.payment_id == payment.id)
    )
    return {row.movement_id: row for row in rows}


async def _list_corrections(
    session: AsyncSession, payment: Payment, documents: dict[int | None, InvoiceDocument]
) -> list[_Correction]:
    movements = await session.scalars(
        select(MoneyMovement)
        .where(MoneyMovement.payment_id == payment.id, MoneyMovement.kind != "charge")
        .order_by(col(MoneyMovement.id))
    )
    corrections = []
    balance = documented = payment.amount
    for movement in movements:
        balance += movement.amount
        # A refund and a lost dispute can return more than was paid.
        target = min(max(balance, 0), payment.amount)
        if movement.id not in documents and target != documented:
            corrections.append(_Correction(movement, documented, target))
        documented = target
    return corrections


async def _issue_invoice(session: AsyncSession, payment: Payment) -> InvoiceDocument:
    document = await _number(session, payment, gross=payment.amount, tax=payment.vat)
    content = await build_invoice(session, payment, await _get_day(session, document))
    return await _store(session, document, content)


async def _issue_correction(
    session: AsyncSession, payment: Payment, invoice: InvoiceDocument, correction: _Correction
) -> None:
    after, before = (
        vat.compute_part(payment.vat, payment.amount, balance)
        for balance in (correction.after, correction.before)
    )
    gross = correction.after - correction.before
    document = await _number(session, payment, gross=gross, tax=after - before)
    document.movement_id, document.corrects_id = correction.movement.id, invoice.id
    content = build_correction(
        InvoiceContent.model_validate(invoice.content),
        day=await _get_day(session, document),
        number=format_number(invoice),
        kind=correction.movement.kind,
        vat_amount=document.vat,
        gross=document.gross,
    )
    await _store(session, document, content)


async def _number(
    session: AsyncSession, payment: Payment, *, gross: int, tax: int
) -> InvoiceDocument:
    """Return a document with the next number of its series.

    Other transactions that need a number wait until this one ends. If it is rolled back, they get
    the same number.
    """
    section = await site.get_settings_section(session, site.PaymentSettings)
    series = section.invoice_prefix
    await acquire_advisory_lock(session, f"invoices:{series}")
    # After the lock, so that a later number has no earlier date.
    issued_at = clock.now()
    year = issued_at.astimezone(ZoneInfo(section.time_zone)).year
    last = await session.scalar(
        select(func.max(InvoiceDocument.number)).where(
            InvoiceDocument.series == series, InvoiceDocument.year == year
        )
    )
    return InvoiceDocument(
        kind="invoice" if gross > 0 else "credit_note",
        net=gross - tax,
        vat=tax,
        gross=gross,
        series=series,
        year=year,
        number=(last or 0) + 1,
        payment_id=payment.id,
        currency=payment.currency,
        vat_treatment=payment.vat_treatment,
        vat_rate=payment.vat_rate,
        language=active_language(),
        issued_at=issued_at,
    )


async def _get_day(session: AsyncSession, document: InvoiceDocument) -> date:
    section = await site.get_settings_section(session, site.PaymentSettings)
    return document.issued_at.astimezone(ZoneInfo(section.time_zone)).date()


async def _store(
    session: AsyncSession, document: InvoiceDocument, content: InvoiceContent
) -> InvoiceDocument:
    document.content = content.model_dump(mode="json")
    session.add(document)
    await session.flush()
    return document
