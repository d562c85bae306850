"""What the page of a payment shows: the state of the payment, and what the buyer can do."""

from typing import Annotated, Final, Literal, cast

from pydantic import Field

from community import urls
from community.core.money import format_amount
from community.core.read_models import ReadModel, Timestamp
from community.domain.subscriptions import UNFINISHED_STATUSES, PaymentView
from community.i18n import gettext as _
from community.i18n import noop
from community.payments import NextStep
from community.payments.sandbox_cards import CARDS

BankAnswer = Literal["yes", "no"]
CardCode = Annotated[str, Field(max_length=40)]
UnfinishedStep = Literal["pay", "confirm", "processing"]
# What the page shows.
PaymentStep = UnfinishedStep | Literal["succeeded", "failed", "canceled", "expired", "refunded"]

CARD_TEXTS: Final[dict[str, str]] = {
    "success": noop("The payment succeeds"),
    "declined": noop("The bank declines the payment"),
    "insufficient_funds": noop("Not enough money on the card"),
    "authentication": noop("The bank asks you to confirm"),
    "slow": noop("The payment takes a few seconds"),
    "renewal_declined": noop("Succeeds now, but later renewals fail"),
}
_TEXTS: Final[dict[PaymentStep, tuple[str, str]]] = {
    "pay": (noop("Choose how to pay"), noop("You have not been charged yet.")),
    "confirm": (
        noop("Your bank asks you to confirm the payment"),
        noop("You are only charged after you confirm."),
    ),
    "processing": (
        noop("Your payment is being processed"),
        noop("This page updates by itself. You can close it: we'll email you the receipt."),
    ),
    "succeeded": (
        noop("Payment successful"),
        noop("Your plan is active. We've emailed you the receipt."),
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


class SandboxCardView(ReadModel):
    code: str
    number: str
    text: str


class ProviderStep(ReadModel):
    """What the form of a provider needs (`assets/ui/payment/`).

    Attributes:
        kind: The name of the provider.
        values: For example the client secret.
    """

    kind: str
    values: dict[str, str]


class PaymentContent(ReadModel):
    """A payment as its page shows it.

    Attributes:
        reason: Why the payment or the last attempt failed, or why the money was returned, or "".
        amount: The amount with its currency, in the format of the site's language.
        cards: The cards with which the buyer can pay at the sandbox.
        is_unfinished: Whether the buyer can cancel the payment.
        has_form: Whether the buyer pays with the form of a provider.
        invoice_url: The invoice for printing, or "" if the payment has not succeeded.
    """

    id: str
    step: PaymentStep
    title: str
    text: str
    reason: str = ""
    plan: str
    recipient: str = ""
    amount: str
    refunded: str = ""
    created_at: Timestamp
    cards: list[SandboxCardView] = []
    is_unfinished: bool = False
    has_form: bool = False
    invoice_url: str = ""


def build_content(payment: PaymentView, next_step: NextStep | None) -> PaymentContent:
    step = _get_step(payment, next_step)
    title, text = _TEXTS[step]
    if step == "succeeded" and payment.recipient:
        text = noop("Your gift has arrived. We've emailed you the receipt.")
    is_returned = step in {"failed", "canceled", "expired"} and payment.refunded > 0
    if is_returned:
        text = noop("The money is returned. Your bank can take a few days to show it.")
    has_cards = step == "pay" and payment.provider == "sandbox"
    return PaymentContent(
        id=str(payment.id),
        step=step,
        title=_(title),
        text=_(text),
        reason=payment.failure if step in {"failed", "pay"} or is_returned else "",
        plan=payment.plan.name,
        recipient=payment.recipient,
        amount=format_amount(payment.amount, payment.currency),
        refunded=format_amount(payment.refunded, payment.currency) if payment.refunded else "",
        created_at=payment.created_at,
        cards=list_cards() if has_cards else [],
        invoice_url=urls.invoice(payment.id) if payment.succeeded_at else "",
        is_unfinished=step in {"pay", "confirm", "processing"},
        has_form=step == "pay" and not has_cards,
    )


def build_form_step(next_step: NextStep | None) -> ProviderStep | None:
    """Return the step for the form of a provider, or None if the page has buttons instead."""
    if next_step is None or next_step.kind in {"sandbox", "redirect"}:
        return None
    return ProviderStep(kind=next_step.kind, values=dict(next_step.values))


def _get_step(payment: PaymentView, next_step: NextStep | None) -> PaymentStep:
    if payment.status not in UNFINISHED_STATUSES:
        return cast("PaymentStep", payment.status)
    return get_unfinished_step(next_step)


def get_unfinished_step(next_step: NextStep | None) -> UnfinishedStep:
    """Return what the page of an unfinished payment or card shows."""
    if next_step is None:
        return "processing"
    return "confirm" if next_step.values.get("status") == "requires_action" else "pay"


def list_cards() -> list[SandboxCardView]:
    return [
        SandboxCardView(code=card.code, number=f"•••• {card.last4}", text=_(CARD_TEXTS[card.code]))
        for card in CARDS.values()
    ]
