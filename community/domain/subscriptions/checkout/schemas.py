from typing import Literal

from community.core.read_models import ReadModel, Timestamp
from community.domain.subscriptions import billing, schemas


class CheckoutLine(ReadModel):
    """A part of the amount to pay, such as the price of the plan or the credit."""

    name: str
    amount: str


class CheckoutNote(ReadModel):
    """A sentence about what the buyer agrees to."""

    kind: Literal["plan", "renewal", "credit", "card"]
    text: str


class Checkout(ReadModel):
    """What a plan costs a buyer now and later. They agree to it before they pay.

    Attributes:
        amount: What is paid now, in minor units of the currency.
        vat: How much of it is VAT, in minor units.
        vat_is_added: Whether VAT is added to the price of the plan.
        credit: What the buyer has left afterwards, in minor units.
        renews_at: When the plan is renewed for the first time. None if it is not.
        lines: The parts of the amount.
        price: What a renewal costs with VAT, in minor units, when no promo code lowers it.
        total: The amount in the format of the site's language.
        included_vat: How much of it is VAT, or "" if that is one of the parts, or there is none.
        agreement: That the buyer agrees to the terms of the site. "" if it has none.
        has_terms: Whether the agreement names the terms of use.
        has_privacy: Whether the agreement names the privacy policy.
        version: Identifies what is shown, and when. `consent` of a payment contains it.
    """

    plan: schemas.PlanSummary
    kind: schemas.PaymentKind | Literal["trial"]
    amount: int
    vat: int = 0
    vat_is_added: bool = False
    currency: str
    credit: int = 0
    period: billing.Period
    price: int
    renews_at: Timestamp | None = None
    title: str
    lines: list[CheckoutLine]
    total: str
    included_vat: str = ""
    notes: list[CheckoutNote]
    agreement: str = ""
    has_terms: bool = False
    has_privacy: bool = False
    language: str
    version: str


class PaymentTerms(ReadModel):
    """What the page of a payment says about what is paid now and later."""

    # What an unfinished payment costs. None if it has ended, and for renewals.
    checkout: Checkout | None = None
    needs_consent: bool = False  # whether the buyer must agree to it before they pay
    needs_billing: bool = False  # whether they must enter their billing details first
    period: str = ""  # the time that was paid, or ""
    renewal: str = ""  # when the plan is renewed or ends, or "" if something was paid afterwards
    # Whether the site can send mails, so that the buyer gets the receipt
    mails_receipt: bool = False
