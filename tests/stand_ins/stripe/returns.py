"""How the stand-in for Stripe returns money: its refunds and disputes.

A refund can stay pending, and one that has succeeded can still fail
(https://docs.stripe.com/refunds#failed-refunds).
"""

from datetime import timedelta
from typing import Final

from community.core import clock
from tests.stand_ins.stripe import objects
from tests.stand_ins.stripe.errors import ApiError
from tests.stand_ins.stripe.failures import ensure_status
from tests.stand_ins.stripe.objects import StripeObject
from tests.stand_ins.stripe.parameters import RefundParameters, ensure_rounded
from tests.stand_ins.stripe.stand_in import StripeStandIn

# How long the site can answer a dispute.
TIME_TO_ANSWER: Final = timedelta(days=9)


def create_refund(stand_in: StripeStandIn, parameters: RefundParameters) -> StripeObject:
    intent = stand_in.get("payment_intent", parameters.payment_intent)
    ensure_status(intent, {"succeeded"}, "refund")
    charge = stand_in.get("charge", intent["latest_charge"])
    rest = charge["amount"] - charge["amount_refunded"]
    if rest == 0:
        raise ApiError("The charge is refunded already", code="charge_already_refunded")
    if charge["disputed"]:
        raise ApiError("The charge is disputed", code="charge_disputed")
    amount = parameters.amount or rest
    ensure_rounded(parameters.amount, charge["currency"])
    if amount > rest:
        raise ApiError("The amount is greater than the rest of the charge", param="amount")
    charge["amount_refunded"] += amount
    charge["refunded"] = amount == rest
    refund = objects.make_refund(
        charge,
        amount,
        status="pending" if stand_in.has_slow_refunds else "succeeded",
        **parameters.model_dump(include={"reason", "metadata"}),
    )
    stand_in.add(refund, "refund.created")
    stand_in.events.record("charge.refunded", charge)
    return refund


def complete_refund(stand_in: StripeStandIn, refund: StripeObject) -> None:
    """Let a pending refund succeed."""
    refund["status"] = "succeeded"
    stand_in.events.record("refund.updated", refund)


def fail_refund(
    stand_in: StripeStandIn, refund: StripeObject, *, reason: str = "lost_or_stolen_card"
) -> None:
    """Let the bank of the buyer send the money back to the account."""
    charge = stand_in.get("charge", refund["charge"])
    charge["amount_refunded"] -= refund["amount"]
    charge["refunded"] = False
    refund.update(status="failed", failure_reason=reason)
    stand_in.events.record("refund.updated", refund)
    stand_in.events.record("refund.failed", refund)


def open_dispute(
    stand_in: StripeStandIn, reference: str, *, is_inquiry: bool = False
) -> StripeObject:
    """Let the buyer dispute the payment at their bank. An inquiry moves no money."""
    intent = stand_in.get("payment_intent", reference)
    charge = stand_in.get("charge", intent["latest_charge"])
    charge["disputed"] = True
    dispute = objects.make_dispute(
        charge,
        status="warning_needs_response" if is_inquiry else "needs_response",
        due_by=int((clock.now() + TIME_TO_ANSWER).timestamp()),
    )
    stand_in.add(dispute, "charge.dispute.created")
    if not is_inquiry:
        stand_in.events.record("charge.dispute.funds_withdrawn", dispute)
    return dispute


def answer_dispute(stand_in: StripeStandIn, dispute: StripeObject) -> None:
    """Let an administrator submit evidence in the Dashboard."""
    dispute["status"] = "under_review"
    details = dispute["evidence_details"]
    details.update(has_evidence=True, submission_count=details["submission_count"] + 1)
    stand_in.events.record("charge.dispute.updated", dispute)


def close_dispute(stand_in: StripeStandIn, dispute: StripeObject, *, is_won: bool) -> None:
    dispute["status"] = "won" if is_won else "lost"
    stand_in.events.record("charge.dispute.closed", dispute)
    if is_won:
        stand_in.events.record("charge.dispute.funds_reinstated", dispute)
