"""What the page with the plans shows a viewer."""

from sqlalchemy.engine import Engine
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select

from community import urls
from community.core.actor import Actor
from community.core.cache import Cache
from community.core.money import format_amount
from community.core.read_models import ReadModel
from community.domain.subscriptions import billing_details
from community.domain.subscriptions.checkout import promo_codes
from community.domain.subscriptions.checkout.quotes import Quote, Quotes, get_quotes
from community.domain.subscriptions.credit import describe_amounts, list_own_balances
from community.domain.subscriptions.lifecycle.queries import find_subscription
from community.domain.subscriptions.lifecycle.trials import may_start_trial
from community.domain.subscriptions.on_sale import find_provider
from community.domain.subscriptions.plans.queries import list_plans_on_sale
from community.domain.subscriptions.schemas import PlanFeature, PlanView, SubscriptionView
from community.domain.subscriptions.vat import describe_vat
from community.i18n import formats, ngettext
from community.i18n import gettext as _
from community.models import Payment, UserSubscription

_selling_cache: Cache[bool] = Cache(ttl_seconds=5, max_size=100)


class PlanOffer(ReadModel):
    """A plan on sale.

    Attributes:
        price: The amount with its currency, in the format of the site's language.
        lowered_price: What the viewer pays first with their promo code, or "".
        period: For how long the price is, for example "a month".
        vat: Whether VAT is added to the price, or "" without VAT.
        terms: What the viewer pays now and later, if that is not the price. Otherwise "".
        is_current: Whether the viewer has the plan.
        problem: Why the renewal of the plan was not paid, or "".
        overdue_url: The page on which the viewer pays this renewal, or "".
        overdue_action: The label of the link to it.
        action: The label of the button that buys the plan, or "" if the viewer cannot buy it.
        trial: The label of the button that starts a free trial, or "" if the viewer cannot try it.
    """

    id: int
    name: str
    description: str
    price: str
    lowered_price: str = ""
    period: str
    vat: str = ""
    terms: str = ""
    features: list[PlanFeature] = []
    is_current: bool = False
    problem: str = ""
    overdue_url: str = ""
    overdue_action: str = ""
    action: str = ""
    trial: str = ""


class PlansPage(ReadModel):
    """The plans on sale.

    Attributes:
        notice: What plan the viewer has, and until when, or "".
        credit: How much credit the viewer has, or "".
        takes_promo_codes: Whether there are promo codes that buyers can enter.
        promo_error: Why the promo code lowers none of the prices, or "".
    """

    plans: list[PlanOffer] = []
    notice: str = ""
    credit: str = ""
    takes_promo_codes: bool = False
    promo_error: str = ""


async def get_plans_page(session: AsyncSession, actor: Actor, *, promo_code: str = "") -> PlansPage:
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
    vat = describe_vat(await billing_details.load_treatment(session, actor))
    offers = [
        _build_offer(plan, subscription, quotes.by_plan.get(plan.id), may_try=may_try)
        for plan in plans
    ]
    return PlansPage(
        plans=[offer.model_copy(update={"vat": vat}) for offer in offers],
        notice=" ".join([_describe(subscription), *subscription.upcoming]) if subscription else "",
        credit=describe_amounts(await list_own_balances(session, actor)) if plans else "",
        takes_promo_codes=bool(plans) and await promo_codes.is_any_offered(session),
        promo_error=quotes.promo_error,
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
    """Return whether users can buy a plan."""
    return bool(await list_offered_plans(session))


async def list_offered_plans(session: AsyncSession) -> list[PlanView]:
    """Return the plans on sale, or none without a payment provider with which users can pay."""
    return await list_plans_on_sale(session) if await find_provider(session) else []


def find_cached_is_selling(engine: Engine) -> bool | None:
    """Return the answer that `get_cached_is_selling` has cached, without a database session."""
    return _selling_cache.find(engine)


async def get_cached_is_selling(session: AsyncSession) -> bool:
    return await _selling_cache.get_or_load(session.get_bind(), lambda: is_selling(session))


def clear_selling_cache() -> None:
    """Forget whether users can buy a plan, after a change of the plans or of the settings."""
    _selling_cache.clear()


def _build_offer(
    plan: PlanView, subscription: SubscriptionView | None, quote: Quote | None, *, may_try: bool
) -> PlanOffer:
    is_current = subscription is not None and subscription.plan.id == plan.id
    overdue = subscription.overdue if subscription and is_current else None
    if subscription is None or subscription.origin == "trial":
        action = _("Get {plan}", plan=plan.name)
    elif not is_current:
        action = _("Switch to {plan}", plan=plan.name)
    elif subscription.overdue is not None:
        action = ""
    elif subscription.renews_at is None:
        action = _("Extend {plan}", plan=plan.name)
    else:
        action = ""
    return PlanOffer(
        id=plan.id,
        name=plan.name,
        description=plan.description,
        price=format_amount(plan.price, plan.currency),
        lowered_price=format_amount(quote.price, plan.currency)
        if quote and not (quote.is_regular or quote.is_change)
        else "",
        terms=quote.describe() if quote else "",
        period=_("a month") if plan.period == "month" else _("a year"),
        features=plan.features,
        is_current=is_current,
        problem=overdue.failure if overdue else "",
        overdue_url=urls.payment(overdue.payment_id) if overdue else "",
        overdue_action=_("Confirm payment") if overdue and overdue.needs_action else _("Pay now"),
        action=action,
        trial=ngettext("Try {n} day free", "Try {n} days free", plan.trial_days)
        if may_try and plan.trial_days
        else "",
    )


def describe_overdue(subscription: SubscriptionView) -> str:
    """Return until when the viewer keeps the plan whose renewal was not paid."""
    plan, date = subscription.plan.name, formats.format_full_date(subscription.access_until)
    if not subscription.has_access:
        return _(
            "The renewal of “{plan}” was not paid. The plan is paused until you pay it.", plan=plan
        )
    return _(
        "The renewal of “{plan}” was not paid. You keep your plan until {date}.",
        plan=plan,
        date=date,
    )


def _describe(subscription: SubscriptionView) -> str:
    plan = subscription.plan.name
    if subscription.origin == "trial":
        date = formats.format_full_date(subscription.access_until)
        return _(
            "You are trying “{plan}” for free until {date}. If you buy a plan now, the time that "
            "you pay for begins when the trial ends.",
            plan=plan,
            date=date,
        )
    if subscription.overdue is not None:
        return describe_overdue(subscription)
    if subscription.renews_at is None:
        date = formats.format_full_date(subscription.access_until)
        return _("You have the plan “{plan}” until {date}.", plan=plan, date=date)
    date = formats.format_full_date(subscription.renews_at)
    return _("You have the plan “{plan}”. It renews on {date}.", plan=plan, date=date)
