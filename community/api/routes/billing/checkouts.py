"""HTTP routes for what a plan costs a user, their consent to it, and their credit."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from community import urls
from community.api.http import Session, SignedIn, error_responses, rate_limit
from community.domain import subscriptions
from community.domain.subscriptions import credit
from community.domain.subscriptions.checkout import checkouts
from community.domain.subscriptions.checkout.schemas import Checkout

router = APIRouter(tags=["Subscriptions"])
write_router = APIRouter(tags=["Subscriptions"], dependencies=[rate_limit("writes")])


class ConsentRequest(BaseModel):
    """`version` of the quote that the buyer has agreed to."""

    version: Annotated[str, Field(max_length=64)]


@router.get(
    f"{urls.PLANS}/{{plan}}/quote",
    responses=error_responses("payments_off", "already_subscribed", "billing_address_required"),
)
async def get_quote(
    actor: SignedIn,
    session: Session,
    plan_id: Annotated[int, Path(alias="plan", gt=0, lt=2**63)],
    promo_code: Annotated[str, Query(max_length=60)] = "",
    *,
    is_gift: Annotated[bool, Query(alias="gift")] = False,
) -> Checkout:
    """Retrieve what a plan costs the caller now and later, which they agree to with a payment."""
    return await checkouts.preview(
        session, actor, plan_id=plan_id, promo_code=promo_code, is_gift=is_gift
    )


@write_router.post(
    "/subscriptions/payments/{payment}/consent",
    responses=error_responses(
        "not_found", "payment_ended", "billing_address_required", "terms_changed"
    ),
)
async def agree_to_payment(
    actor: SignedIn,
    session: Session,
    payment_id: Annotated[UUID, Path(alias="payment")],
    request: ConsentRequest,
) -> subscriptions.PaymentView:
    """Store that the caller agrees to an unfinished payment. An error contains its quote."""
    await checkouts.agree(session, actor, payment_id=payment_id, version=request.version)
    return await subscriptions.get_own_payment(session, actor, payment_id)


@router.get("/subscriptions/credit")
async def get_credit(actor: SignedIn, session: Session) -> credit.OwnCredit:
    """Retrieve the credit of the caller by currency, with its newest changes."""
    return await credit.get_own_credit(session, actor)
