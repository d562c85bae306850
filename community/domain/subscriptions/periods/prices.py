"""What a buyer pays for a plan, depending on what they have."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from community.core.errors import Conflict, Invalid
from community.domain.subscriptions import billing, policies, schemas
from community.domain.subscriptions.periods.next_period import get_paid_end, has_discount
from community.gateways.payments import get_amount_step, get_minimum_amount, round_down
from community.i18n import gettext as _
from community.models import PlanVersion, PromoCode, UserSubscription


@dataclass(frozen=True, slots=True)
class Price:
    """What a payment is for. All amounts are in minor units."""

    kind: schemas.PaymentKind
    amount: int  # what the provider takes; 0 if there is nothing to pay
    credit: int = 0  # the part of the price that the credit of the buyer pays
    surplus: int = 0  # what the old plan was worth more; it becomes credit
    restarts_period: bool = False  # whether a new period begins with a change of the plan


@dataclass(frozen=True, slots=True)
class Holding:
    """The live subscription of a buyer."""

    subscription: UserSubscription
    version: PlanVersion
    # What is left of a plan whose end is the start of the current period, in minor units
    earlier: int = 0


@dataclass(frozen=True, slots=True)
class Buyer:
    """What the prices of a user depend on."""

    provider: str
    at: datetime  # the prices are those of this time
    holding: Holding | None = None
    # What the user has paid and not used, in minor units by currency
    credit: Mapping[str, int] = field(default_factory=dict)

    @property
    def has_discount(self) -> bool:
        """Whether a promo code lowers the next renewal of the live subscription."""
        return self.holding is not None and has_discount(self.holding.subscription)

    def compute_price(self, version: PlanVersion, *, promo: PromoCode | None) -> Price:
        """Return what the user pays for a plan now.

        Args:
            promo: The code that lowers the price. It does not lower that of a change of the plan.

        Raises:
            Conflict: The user has the plan already, or a plan in another currency.
            Invalid: There is a promo code, and the user changes the plan.
        """
        price = _compute_price(self.holding, version, promo=promo, now=self.at)
        return apply_credit(
            price,
            available=self.credit.get(version.currency, 0),
            minimum=get_minimum_amount(self.provider, version.currency),
            step=get_amount_step(self.provider, version.currency),
            is_lowered=promo is not None,
        )


def apply_credit(
    price: Price, *, available: int, minimum: int, step: int = 1, is_lowered: bool = False
) -> Price:
    """Return a price of which credit pays as much as possible.

    What is left to pay is rounded down to an amount that the provider takes.

    Args:
        available: The credit of the buyer, in minor units.
        minimum: The smallest amount that the provider accepts, in minor units.
        step: The number of minor units of which each amount must be a multiple.
        is_lowered: Whether a promo code lowers the price. Something is left to pay then, because
            the payment shows that the buyer has used the code.
    """
    limit = price.amount - max(minimum, step) if is_lowered else price.amount
    used = billing.compute_used_credit(
        price.amount, available=max(min(available, limit), 0), minimum=minimum
    )
    rounded = round_down(price.amount - used, step)
    return replace(price, amount=max(rounded, step) if is_lowered else rounded, credit=used)


def to_terms(version: PlanVersion) -> billing.Terms:
    return billing.Terms(version.price, "year" if version.period == "year" else "month")


def _compute_price(
    holding: Holding | None, new: PlanVersion, *, promo: PromoCode | None, now: datetime
) -> Price:
    price = Price("purchase", billing.lower_price(new.price, promo.percent if promo else 0))
    if holding is None or get_paid_end(holding.subscription) <= now:
        return price
    if holding.version.plan_id == new.plan_id:
        _ensure_may_extend(holding.subscription)
        return price
    if holding.subscription.origin in policies.UNPAID_ORIGINS:
        return price
    change = _preview_change(holding, new, now)
    if promo is not None:
        message = _("Promo codes are for the first payment for a plan.")
        raise Invalid.for_field("promo_code", message)
    return Price("upgrade", change.amount, surplus=change.surplus, restarts_period=change.restarts)


def _preview_change(holding: Holding, new: PlanVersion, now: datetime) -> billing.PlanChange:
    """Return what a change of the plan costs now.

    Raise `Conflict` if the plans have different currencies.
    """
    current, old = holding.subscription, holding.version
    if old.currency != new.currency:
        message = _("Your plan is in another currency. Buy the new one when it has ended.")
        raise Conflict(message, code="currency_differs")
    return billing.compute_change(
        replace(to_terms(old), price=current.period_price),
        to_terms(new),
        start=current.period_start,
        end=get_paid_end(current),
        now=now,
        earlier=holding.earlier,
    )


def _ensure_may_extend(current: UserSubscription) -> None:
    """Raise `Conflict` if the subscription is renewed by itself, so that it is not paid twice."""
    if current.status == "active" and current.payment_method_id is not None:
        raise Conflict(_("You already have this plan."), code="already_subscribed")
    if current.status == "canceled" and current.payment_method_id is not None:
        message = _("You already have this plan. Resume it to keep it.")
        raise Conflict(message, code="already_subscribed")
