"""The facts that the texts of a checkout are made from."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from community.core.money import format_amount
from community.domain.subscriptions.schemas import PaymentKind
from community.models import PlanVersion, PromoCode

CheckoutKind = PaymentKind | Literal["trial"]


@dataclass(frozen=True, slots=True)
class CurrentPlan:
    """The plan that the buyer has.

    Attributes:
        is_same: Whether they buy the same plan again.
        has_discount: Whether a promo code lowers its renewals.
        card: The last digits of the card that renewals charge, or "".
    """

    name: str
    origin: str
    access_until: datetime
    is_same: bool
    has_discount: bool = False
    card: str = ""


@dataclass(frozen=True, slots=True)
class RenewalPrices:
    """What renewals cost with VAT, in minor units.

    Attributes:
        first: What the next renewal costs.
        later: What renewals cost after a promo code has lowered some of them.
        lowered_count: How many renewals it lowers. 0 for none or all of them.
    """

    first: int
    later: int
    lowered_count: int = 0


@dataclass(frozen=True, slots=True)
class CheckoutFacts:
    """What the texts of a checkout are made from. Amounts are in minor units.

    Attributes:
        amount: What is paid now, with VAT.
        net: The same as a price, which contains no VAT if VAT is added to prices.
        renewals: What the renewals cost.
        vat: The VAT in the amount.
        adds_vat: Whether VAT is added to prices. Otherwise they contain it.
        vat_rate: In hundredths of a percent.
        credit_used: The part of the price that credit pays.
        credit_left: What the buyer has left afterwards.
        rest: What the unused time of the current plan is worth, if a new period begins.
        difference: What the rest of the current period costs more, if it goes on. None if a new
            period begins.
        current: What the buyer has, or None. It is that of the buyer also if they buy a gift.
        starts_at: When the time that is bought begins, if it does not begin with the payment.
        ends_at: The end of the time that is bought. The plan is renewed then, or ends.
        is_renewed: Whether the plan is renewed at `ends_at`.
    """

    kind: CheckoutKind
    plan: str
    version: PlanVersion
    provider: str
    amount: int
    net: int
    renewals: RenewalPrices
    ends_at: datetime
    is_renewed: bool
    vat: int = 0
    adds_vat: bool = False
    vat_rate: int = 0
    credit_used: int = 0
    credit_left: int = 0
    rest: int = 0
    difference: int | None = None
    promo: PromoCode | None = None
    starts_at: datetime | None = None
    current: CurrentPlan | None = None

    def format(self, amount: int) -> str:
        return format_amount(amount, self.version.currency)
