"""HTTP routes with which administrators look up payments for subscriptions."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path

from community import urls
from community.api.http.authentication import SignedIn, require_section
from community.api.http.rate_limits import rate_limit
from community.api.http.sessions import Session
from community.core.db.pagination import Page
from community.domain import subscriptions
from community.domain.subscriptions import Balance, PaymentRecord

router = APIRouter(
    prefix=f"{urls.ADMIN_API}/payments",
    tags=["Admin Panel"],
    dependencies=[require_section("subscription-payments")],
)


@router.get("/balances")
async def list_balances(actor: SignedIn, session: Session) -> Page[Balance]:
    """List what each provider took minus what it returned, in each currency."""
    return Page(items=await subscriptions.load_balances(session, actor))


@router.post("/events/{event}/replay", dependencies=[rate_limit("writes")])
async def replay_event(
    event_id: Annotated[int, Path(alias="event", gt=0, lt=2**63)],
    actor: SignedIn,
    session: Session,
) -> PaymentRecord:
    """Apply a message of the provider again, and return its payment."""
    payment_id = await subscriptions.replay_event(session, actor, event_id=event_id)
    return await subscriptions.get_payment(session, actor, payment_id=payment_id)


@router.get("/{payment}")
async def get_payment(
    payment_id: Annotated[UUID, Path(alias="payment")], actor: SignedIn, session: Session
) -> PaymentRecord:
    """Return a payment with the messages of its provider and its journal."""
    return await subscriptions.get_payment(session, actor, payment_id=payment_id)
