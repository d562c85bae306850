"""What a buyer pays for a plan, depending on what they have."""

from dataclasses import dataclass, replace
from datetime import datetime

from community.core.errors import Conflict, Invalid
from community.core.money import MAX_AMOUNT
from community.domain.subscriptions.billing import PlanChange, Terms, compute_change
from community.domain.subscriptions.payments.grace import get_paid_end
from community.domain.subscriptions.schemas import PaymentKind
from community.i18n import gettext as _
from community.models import PlanVersion, PromoCode, UserSubscription


@dataclass(frozen=True, slots=True)
class Price:
    """What a payment is for.

    Attributes:
        amount: In minor units. 0 if there is nothing to pay.
        credit: What the buyer has left after the change of the plan.
    """

    kind: PaymentKind
    amount: int
    credit: int = 0


def compute_price(
    current: UserSubscription | None,
    old: PlanVersion | None,
    new: PlanVersion,
    *,
    promo: PromoCode | None,
    now: datetime,
) -> Price:
    """Return what a plan costs a user.

    Args:
        current: The live subscription of the user, or None.
        old: The terms of `current`.
        promo: The code that lowers the price. It does not lower that of a change of the plan.

    Raises:
        Conflict: The user has the plan already, or a plan in another currency.
        Invalid: There is a promo code, and the user changes the plan.
    """
    percent_off = promo.percent if promo else 0
    if current is None or old is None or get_paid_end(current) <= now:
        return Price("purchase", lower_price(new.price, percent_off))
    if old.plan_id == new.plan_id:
        _ensure_may_extend(current)
        return Price("purchase", lower_price(new.price, percent_off))
    if current.period_number == 0:
        # Trials, gifts and grants were not paid, so there is nothing to deduct.
        return Price("purchase", lower_price(new.price, percent_off))
    change = preview_change(current, old, new, now)
    if promo is not None:
        message = _("Promo codes are for the first payment for a plan.")
        raise Invalid.for_field("promo_code", message)
    return Price("upgrade", change.amount, change.credit)


def preview_change(
    current: UserSubscription, old: PlanVersion, new: PlanVersion, now: datetime
) -> PlanChange:
    """Return what a change of the plan costs now.

    Raises:
        Conflict: The plans have different currencies.
    """
    if old.currency != new.currency:
        message = _("Your plan is in another currency. Cancel it and buy the new one later.")
        raise Conflict(message, code="currency_differs")
    return compute_change(
        replace(to_terms(old), price=current.period_price),
        to_terms(new),
        credit=current.credit,
        start=current.period_start,
        end=get_paid_end(current),
        now=now,
    )


def to_terms(version: PlanVersion) -> Terms:
    return Terms(version.price, "year" if version.period == "year" else "month")


def lower_price(price: int, percent_off: int) -> int:
    """Return a price after the deduction of a promo code, rounded up to a minor unit."""
    return max(-(-price * (100 - percent_off) // 100), 1) if percent_off else min(price, MAX_AMOUNT)


def _ensure_may_extend(current: UserSubscription) -> None:
    """Raise `Conflict` if the subscription is renewed by itself, so that it is not paid twice."""
    if current.status == "active" and current.payment_method_id is not None:
        raise Conflict(_("You already have this plan."), code="already_subscribed")
    if current.status == "canceled" and current.payment_method_id is not None:
        message = _("You already have this plan. Resume it to keep it.")
        raise Conflict(message, code="already_subscribed")
