"""The facts that a checkout shows: amounts, dates and the plan of the buyer."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Literal

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, money
from community.domain.subscriptions import billing, billing_details, credit, schemas, statuses, vat
from community.domain.subscriptions.periods import changes, next_period
from community.models import (
    Payment,
    PaymentMethod,
    PlanVersion,
    PromoCode,
    SubscriptionPlan,
    UserSubscription,
)

CheckoutKind = schemas.PaymentKind | Literal["trial"]

# A period that begins within this time of the payment begins at once.
_AT_ONCE: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class CurrentPlan:
    name: str
    origin: str
    access_until: datetime
    is_same: bool  # whether they buy the same plan again
    has_discount: bool = False  # whether a promo code lowers its renewals
    card: str = ""  # the last digits of the card that renewals charge, or ""


@dataclass(frozen=True, slots=True)
class RenewalPrices:
    """What renewals cost with VAT, in minor units."""

    first: int
    later: int  # what renewals cost after a promo code has lowered some of them
    lowered_count: int = 0  # how many renewals it lowers; 0 for none or all of them


@dataclass(frozen=True, slots=True)
class CheckoutFacts:
    """What the texts of a checkout are made from. Amounts are in minor units."""

    kind: CheckoutKind
    plan: str
    version: PlanVersion
    provider: str
    amount: int  # what is paid now, with VAT
    net: int  # the same as a price, which contains no VAT if VAT is added to prices
    renewals: RenewalPrices
    ends_at: datetime  # the end of the time that is bought; the plan is renewed then, or ends
    is_renewed: bool  # whether the plan is renewed at `ends_at`
    vat: int = 0
    adds_vat: bool = False  # whether VAT is added to prices; otherwise they contain it
    vat_rate: int = 0  # in hundredths of a percent
    credit_used: int = 0  # the part of the price that credit pays
    credit_left: int = 0  # what the buyer has left afterwards
    rest: int = 0  # what the unused time of the current plan is worth, if a new period begins
    # What the rest of the current period costs more, if it goes on. None if a new period begins.
    difference: int | None = None
    promo: PromoCode | None = None
    # When the time that is bought begins, if it does not begin with the payment
    starts_at: datetime | None = None
    # What the buyer has, or None. It is that of the buyer also if they buy a gift.
    current: CurrentPlan | None = None

    def format(self, amount: int) -> str:
        return money.format_amount(amount, self.version.currency)


async def load_facts(
    session: AsyncSession, payment: Payment, at: datetime, surplus: int = 0
) -> CheckoutFacts:
    """Return the facts of a payment that may not be stored yet.

    Args:
        surplus: What is left of the old plan and becomes credit, in minor units.
    """
    facts = await _load_plan_facts(session, payment, at)
    if payment.kind == "gift" or payment.user_id is None:
        return facts
    available = (await credit.list_available(session, payment.user_id)).get(payment.currency, 0)
    facts = replace(
        facts,
        credit_used=payment.credit,
        credit_left=max(available - payment.credit, 0) + surplus,
    )
    row = await _find_current(session, payment.user_id)
    if row is None:
        return facts
    subscription, old, old_plan, method = row
    facts = replace(
        facts,
        current=CurrentPlan(
            name=old_plan.name,
            origin=subscription.origin,
            access_until=subscription.access_until,
            is_same=old.plan_id == facts.version.plan_id,
            has_discount=next_period.has_discount(subscription),
            card=method.last4 if method else "",
        ),
    )
    if payment.kind == "upgrade":
        return _add_change(facts, payment, subscription, surplus)
    return await _add_start(session, facts, subscription, at)


async def _load_plan_facts(session: AsyncSession, payment: Payment, at: datetime) -> CheckoutFacts:
    """Return the facts that depend neither on the credit nor on the plan of the buyer."""
    version = await session.get_one(PlanVersion, payment.plan_version_id)
    plan = await session.get_one(SubscriptionPlan, version.plan_id)
    promo = await session.get(PromoCode, payment.promo_code_id or 0)
    buyer = await billing_details.load_vat(session, payment.user_id)
    return CheckoutFacts(
        kind="gift" if payment.kind == "gift" else "purchase",
        plan=plan.name,
        version=version,
        provider=payment.provider,
        amount=payment.amount,
        net=vat.get_price_part(payment, payment.amount),
        renewals=_compute_renewals(version, promo, buyer),
        vat=payment.vat,
        adds_vat=payment.vat_treatment == "exclusive",
        vat_rate=payment.vat_rate,
        promo=promo,
        ends_at=await changes.compute_period_end(session, version, anchor=at, periods=1),
        # Without a payment there is no card that could renew the plan.
        is_renewed=payment.kind == "purchase" and payment.amount > 0,
    )


def _compute_renewals(
    version: PlanVersion, promo: PromoCode | None, buyer: billing_details.BuyerVat
) -> RenewalPrices:
    later = buyer.compute(version.price, version.currency).gross
    if promo is None or promo.periods == 1:
        return RenewalPrices(later, later)
    price = billing.lower_price(version.price, promo.percent)
    lowered = buyer.compute(price, version.currency).gross
    return RenewalPrices(lowered, later, max(promo.periods - 1, 0))


def _add_change(
    facts: CheckoutFacts, payment: Payment, subscription: UserSubscription, surplus: int
) -> CheckoutFacts:
    """Add what a change of the plan costs more, or what is left of the old plan."""
    difference = facts.net + payment.credit - surplus
    facts = replace(
        facts,
        kind="upgrade",
        is_renewed=payment.amount > 0 or subscription.payment_method_id is not None,
    )
    if payment.restarts_period:
        return replace(facts, rest=facts.version.price - difference)
    return replace(facts, difference=difference, ends_at=next_period.get_paid_end(subscription))


async def _add_start(
    session: AsyncSession, facts: CheckoutFacts, subscription: UserSubscription, at: datetime
) -> CheckoutFacts:
    """Add the start of the time that is bought, if it begins when the current time ends."""
    current = facts.current
    assert current is not None
    if not current.is_same and current.origin != "trial":
        if subscription.access_until > clock.now():
            return facts
        return replace(facts, current=None)
    start = next_period.compute_next_start(subscription, at)
    return replace(
        facts,
        starts_at=start if abs(start - at) > _AT_ONCE else None,
        ends_at=await changes.compute_period_end(session, facts.version, anchor=start, periods=1),
    )


async def _find_current(
    session: AsyncSession, user_id: int
) -> tuple[UserSubscription, PlanVersion, SubscriptionPlan, PaymentMethod | None] | None:
    rows = await session.execute(
        select(UserSubscription, PlanVersion, SubscriptionPlan, PaymentMethod)
        .join(PlanVersion, col(PlanVersion.id) == col(UserSubscription.plan_version_id))
        .join(SubscriptionPlan, col(SubscriptionPlan.id) == col(PlanVersion.plan_id))
        .outerjoin(PaymentMethod, col(PaymentMethod.id) == col(UserSubscription.payment_method_id))
        .where(col(UserSubscription.user_id) == user_id, statuses.is_live)
    )
    found = rows.one_or_none()
    return None if found is None else (found[0], found[1], found[2], found[3])
