"""What the page of a payment shows: the state of the payment, and what the buyer can do."""

from typing import Annotated, Final, Literal, cast

from pydantic import Field

from community import urls
from community.core import clock
from community.core.money import format_amount
from community.core.read_models import ReadModel, Timestamp
from community.domain.subscriptions import UNFINISHED_STATUSES, PaymentView
from community.domain.subscriptions.checkout.schemas import Checkout, PaymentTerms
from community.gateways.payments import NextStep
from community.gateways.payments.sandbox.cards import CARDS
from community.i18n import formats, gettext as _, noop

BankAnswer = Literal["yes", "no"]
CardCode = Annotated[str, Field(max_length=40)]
UnfinishedStep = Literal["pay", "confirm", "processing"]
# What the page shows.
PaymentStep = (
    UnfinishedStep
    | Literal["billing", "agree", "succeeded", "failed", "canceled", "expired", "refunded"]
)

CARD_TEXTS: Final[dict[str, str]] = {
    "success": noop("The payment succeeds"),
    "declined": noop("The bank declines the payment"),
    "insufficient_funds": noop("Not enough money on the card"),
    "authentication": noop("The bank asks you to confirm"),
    "slow": noop("The payment takes a few seconds"),
    "renewal_declined": noop("Succeeds now, but later renewals fail"),
    "renewal_authentication": noop("Succeeds now, but the bank asks you to confirm renewals"),
}
_TEXTS: Final[dict[PaymentStep, tuple[str, str]]] = {
    "billing": (
        noop("Enter your billing details"),
        noop("They are part of your invoice. You can pay after you have saved them."),
    ),
    "agree": (
        noop("Check your order"),
        noop("You can pay after you have agreed to the price and the terms."),
    ),
    "pay": (noop("Choose how to pay"), noop("You have not been charged yet.")),
    "confirm": (
        noop("Your bank asks you to confirm the payment"),
        noop("You are only charged after you confirm."),
    ),
    "processing": (
        noop("Your payment is being processed"),
        noop("This page updates by itself, and you can close it."),
    ),
    "succeeded": (
        noop("Payment successful"),
        noop("Your plan is active."),
    ),
    "failed": (noop("Payment declined"), noop("You were not charged.")),
    "canceled": (noop("Payment canceled"), noop("You were not charged.")),
    "expired": (
        noop("The time for this payment is over"),
        noop("You were not charged. Start again if you still want the plan."),
    ),
    "refunded": (
        noop("Payment refunded"),
        noop("The plan has ended. Your bank can take a few days to show the money."),
    ),
}
# Follow the text above if the site can send mails.
_RECEIPT_TEXTS: Final[dict[PaymentStep, str]] = {
    "processing": noop("We'll email you the receipt."),
    "succeeded": noop("We've emailed you the receipt."),
}
_STEPS_BEFORE_PAYMENT: Final[frozenset[PaymentStep]] = frozenset({"billing", "agree", "pay"})


class SandboxCardView(ReadModel):
    code: str
    number: str
    text: str


class ProviderStep(ReadModel):
    """What the form of a provider needs (`assets/ui/payment/`)."""

    kind: str
    values: dict[str, str]  # for example the client secret


class PaymentContent(ReadModel):
    id: str
    step: PaymentStep
    title: str
    text: str
    # Why the payment or the last attempt failed, or why the money was returned, or ""
    reason: str = ""
    plan: str
    recipient: str = ""
    amount: str  # the amount with its currency, in the format of the site's language
    refunded: str = ""
    created_at: Timestamp
    plan_state: str = ""  # until when the buyer keeps the plan whose renewal is not paid, or ""
    cards: list[SandboxCardView] = []
    is_renewal: bool = False  # whether the payment is for the next period of a plan
    can_change_billing: bool = False  # whether the buyer can still change what the invoice contains
    can_cancel: bool = False
    can_pay: bool = False
    can_use_other_card: bool = False
    credit: str = ""  # the part of the price that credit pays, or ""
    period: str = ""
    renewal: str = ""  # when the plan is renewed or ends, or ""
    # What an unfinished payment costs now and later. None if it has ended.
    checkout: Checkout | None = None
    consent: list[str] = []  # what the buyer has agreed to, line by line; empty before
    agreed_at: Timestamp | None = None
    has_form: bool = False  # whether the buyer pays, or confirms, with the form of a provider
    form_label: str = ""
    has_question: bool = False  # whether the page shows the question of the bank at the sandbox
    invoice_url: str = ""  # the invoice for printing, or "" if there is none
    # Whether the payment has succeeded before the site has issued invoices
    lacks_invoice: bool = False


def build_content(
    payment: PaymentView, next_step: NextStep | None, terms: PaymentTerms
) -> PaymentContent:
    step = _get_step(payment, next_step, terms)
    is_returned = step in {"failed", "canceled", "expired"} and payment.refunded > 0
    is_sandbox = payment.provider == "sandbox"
    is_asked, is_unfinished = step == "confirm", step in {"pay", "confirm", "processing"}
    is_renewal = payment.kind == "renewal"
    return PaymentContent(
        id=str(payment.id),
        step=step,
        title=_(_TEXTS[step][0]),
        text=_build_text(payment, step, terms, is_returned=is_returned),
        reason=payment.failure if _shows_reason(payment, step) or is_returned else "",
        plan=payment.plan.name,
        recipient=payment.recipient,
        amount=format_amount(payment.amount, payment.currency),
        refunded=format_amount(payment.refunded, payment.currency) if payment.refunded else "",
        created_at=payment.created_at,
        credit=format_amount(payment.credit, payment.currency) if payment.credit else "",
        period=terms.period,
        renewal=terms.renewal,
        checkout=terms.checkout,
        consent=payment.consent.text.splitlines() if payment.consent else [],
        agreed_at=payment.consent.agreed_at if payment.consent else None,
        plan_state=_describe_plan(payment),
        cards=list_cards() if step == "pay" and is_sandbox else [],
        invoice_url=urls.invoice(payment.id) if payment.has_invoice else "",
        lacks_invoice=payment.succeeded_at is not None and not payment.has_invoice,
        is_renewal=is_renewal,
        can_change_billing=step in _STEPS_BEFORE_PAYMENT and not is_renewal,
        can_cancel=step in _STEPS_BEFORE_PAYMENT or (is_asked and not is_renewal),
        can_pay=payment.is_overdue and not is_unfinished,
        can_use_other_card=payment.is_overdue and (is_asked or not is_unfinished),
        has_form=step in {"pay", "confirm"} and not is_sandbox,
        form_label=_("Confirm payment") if is_asked else _("Pay"),
        has_question=is_asked and is_sandbox,
    )


def _build_text(
    payment: PaymentView, step: PaymentStep, terms: PaymentTerms, *, is_returned: bool
) -> str:
    if is_returned:
        return _("The money is returned. Your bank can take a few days to show it.")
    text = _(_TEXTS[step][1])
    if step == "succeeded" and payment.recipient:
        text = _("Your gift has arrived.")
    receipt = _RECEIPT_TEXTS.get(step) if terms.mails_receipt else None
    return f"{text} {_(receipt)}" if receipt else text


def build_form_step(next_step: NextStep | None) -> ProviderStep | None:
    """Return the step for the form of a provider, or None if the page has buttons instead."""
    if next_step is None or next_step.kind in {"sandbox", "redirect"}:
        return None
    return ProviderStep(kind=next_step.kind, values=dict(next_step.values))


def _get_step(payment: PaymentView, next_step: NextStep | None, terms: PaymentTerms) -> PaymentStep:
    if payment.status not in UNFINISHED_STATUSES:
        return cast("PaymentStep", payment.status)
    step = "agree" if terms.needs_consent else get_unfinished_step(next_step)
    return "billing" if terms.needs_billing and step in _STEPS_BEFORE_PAYMENT else step


def get_unfinished_step(next_step: NextStep | None) -> UnfinishedStep:
    """Return what the page of an unfinished payment or card shows."""
    if next_step is None:
        return "processing"
    is_asked = (
        next_step.values.get("status") == "requires_action"
        or next_step.values.get("purpose") == "confirm"
    )
    return "confirm" if is_asked else "pay"


def _shows_reason(payment: PaymentView, step: PaymentStep) -> bool:
    """Return whether the page says why the payment, or the last attempt of the buyer, failed."""
    is_ended_renewal = step == "canceled" and payment.kind == "renewal"
    return step in {"failed", "pay", "confirm"} or is_ended_renewal


def _describe_plan(payment: PaymentView) -> str:
    if not payment.is_overdue or payment.access_until is None:
        return ""
    if payment.access_until <= clock.now():
        return _("Your plan is paused until the renewal is paid.")
    return _(
        "You keep your plan until {time}.", time=formats.format_full_time(payment.access_until)
    )


def list_cards() -> list[SandboxCardView]:
    return [
        SandboxCardView(code=card.code, number=f"•••• {card.last4}", text=_(CARD_TEXTS[card.code]))
        for card in CARDS.values()
    ]
