"""What each purchase, trial and payment asks a buyer to agree to, and whether they have agreed.

`consents.py` builds a checkout and stores the agreement.
"""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor, make_banned_error
from community.core.errors import Conflict, make_unauthenticated_error
from community.domain import mail
from community.domain.subscriptions import billing_details, statuses
from community.domain.subscriptions.checkout import actions, consents, promo_codes, schemas
from community.domain.subscriptions.checkout.facts import CheckoutFacts, RenewalPrices
from community.domain.subscriptions.checkout.receipts import describe_period, describe_renewal_of
from community.domain.subscriptions.lifecycle.trials import may_start_trial
from community.domain.subscriptions.on_sale import get_provider, load_plan_on_sale
from community.domain.subscriptions.payments.queries import find_own_payment
from community.domain.subscriptions.periods.locking import lock_payment
from community.i18n import gettext as _
from community.models import Payment, PlanVersion, PromoCode


@dataclass(frozen=True, slots=True)
class PurchaseRequest:
    """What a buyer has begun to pay for, as `begin_payment` takes it."""

    plan_id: int
    promo_code: str
    recipient_id: int | None
    message: str


async def preview(
    session: AsyncSession,
    actor: Actor,
    *,
    plan_id: int,
    promo_code: str = "",
    is_gift: bool = False,
) -> schemas.Checkout:
    """Return what a plan costs the actor, computed as `begin_payment` does. Nothing is locked.

    Raise `Conflict` if nothing is on sale, the actor cannot buy the plan, or must enter an address
    first.
    """
    if actor.is_guest:
        raise make_unauthenticated_error()
    if actor.banned_at is not None:
        raise make_banned_error(actor)
    provider = await get_provider(session)
    await billing_details.ensure_complete(session, actor)
    _plan, version = await load_plan_on_sale(session, plan_id)
    promo = None
    if promo_code:
        promo = await promo_codes.find_promo_code(session, promo_code)
        promo_codes.ensure_is_for_plan(promo, plan_id)
        await promo_codes.ensure_may_use(session, actor, promo)
    at = consents.get_quote_time("")
    if is_gift:
        price = actions.compute_gift_price(version, promo, provider)
    else:
        buyer = await actions.load_buyer(session, actor.id, provider=provider, quoted_at=at)
        price = buyer.compute_price(version, promo=promo)
    wanted = actions.make_payment(actor, version, price, provider=provider, promo=promo)
    await billing_details.add_vat(session, wanted)
    return await consents.build_for_payment(session, wanted, at, price.surplus)


async def preview_trial(session: AsyncSession, actor: Actor, *, plan_id: int) -> schemas.Checkout:
    """Return what the actor sees before they start a free trial.

    Raise `Conflict` if nothing is on sale, or the actor cannot try the plan (`trial_unavailable`).
    """
    if actor.is_guest:
        raise make_unauthenticated_error()
    provider = await get_provider(session)
    plan, version = await load_plan_on_sale(session, plan_id)
    if not version.trial_days or not await may_start_trial(session, actor):
        raise Conflict(_("This plan has no free trial."), code="trial_unavailable")
    at = consents.get_quote_time("")
    facts = CheckoutFacts(
        kind="trial",
        plan=plan.name,
        version=version,
        provider=provider,
        amount=0,
        net=0,
        renewals=RenewalPrices(version.price, version.price),
        ends_at=at + timedelta(days=version.trial_days),
        is_renewed=False,
    )
    return await consents.build_checkout(session, facts, at)


async def get_payment_terms(
    session: AsyncSession, actor: Actor, *, payment_id: UUID
) -> schemas.PaymentTerms:
    """Return the terms for the page of a payment.

    They are the paid period and the renewal, or the checkout that the buyer still has to agree to.
    Raise `NotFound` if the actor did not begin the payment.
    """
    payment = await find_own_payment(session, actor, payment_id)
    mails_receipt = await mail.find_smtp_server(session) is not None
    if not _is_agreed_to_on_page(payment):
        return schemas.PaymentTerms(
            period=describe_period(payment),
            renewal=await describe_renewal_of(session, payment),
            mails_receipt=mails_receipt,
        )
    consent = await consents.find_consent(session, payment_id)
    checkout = await consents.build_for_payment(session, payment, consents.get_quote_time(""))
    billing = await billing_details.get_purchase_billing(session, actor)
    return schemas.PaymentTerms(
        checkout=checkout,
        needs_consent=consent is None,
        needs_billing=billing.is_missing,
        mails_receipt=mails_receipt,
    )


async def find_changed_purchase(
    session: AsyncSession, actor: Actor, *, payment_id: UUID
) -> PurchaseRequest | None:
    """Return the purchase of an unfinished payment if the buyer now pays another VAT."""
    payment = await find_own_payment(session, actor, payment_id)
    if not _is_agreed_to_on_page(payment):
        return None
    buyer = await billing_details.load_vat(session, actor.id)
    line = buyer.compute(payment.amount, payment.currency)
    if (line.treatment, line.rate) == (payment.vat_treatment, payment.vat_rate):
        return None
    version = await session.get_one(PlanVersion, payment.plan_version_id)
    promo = await session.get(PromoCode, payment.promo_code_id or 0)
    return PurchaseRequest(
        plan_id=version.plan_id,
        promo_code=promo.code if promo else "",
        recipient_id=payment.recipient_id,
        message=payment.message,
    )


async def ensure_may_pay(session: AsyncSession, actor: Actor, *, payment_id: UUID) -> None:
    """Raise `Conflict` if the buyer must agree, or enter an address, before they pay."""
    await ensure_agreed(session, actor, payment_id=payment_id)
    payment = await find_own_payment(session, actor, payment_id)
    if _is_agreed_to_on_page(payment):
        await billing_details.ensure_complete(session, actor)


async def ensure_agreed(session: AsyncSession, actor: Actor, *, payment_id: UUID) -> None:
    """Raise `Conflict` if the buyer has not agreed to an unfinished payment."""
    payment = await find_own_payment(session, actor, payment_id)
    consent = await consents.find_consent(session, payment_id)
    if _is_agreed_to_on_page(payment) and consent is None:
        raise Conflict(_("Check the price and the terms first."), code="consent_required")


async def agree(session: AsyncSession, actor: Actor, *, payment_id: UUID, version: str) -> None:
    """Store that the buyer agrees to an unfinished payment. A second call changes nothing.

    Args:
        version: That of the checkout that the buyer has seen.

    Raises:
        Conflict: The payment has ended (`payment_ended`), the buyer must enter an address first
            (`billing_address_required`), or has seen other terms (`terms_changed`).
    """
    await find_own_payment(session, actor, payment_id)
    payment = await lock_payment(session, payment_id)
    if await consents.find_consent(session, payment_id) is not None:
        return
    if not _is_agreed_to_on_page(payment):
        raise Conflict(_("This payment has already ended."), code="payment_ended")
    await billing_details.ensure_complete(session, actor)
    checkout = await consents.build_for_payment(session, payment, consents.get_quote_time(version))
    consents.ensure_is_shown(checkout, version)
    await consents.store_consent(session, actor, checkout, payment_id=payment_id)


def _is_agreed_to_on_page(payment: Payment) -> bool:
    """Return whether the buyer still pays on a page. Renewals were agreed to with the purchase."""
    return payment.status in statuses.UNFINISHED_STATUSES and payment.kind != "renewal"
