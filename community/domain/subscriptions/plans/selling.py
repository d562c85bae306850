"""The plans on sale, and which pages about plans a viewer sees."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select

from community.core.actor import Actor
from community.domain.subscriptions import billing_details, schemas
from community.domain.subscriptions.checkout import promo_codes
from community.domain.subscriptions.checkout.quotes import Quotes, get_quotes
from community.domain.subscriptions.credit import describe_amounts, list_own_balances
from community.domain.subscriptions.lifecycle.queries import find_subscription
from community.domain.subscriptions.lifecycle.trials import may_start_trial
from community.domain.subscriptions.on_sale import find_provider
from community.domain.subscriptions.plans.queries import list_plans_on_sale
from community.domain.subscriptions.vat import describe_vat
from community.models import Payment, UserSubscription


@dataclass(frozen=True, slots=True)
class PlansForViewer:
    """The plans on sale, and what a viewer pays for them.

    Attributes:
        subscription: The plan that the viewer has, also if its renewal was not paid.
        vat: Whether VAT is added to prices, as text, or "" without VAT.
        credit: How much credit the viewer has, as text, or "".
        may_try: Whether the viewer can start a free trial.
        takes_promo_codes: Whether there are promo codes that buyers can enter.
    """

    plans: list[schemas.PlanView]
    subscription: schemas.SubscriptionView | None
    quotes: Quotes
    vat: str
    credit: str
    may_try: bool
    takes_promo_codes: bool


async def load_plans_for_viewer(
    session: AsyncSession, actor: Actor, *, promo_code: str = ""
) -> PlansForViewer:
    """Return the plans that the viewer can buy, or none without a payment provider."""
    subscription = await find_subscription(session, actor)
    is_paused = subscription is not None and not subscription.has_access
    if is_paused and subscription is not None and subscription.overdue is None:
        subscription = None
    plans = await list_offered_plans(session)
    may_try = subscription is None and await may_start_trial(session, actor)
    quotes = Quotes({})
    if plans and not actor.is_guest:
        quotes = await get_quotes(session, actor, promo_code=promo_code)
    return PlansForViewer(
        plans=plans,
        subscription=subscription,
        quotes=quotes,
        vat=describe_vat(await billing_details.load_treatment(session, actor)),
        credit=describe_amounts(await list_own_balances(session, actor)) if plans else "",
        may_try=may_try,
        takes_promo_codes=bool(plans) and await promo_codes.is_any_offered(session),
    )


async def shows_plans(session: AsyncSession, actor: Actor) -> bool:
    """Return whether the menu of the viewer contains the page with the plans."""
    return bool(actor.features) or await is_selling(session)


async def shows_subscription(session: AsyncSession, actor: Actor) -> bool:
    """Return whether the settings of the viewer contain their subscription and their payments."""
    if await shows_plans(session, actor):
        return True
    for column in (UserSubscription.user_id, Payment.user_id):
        if await session.scalar(select(column).where(column == actor.id).limit(1)) is not None:
            return True
    return False


async def is_selling(session: AsyncSession) -> bool:
    return bool(await list_offered_plans(session))


async def list_offered_plans(session: AsyncSession) -> list[schemas.PlanView]:
    """Return the plans on sale, or none without a payment provider with which users can pay."""
    return await list_plans_on_sale(session) if await find_provider(session) else []
