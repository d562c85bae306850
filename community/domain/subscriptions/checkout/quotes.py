"""What the plans on sale would cost a user now, before a payment begins."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.errors import Conflict, Invalid
from community.domain.subscriptions.billing import lower_price
from community.domain.subscriptions.billing_details import load_vat
from community.domain.subscriptions.checkout import promo_codes
from community.domain.subscriptions.checkout.actions import load_buyer
from community.domain.subscriptions.on_sale import get_provider
from community.domain.subscriptions.periods.prices import Buyer, Price
from community.models import PlanVersion, PromoCode, SubscriptionPlan


@dataclass(frozen=True, slots=True)
class Quote:
    """What a plan costs a user now, and later."""

    due: int  # what the payment takes with VAT, in minor units
    price: int  # the same as a price; it contains no VAT if VAT is added to prices
    later: int  # what a period costs later, with VAT
    credit: int  # the part of the price that the credit of the user pays
    surplus: int  # what is left of the old plan; it becomes credit
    is_change: bool  # whether the user changes from a plan that they have paid
    version: PlanVersion  # the terms of the later payments
    lowered: int  # what a period costs while the promo code lowers it, with VAT
    # How many periods the promo code lowers. 0 for all of them, 1 also without a code.
    periods: int = 1
    ends_discount: bool = False  # whether the change of the plan ends a discount

    @property
    def is_regular(self) -> bool:
        return not self.is_change and self.price == self.version.price


@dataclass(frozen=True, slots=True)
class Quotes:
    """The quotes of the plans that the user can buy, by the id of the plan."""

    by_plan: dict[int, Quote]
    promo_error: str = ""  # why the promo code lowers none of the prices, or ""


async def get_quotes(session: AsyncSession, actor: Actor, *, promo_code: str = "") -> Quotes:
    """Return what each plan on sale costs the user, computed as `begin_payment` does.

    A promo code that is not for a plan does not lower its price. Nothing is locked, so another
    buyer can use the code up before the payment begins.
    """
    buyer = await load_buyer(session, actor.id, provider=await get_provider(session))
    buyer_vat = await load_vat(session, actor.id)
    promo: PromoCode | None = None
    promo_error = ""
    if promo_code:
        try:
            promo = await promo_codes.find_promo_code(session, promo_code)
            await promo_codes.ensure_may_use(session, actor, promo)
        except Invalid as error:
            promo, promo_error = None, error.message

    quotes: dict[int, Quote] = {}
    is_lowered = False
    for version in await _list_versions(session):
        applied = promo
        try:
            if promo is not None:
                promo_codes.ensure_is_for_plan(promo, version.plan_id)
            price = _find_price(buyer, version, promo)
        except Invalid as error:
            promo_error = promo_error or error.message
            applied, price = None, _find_price(buyer, version, None)
        if price is not None:
            is_lowered = is_lowered or applied is not None
            is_change = price.kind == "upgrade"
            currency = version.currency
            percent = applied.percent if applied else 0
            quotes[version.plan_id] = Quote(
                due=buyer_vat.compute(price.amount, currency).gross,
                price=price.amount,
                later=buyer_vat.compute(version.price, currency).gross,
                lowered=buyer_vat.compute(lower_price(version.price, percent), currency).gross,
                credit=price.credit,
                surplus=price.surplus,
                is_change=is_change,
                version=version,
                periods=applied.periods if applied else 1,
                ends_discount=is_change and buyer.has_discount,
            )
    return Quotes(quotes, "" if is_lowered else promo_error)


def _find_price(buyer: Buyer, version: PlanVersion, promo: PromoCode | None) -> Price | None:
    try:
        return buyer.compute_price(version, promo=promo)
    except Conflict:
        return None


async def _list_versions(session: AsyncSession) -> list[PlanVersion]:
    rows = await session.scalars(
        select(PlanVersion)
        .join(SubscriptionPlan, col(SubscriptionPlan.id) == col(PlanVersion.plan_id))
        .where(col(SubscriptionPlan.is_active), col(PlanVersion.is_current))
        .order_by(col(SubscriptionPlan.position), col(SubscriptionPlan.id))
    )
    return list(rows)
