"""What the page with the plans shows a viewer."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.money import to_decimal
from community.core.read_models import ReadModel
from community.domain.subscriptions.payments.checkout import find_provider
from community.domain.subscriptions.queries import find_subscription, list_plans_on_sale
from community.domain.subscriptions.schemas import PlanFeature, PlanView, SubscriptionView
from community.i18n import formats
from community.i18n import gettext as _


class PlanOffer(ReadModel):
    """A plan on sale.

    Attributes:
        price: The amount with its currency, in the format of the site's language.
        period: For how long the price is, for example "a month".
        is_current: Whether the viewer has the plan.
        action: The label of the button that buys the plan, or "" if the viewer cannot buy it.
    """

    id: int
    name: str
    description: str
    price: str
    period: str
    features: list[PlanFeature] = []
    is_current: bool = False
    action: str = ""


class PlansPage(ReadModel):
    """The plans on sale.

    Attributes:
        notice: What plan the viewer has, and until when, or "".
    """

    plans: list[PlanOffer] = []
    notice: str = ""


async def get_plans_page(session: AsyncSession, actor: Actor) -> PlansPage:
    """Return the plans that the viewer can buy. There are none without a payment provider."""
    subscription = await find_subscription(session, actor)
    if subscription is not None and not subscription.has_access:
        subscription = None
    is_selling = await find_provider(session) is not None
    plans = await list_plans_on_sale(session) if is_selling else []
    return PlansPage(
        plans=[_build_offer(plan, subscription) for plan in plans],
        notice=_describe(subscription) if subscription else "",
    )


async def shows_plans(session: AsyncSession, actor: Actor) -> bool:
    """Return whether the menu of the viewer contains the page with the plans."""
    if actor.features:
        return True
    return await find_provider(session) is not None and bool(await list_plans_on_sale(session))


def _build_offer(plan: PlanView, subscription: SubscriptionView | None) -> PlanOffer:
    is_current = subscription is not None and subscription.plan.id == plan.id
    if subscription is None:
        action = _("Get {plan}", plan=plan.name)
    elif not is_current:
        action = _("Switch to {plan}", plan=plan.name)
    elif subscription.renews_at is None:
        action = _("Extend {plan}", plan=plan.name)
    else:
        action = ""
    return PlanOffer(
        id=plan.id,
        name=plan.name,
        description=plan.description,
        price=formats.format_money(to_decimal(plan.price, plan.currency), plan.currency),
        period=_("a month") if plan.period == "month" else _("a year"),
        features=plan.features,
        is_current=is_current,
        action=action,
    )


def _describe(subscription: SubscriptionView) -> str:
    plan = subscription.plan.name
    if subscription.renews_at is None:
        date = formats.format_full_date(subscription.access_until)
        return _("You have the plan “{plan}” until {date}.", plan=plan, date=date)
    date = formats.format_full_date(subscription.renews_at)
    return _("You have the plan “{plan}”. It renews on {date}.", plan=plan, date=date)
