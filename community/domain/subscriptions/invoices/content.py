"""What a document says when it is issued, and its number."""

from datetime import date

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.settings import settings
from community.domain import people, site
from community.domain.subscriptions import vat
from community.domain.subscriptions.invoices import schemas
from community.i18n import formats, gettext as _
from community.models import BillingDetails, InvoiceDocument, Payment, PlanVersion, SubscriptionPlan


async def build_invoice(
    session: AsyncSession, payment: Payment, day: date
) -> schemas.InvoiceContent:
    return schemas.InvoiceContent(
        day=day,
        seller=await _build_seller(session),
        buyer=await _build_buyer(session, payment.user_id),
        lines=await _build_lines(session, payment),
    )


def build_correction(
    invoice: schemas.InvoiceContent,
    *,
    day: date,
    number: str,
    kind: str,
    vat_amount: int,
    gross: int,
) -> schemas.InvoiceContent:
    """Return the content of a document about returned money that corrects the invoice `number`."""
    descriptions = {
        "refund": _("Refund"),
        "dispute": _("Refund after a dispute"),
        "dispute_won": _("Payment after a dispute was won"),
    }
    line = schemas.InvoiceLine(
        description=descriptions.get(kind, _("Refund")),
        details=[item.description for item in invoice.lines[:1]],
        net=gross - vat_amount,
        vat=vat_amount,
        gross=gross,
    )
    return invoice.model_copy(update={"day": day, "lines": [line], "corrects": number})


def format_number(document: InvoiceDocument) -> str:
    """Return the number of a document, for example `INV-2026-000123`."""
    return f"{document.series}{document.year}-{document.number:06}"


def describe_document(document: schemas.InvoiceSummary) -> str:
    """Return the kind and the number of a document, for example "Credit note 2026-000124"."""
    if document.kind == "credit_note":
        return _("Credit note {number}", number=document.number)
    return _("Invoice {number}", number=document.number)


async def _build_seller(session: AsyncSession) -> schemas.InvoiceParty:
    section = await site.get_settings_section(session, site.PaymentSettings)
    general = await site.get_settings_section(session, site.GeneralSettings)
    return schemas.InvoiceParty(
        name=section.seller_name or general.site_name or settings().site_name,
        address=section.seller_address,
        country=section.seller_country,
        tax_id=section.seller_tax_id,
    )


async def _build_buyer(session: AsyncSession, user_id: int | None) -> schemas.InvoiceParty:
    user = await people.find_user(session, user_id or 0)
    if user is None:
        return schemas.InvoiceParty(name=_("Deleted account"))
    details = await session.get(BillingDetails, user.id) or BillingDetails(user_id=user.id)
    return schemas.InvoiceParty(
        name=details.name or user.name,
        address=details.address,
        country=details.country,
        tax_id=details.vat_id,
        email=user.email,
    )


async def _build_lines(session: AsyncSession, payment: Payment) -> list[schemas.InvoiceLine]:
    """Return the line of the plan, and that of the credit that has paid a part of the price."""
    version = await session.get_one(PlanVersion, payment.plan_version_id)
    plan = await session.get_one(SubscriptionPlan, version.plan_id)
    price = _compute_price(payment)
    lines = [
        schemas.InvoiceLine(
            description=_("Plan “{plan}”", plan=plan.name),
            details=await _describe_plan(session, payment),
            net=price.net,
            vat=price.vat,
            gross=price.gross,
        )
    ]
    if payment.credit:
        lines.append(
            schemas.InvoiceLine(
                description=_("Credit from earlier payments"),
                net=payment.amount - payment.vat - price.net,
                vat=payment.vat - price.vat,
                gross=payment.amount - price.gross,
            )
        )
    return lines


def _compute_price(payment: Payment) -> vat.VatLine:
    """Return the price before credit has paid a part of it. It contains VAT at the same rate."""
    if payment.vat_treatment == "exclusive":
        net = payment.amount - payment.vat + payment.credit
        return vat.VatLine(
            "exclusive",
            payment.vat_rate,
            net,
            vat.compute_added_vat(net, payment.vat_rate, payment.currency),
        )
    gross = payment.amount + payment.credit
    tax = vat.compute_contained_vat(gross, payment.vat_rate)
    return vat.VatLine("inclusive", payment.vat_rate, gross - tax, tax)


async def _describe_plan(session: AsyncSession, payment: Payment) -> list[str]:
    details = []
    if payment.recipient_id is not None:
        recipient = await people.find_user(session, payment.recipient_id)
        details.append(_("Gift for {name}", name=recipient.name if recipient else ""))
    if payment.kind == "upgrade":
        details.append(_("Change of the plan"))
    if payment.period_start is not None and payment.period_end is not None:
        start = formats.format_full_date(payment.period_start)
        end = formats.format_full_date(payment.period_end)
        details.append(_("From {start} to {end}", start=start, end=end))
    return details
