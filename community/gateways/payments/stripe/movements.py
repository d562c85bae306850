"""Reads the movements of money at Stripe: charges, refunds and disputes."""

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from community.gateways.payments.gateway import Movement, ProviderPayment
from community.gateways.payments.returns import DisputeStatus, ProviderDispute, ProviderRefund
from community.gateways.payments.stripe.client import convert_errors
from community.gateways.payments.stripe.objects import PAYMENT_ID, StripeData, from_stripe_amount

# The name of the idempotency key in the metadata of a refund.
REFUND_KEY: Final = "community_refund_key"
_PAGE_SIZE: Final = 100
# Money leaves the account when a dispute begins. Inquiries (`warning_…`) and preventions move none.
_DISPUTES_WITH_MONEY: Final = frozenset({"needs_response", "under_review", "won", "lost"})
_DISPUTE_STATUSES: Final[Mapping[str, DisputeStatus]] = {
    "warning_needs_response": "needs_response",
    "needs_response": "needs_response",
    "warning_under_review": "under_review",
    "under_review": "under_review",
    "won": "won",
    "lost": "lost",
}


async def add_money(api: Any, intent: StripeData, payment: ProviderPayment) -> ProviderPayment:
    """Return a payment with its movements of money, refunds and disputes."""
    charge = intent.get("latest_charge") or {}
    refunds: list[StripeData] = []
    disputes: list[StripeData] = []
    params = {"payment_intent": intent["id"], "limit": _PAGE_SIZE}
    with convert_errors():
        # A refund that has failed is no longer part of the refunded amount.
        if charge.get("status") == "succeeded":
            refunds = (await api.refunds.list_async(params=params)).to_dict()["data"]
        if charge.get("disputed"):
            disputes = (await api.disputes.list_async(params=params)).to_dict()["data"]
    return replace(
        payment,
        movements=tuple(_list_movements([charge] if charge else [], refunds, disputes)),
        refunds=tuple(_read_refund(refund) for refund in refunds),
        disputes=tuple(_read_dispute(dispute) for dispute in disputes),
    )


async def list_account_movements(api: Any, since: datetime) -> AsyncIterator[tuple[str, Movement]]:
    """Yield the movements of payments of the site since a time, each by its own date."""
    params = {
        "created": {"gte": int(since.timestamp())},
        "limit": _PAGE_SIZE,
        "expand": ["data.payment_intent"],
    }
    services = {"charge": api.charges, "refund": api.refunds, "dispute": api.disputes}
    with convert_errors():
        for kind, service in services.items():
            page = await service.list_async(params=params)
            async for item in page.auto_paging_iter():
                for row in _list_own_movements(item.to_dict(), kind):
                    yield row


def _list_movements(
    charges: Iterable[StripeData], refunds: Iterable[StripeData], disputes: Iterable[StripeData]
) -> Iterator[Movement]:
    """Yield the money that was moved. Money that a bank has not moved yet is left out."""
    for charge in charges:
        if charge["status"] == "succeeded" and charge.get("captured", True):
            yield _make_movement("charge", charge, charge["amount"])
    for refund in refunds:
        # A refund can fail weeks after it has succeeded.
        if refund["status"] in {"succeeded", "failed"}:
            yield _make_movement("refund", refund, -refund["amount"])
        if refund["status"] == "failed":
            yield _make_movement("refund_failed", refund, refund["amount"])
    for dispute in disputes:
        if dispute["status"] in _DISPUTES_WITH_MONEY:
            yield _make_movement("dispute", dispute, -dispute["amount"])
        if dispute["status"] == "won":
            yield _make_movement("dispute_won", dispute, dispute["amount"])


def _list_own_movements(item: StripeData, kind: str) -> Iterator[tuple[str, Movement]]:
    """Yield the movements of an object if its PaymentIntent is a payment of the site."""
    intent = item.get("payment_intent")
    if not isinstance(intent, dict) or PAYMENT_ID not in (intent.get("metadata") or {}):
        return
    lists = {name: [item] if name == kind else [] for name in ("charge", "refund", "dispute")}
    for movement in _list_movements(*lists.values()):
        yield intent["id"], movement


def _read_refund(refund: StripeData) -> ProviderRefund:
    status = refund["status"]
    has_failed = status in {"failed", "canceled"}
    return ProviderRefund(
        reference=refund["id"],
        key=str((refund.get("metadata") or {}).get(REFUND_KEY, "")),
        amount=from_stripe_amount(refund["amount"], refund["currency"]),
        status="succeeded" if status == "succeeded" else "failed" if has_failed else "pending",
        failure=str(refund.get("failure_reason") or status) if has_failed else "",
    )


def _read_dispute(dispute: StripeData) -> ProviderDispute:
    due_by = (dispute.get("evidence_details") or {}).get("due_by")
    return ProviderDispute(
        reference=dispute["id"],
        status=_DISPUTE_STATUSES.get(dispute["status"], "closed"),
        reason=str(dispute.get("reason") or "general")[:40],
        amount=from_stripe_amount(dispute["amount"], dispute["currency"]),
        currency=str(dispute["currency"]).upper(),
        opened_at=datetime.fromtimestamp(dispute["created"], UTC),
        due_by=datetime.fromtimestamp(due_by, UTC) if due_by else None,
        is_test=not dispute.get("livemode", True),
    )


def _make_movement(kind: Any, item: StripeData, amount: int) -> Movement:
    currency = str(item["currency"]).upper()
    return Movement(kind, item["id"], from_stripe_amount(amount, currency), currency)
