"""HTTP routes with which administrators look up payments for subscriptions."""

from typing import Annotated
from uuid import UUID, uuid5

from fastapi import APIRouter, Header, Path
from pydantic import BaseModel, Field

from community import urls
from community.api.http.authentication import SignedIn, require_section
from community.api.http.errors import error_responses
from community.api.http.idempotency import resumable
from community.api.http.login_responses import Session
from community.api.http.rate_limits import rate_limit
from community.core.actor import Actor
from community.core.db.pagination import Page
from community.core.db.sessions import read_session
from community.core.money import MAX_AMOUNT
from community.domain import subscriptions
from community.domain.subscriptions import Balance, PaymentRecord, reconciliation
from community.domain.subscriptions.reconciliation import ReconciliationReport
from community.domain.subscriptions.refunds import RefundReason
from community.workflows import payments

router = APIRouter(
    prefix=f"{urls.ADMIN_API}/payments",
    tags=["Admin Panel"],
    dependencies=[require_section("subscription-payments")],
)


class NewRefund(BaseModel):
    """Money that is returned to the buyer."""

    amount: Annotated[
        int | None, Field(ge=1, le=MAX_AMOUNT, description="In minor units. Default: the rest.")
    ] = None
    reason: Annotated[RefundReason, Field(description="The buyer reads it in a mail.")]
    note: Annotated[str, Field(max_length=2_000, description="For administrators only.")] = ""


class Explanation(BaseModel):
    """Why the amounts of a movement differ."""

    note: Annotated[str, Field(max_length=2_000, description="Stored in the audit log.")]


@router.get("/balances")
async def list_balances(actor: SignedIn, session: Session) -> Page[Balance]:
    """List what each provider took minus what it returned, in each currency."""
    return Page(items=await subscriptions.load_balances(session, actor))


@router.get("/reconciliation")
async def get_reconciliation(actor: SignedIn, session: Session) -> ReconciliationReport:
    """Return the last comparison with each provider, and the differences that are left."""
    return await reconciliation.get_report(session, actor)


@router.post("/reconciliation/findings/{finding}/explain", dependencies=[rate_limit("writes")])
async def explain_finding(
    finding_id: Annotated[int, Path(alias="finding", gt=0, lt=2**63)],
    body: Explanation,
    actor: SignedIn,
    session: Session,
) -> ReconciliationReport:
    """Store why the amounts of a movement differ."""
    await reconciliation.explain_finding(session, actor, finding_id=finding_id, note=body.note)
    return await reconciliation.get_report(session, actor)


@router.post("/events/{event}/replay", dependencies=[rate_limit("writes")])
async def replay_event(
    event_id: Annotated[int, Path(alias="event", gt=0, lt=2**63)],
    actor: SignedIn,
    session: Session,
) -> PaymentRecord:
    """Apply a message of the provider again, and return its payment."""
    payment_id = await subscriptions.replay_event(session, actor, event_id=event_id)
    return await subscriptions.get_payment(session, actor, payment_id=payment_id)


@router.post(
    "/{payment}/refund",
    dependencies=[rate_limit("writes"), resumable],
    responses=error_responses("confirmation_required", "conflict"),
)
async def refund_payment(
    payment_id: Annotated[UUID, Path(alias="payment")],
    body: NewRefund,
    actor: SignedIn,
    idempotency_key: Annotated[str, Header(include_in_schema=False)] = "",
) -> PaymentRecord:
    """Return money to the buyer, and return the payment.

    The same request within ten minutes returns the money once; with an idempotency key, always.
    The refund is `created` if the provider has not answered yet. It is then sent again every five
    minutes.
    """
    await payments.refund_payment(
        actor,
        payment_id=payment_id,
        amount=body.amount,
        reason=body.reason,
        note=body.note,
        refund_id=_make_refund_id(payment_id, actor, idempotency_key),
    )
    async with read_session() as session:
        return await subscriptions.get_payment(session, actor, payment_id=payment_id)


@router.get("/{payment}")
async def get_payment(
    payment_id: Annotated[UUID, Path(alias="payment")], actor: SignedIn, session: Session
) -> PaymentRecord:
    """Return a payment with the messages of its provider and its journal."""
    return await subscriptions.get_payment(session, actor, payment_id=payment_id)


def _make_refund_id(payment_id: UUID, actor: Actor, key: str) -> UUID | None:
    """Return the id of the refund for an idempotency key, so that it is made once."""
    return uuid5(payment_id, f"{actor.id}:{key}") if key else None
