"""Invoices of payments that succeeded, for printing."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.errors import NotFound
from community.core.read_models import ReadModel, Timestamp
from community.core.settings import settings
from community.domain import accounts, site
from community.domain.subscriptions import policies
from community.i18n import gettext as _
from community.models import Payment, PlanVersion, SubscriptionPlan


class Invoice(ReadModel):
    """A payment that succeeded, with its seller and its buyer.

    Attributes:
        number: The year and the beginning of the id of the payment, for example `2026-1A2B3C4D`.
        seller: The legal name of the seller. The name of the site if none is set.
        buyer: The name of the buyer, or "" if the account was deleted.
        amount: In minor units of the currency.
        refunded: How much of the amount was returned, in minor units.
        period_start: The start of the paid time. None if the plan was not given.
    """

    number: str
    payment_id: UUID
    paid_at: Timestamp
    seller: str
    seller_address: str = ""
    seller_tax_id: str = ""
    buyer: str = ""
    buyer_email: str = ""
    recipient: str = ""
    plan: str
    period_start: Timestamp | None = None
    period_end: Timestamp | None = None
    amount: int
    currency: str
    refunded: int = 0


async def get_invoice(session: AsyncSession, actor: Actor, *, payment_id: UUID) -> Invoice:
    """Return the invoice of a payment for its buyer, or for an administrator of payments.

    Raises:
        NotFound: The payment does not exist, belongs to another user, or has not succeeded.
    """
    rows = await session.execute(
        select(Payment, SubscriptionPlan)
        .join(PlanVersion, col(PlanVersion.id) == col(Payment.plan_version_id))
        .join(SubscriptionPlan, col(SubscriptionPlan.id) == col(PlanVersion.plan_id))
        .where(col(Payment.id) == payment_id)
    )
    found = rows.one_or_none()
    if found is None or not policies.may_see_invoice(actor, found[0]):
        raise NotFound(_("Invoice not found"))
    payment, plan = found
    if payment.succeeded_at is None:
        raise NotFound(_("Invoice not found"))
    payments = await site.get_settings_section(session, site.PaymentSettings)
    general = await site.get_settings_section(session, site.GeneralSettings)
    buyer = await accounts.find_user(session, payment.user_id or 0)
    recipient = await accounts.find_user(session, payment.recipient_id or 0)
    return Invoice(
        **payment.model_dump(
            include={"amount", "currency", "refunded", "period_start", "period_end"}
        ),
        number=f"{payment.succeeded_at:%Y}-{payment.id.hex[:8].upper()}",
        payment_id=payment.id,
        paid_at=payment.succeeded_at,
        seller=payments.seller_name or general.site_name or settings().site_name,
        seller_address=payments.seller_address,
        seller_tax_id=payments.seller_tax_id,
        buyer=buyer.name if buyer else "",
        buyer_email=buyer.email if buyer else "",
        recipient=recipient.name if recipient else "",
        plan=plan.name,
    )
