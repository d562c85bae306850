"""HTTP routes with which administrators manage the promo codes."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, Field

from community import urls
from community.api.http import Id, Session, SignedIn, error_responses, rate_limit, require_section
from community.core.db.pagination import Page
from community.domain import subscriptions

_PREFIX = f"{urls.ADMIN_API}/promo-codes"
_SECTION = require_section("subscription-prices")

router = APIRouter(prefix=_PREFIX, tags=["Admin Panel"], dependencies=[_SECTION])
write_router = APIRouter(
    prefix=_PREFIX,
    tags=["Admin Panel"],
    dependencies=[_SECTION, rate_limit("writes")],
    responses=error_responses("conflict"),
)

PromoCodeId = Annotated[Id, Path()]


class NewPromoCode(BaseModel):
    """A promo code. It lowers the price of the first periods of a plan."""

    code: Annotated[str, Field(max_length=1_000)]
    percent: Annotated[int, Field(ge=-1_000, le=1_000)]
    periods: Annotated[
        int,
        Field(ge=-1_000, le=1_000, description="How many periods. 0 for all of them."),
    ] = 1
    plan_ids: Annotated[list[Id], Field(max_length=200, description="Empty for all plans.")] = []
    max_uses: Annotated[int | None, Field(ge=-(10**9), le=10**9)] = None
    last_day: Annotated[date | None, Field(description="In the time zone of the site.")] = None


class PromoCodeUpdate(BaseModel):
    is_active: bool


@router.get("")
async def list_promo_codes(actor: SignedIn, session: Session) -> Page[subscriptions.PromoCodeView]:
    """List the promo codes with the numbers of their uses, active ones first."""
    return Page(items=await subscriptions.list_promo_codes(session, actor))


@write_router.post("", status_code=201)
async def create_promo_code(
    new: NewPromoCode, actor: SignedIn, session: Session, response: Response
) -> subscriptions.PromoCodeView:
    """Add a promo code."""
    created = await subscriptions.create_promo_code(session, actor, **dict(new))
    response.headers["Location"] = f"{_PREFIX}/{created.id}"
    return created


@write_router.patch("/{promo_code}", status_code=204, responses=error_responses("not_found"))
async def edit_promo_code(
    promo_code: PromoCodeId, update: PromoCodeUpdate, actor: SignedIn, session: Session
) -> None:
    """Activate or deactivate a promo code. Payments that have begun keep its price."""
    await subscriptions.set_promo_code_active(
        session, actor, promo_code_id=promo_code, is_active=update.is_active
    )
