"""HTTP routes with which administrators look up payments for subscriptions."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path

from community import urls
from community.api.http.authentication import SignedIn, require_section
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


@router.get("/{payment}")
async def get_payment(
    payment_id: Annotated[UUID, Path(alias="payment")], actor: SignedIn, session: Session
) -> PaymentRecord:
    """Return a payment with the messages of its provider and its journal."""
    return await subscriptions.get_payment(session, actor, payment_id=payment_id)
