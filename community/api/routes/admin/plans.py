"""HTTP routes with which administrators manage the plans that users can buy."""

from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, Field

from community import urls
from community.api.http import Id, Session, SignedIn, error_responses, rate_limit, require_section
from community.core.db.pagination import Page
from community.domain import subscriptions
from community.domain.subscriptions import PlanView, PriceChangeView

_PREFIX = f"{urls.ADMIN_API}/plans"
_SECTION = require_section("subscription-prices")

router = APIRouter(prefix=_PREFIX, tags=["Admin Panel"], dependencies=[_SECTION])
write_router = APIRouter(
    prefix=_PREFIX,
    tags=["Admin Panel"],
    dependencies=[_SECTION, rate_limit("writes")],
    responses=error_responses("conflict"),
)

PlanId = Annotated[Id, Path()]
# Higher than the limits of the domain, which reports which rule is violated.
ShortText = Annotated[str, Field(max_length=1_000)]
Text = Annotated[str, Field(max_length=5_000)]
Code = Annotated[str, Field(max_length=60)]
Codes = Annotated[list[Code], Field(max_length=200)]
Price = Annotated[
    int, Field(ge=-(10**12), le=10**12, description="In minor units of the currency.")
]
Days = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]


class NewPlan(BaseModel):
    """A plan. Its price is for one period: `month` or `year`."""

    name: ShortText
    description: Text = ""
    price: Price
    currency: Code
    period: Code
    trial_days: Days = 0
    features: Annotated[Codes, Field(description="The codes of the features.")] = []
    is_active: Annotated[bool, Field(description="Whether the plan is on sale.")] = True


class PlanUpdate(BaseModel):
    """The fields to change. Subscribers keep the terms that they have bought."""

    name: ShortText = ""
    description: Text = ""
    price: Price = 0
    currency: Code = ""
    period: Code = ""
    trial_days: Days = 0
    features: Codes = []
    is_active: bool = True


class PlanOrder(BaseModel):
    """The ids of all plans in their new order."""

    ids: Annotated[list[Id], Field(max_length=200)]


class NewPriceChange(BaseModel):
    """Moves subscribers who pay an earlier price to the current one."""

    first_day: Annotated[date, Field(description="At least 30 days ahead.")]
    reason: Annotated[str, Field(max_length=2_000, description="Stored in the audit log.")]


class PriceChangeWithdrawal(BaseModel):
    reason: Annotated[str, Field(max_length=2_000, description="Stored in the audit log.")]


@router.get("")
async def list_plans(actor: SignedIn, session: Session) -> Page[PlanView]:
    """List all plans in display order, including those that are off sale."""
    return Page(items=await subscriptions.list_plans(session, actor))


@write_router.post("", status_code=201)
async def create_plan(
    new: NewPlan, actor: SignedIn, session: Session, response: Response
) -> PlanView:
    """Add a plan to the end of the list."""
    plan = await subscriptions.create_plan(session, actor, **new.model_dump())
    response.headers["Location"] = f"{_PREFIX}/{plan.id}"
    return plan


@write_router.put("/order")
async def reorder_plans(order: PlanOrder, actor: SignedIn, session: Session) -> Page[PlanView]:
    """Change the display order."""
    await subscriptions.reorder_plans(session, actor, plan_ids=order.ids)
    return Page(items=await subscriptions.list_plans(session, actor))


@write_router.patch("/{plan}", responses=error_responses("not_found"))
async def edit_plan(
    plan: PlanId, update: PlanUpdate, actor: SignedIn, session: Session
) -> PlanView:
    """Change the given fields of a plan."""
    changes: Any = update.model_dump(exclude_unset=True)
    return await subscriptions.edit_plan(session, actor, plan_id=plan, **changes)


@write_router.post(
    "/{plan}/price-change",
    status_code=201,
    responses=error_responses("not_found", "price_change_planned", "nothing_to_change"),
)
async def plan_price_change(
    plan: PlanId, new: NewPriceChange, actor: SignedIn, session: Session, response: Response
) -> PriceChangeView:
    """Notify the subscribers who pay an earlier price, and charge the current one from a day on."""
    response.headers["Location"] = f"{_PREFIX}/{plan}/price-change"
    return await subscriptions.price_changes.plan_price_change(
        session, actor, plan_id=plan, **new.model_dump()
    )


@write_router.post(
    "/{plan}/price-change/withdraw", status_code=204, responses=error_responses("not_found")
)
async def withdraw_price_change(
    plan: PlanId, withdrawal: PriceChangeWithdrawal, actor: SignedIn, session: Session
) -> None:
    """Withdraw a price change before its day, and notify those who know of it."""
    await subscriptions.price_changes.withdraw_price_change(
        session, actor, plan_id=plan, reason=withdrawal.reason
    )


@write_router.delete("/{plan}", status_code=204, responses=error_responses("not_found"))
async def remove_plan(plan: PlanId, actor: SignedIn, session: Session) -> None:
    """Delete a plan, or take it off sale if it was ever bought."""
    await subscriptions.remove_plan(session, actor, plan_id=plan)
