"""HTTP routes with which administrators grant and revoke subscriptions."""

from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import AwareDatetime, BaseModel, Field

from community import urls
from community.api.http.authentication import SignedIn, require_section
from community.api.http.error_responses import error_responses
from community.api.http.ids import Id
from community.api.http.rate_limits import rate_limit
from community.api.http.sessions import Session
from community.domain import subscriptions
from community.domain.subscriptions import SubscriptionRecord, SubscriptionStatistics

_PREFIX = f"{urls.ADMIN_API}/subscriptions"
_SECTION = require_section("user-subscriptions")

router = APIRouter(prefix=_PREFIX, tags=["Admin Panel"], dependencies=[_SECTION])
write_router = APIRouter(
    prefix=_PREFIX, tags=["Admin Panel"], dependencies=[_SECTION, rate_limit("writes")]
)

SubscriptionId = Annotated[Id, Path()]


class Grant(BaseModel):
    """A plan that a user gets without a payment until a time."""

    user_id: Id
    plan_id: Id
    until: AwareDatetime


class Revocation(BaseModel):
    reason: Annotated[str, Field(max_length=2_000, description="Stored in the audit log.")]


@router.get("/statistics")
async def get_statistics(actor: SignedIn, session: Session) -> SubscriptionStatistics:
    """Return the number of live subscriptions, and the monthly recurring revenue."""
    return await subscriptions.load_statistics(session, actor)


@router.get("/{subscription}")
async def get_subscription(
    subscription: SubscriptionId, actor: SignedIn, session: Session
) -> SubscriptionRecord:
    """Return a subscription of any user."""
    return await subscriptions.get_subscription(session, actor, subscription_id=subscription)


@write_router.post(
    "", status_code=201, responses=error_responses("not_found", "already_subscribed")
)
async def grant_plan(
    new: Grant, actor: SignedIn, session: Session, response: Response
) -> SubscriptionRecord:
    """Give a user a plan without a payment."""
    granted = await subscriptions.grant(session, actor, **new.model_dump())
    response.headers["Location"] = f"{_PREFIX}/{granted.id}"
    return await subscriptions.get_subscription(session, actor, subscription_id=granted.id)


@write_router.post("/{subscription}/revoke", responses=error_responses("not_found"))
async def revoke_subscription(
    subscription: SubscriptionId, revocation: Revocation, actor: SignedIn, session: Session
) -> SubscriptionRecord:
    """End a subscription at once. Idempotent. Money is not returned."""
    await subscriptions.revoke(
        session, actor, subscription_id=subscription, reason=revocation.reason
    )
    return await subscriptions.get_subscription(session, actor, subscription_id=subscription)
