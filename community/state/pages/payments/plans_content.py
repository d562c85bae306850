"""The texts of the page with the plans on sale, for the server-rendered and the live page."""

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.core.money import format_amount
from community.core.read_models import ReadModel
from community.domain import subscriptions
from community.i18n import formats, gettext as _, ngettext
from community.state.pages.settings.subscription import describe_overdue


class PlanOffer(ReadModel):
    id: int
    name: str
    description: str
    price: str  # the amount with its currency, in the format of the site's language
    lowered_price: str = ""  # what the viewer pays first with their promo code, or ""
    period: str  # for how long the price is, for example "a month"
    vat: str = ""  # whether VAT is added to the price, or "" without VAT
    terms: str = ""  # what the viewer pays now and later, if that is not the price; otherwise ""
    features: list[subscriptions.PlanFeature] = []
    is_current: bool = False  # whether the viewer has the plan
    problem: str = ""  # why the renewal of the plan was not paid, or ""
    overdue_url: str = ""  # the page on which the viewer pays this renewal, or ""
    overdue_action: str = ""  # the label of the link to it
    # The label of the button that buys the plan, or "" if the viewer cannot buy it
    action: str = ""
    # The label of the button that starts a free trial, or "" if the viewer cannot try it
    trial: str = ""


class PlansPage(ReadModel):
    plans: list[PlanOffer] = []
    notice: str = ""  # what plan the viewer has, and until when, or ""
    credit: str = ""  # how much credit the viewer has, or ""
    takes_promo_codes: bool = False  # whether there are promo codes that buyers can enter
    promo_error: str = ""  # why the promo code lowers none of the prices, or ""


async def get_plans_page(session: AsyncSession, actor: Actor, *, promo_code: str = "") -> PlansPage:
    found = await subscriptions.load_plans_for_viewer(session, actor, promo_code=promo_code)
    subscription, quotes = found.subscription, found.quotes
    offers = [
        _build_offer(plan, subscription, quotes.by_plan.get(plan.id), may_try=found.may_try)
        for plan in found.plans
    ]
    notice = ""
    if subscription is not None:
        notice = " ".join([_describe_subscription(subscription), *subscription.upcoming])
    return PlansPage(
        plans=[offer.model_copy(update={"vat": found.vat}) for offer in offers],
        notice=notice,
        credit=found.credit,
        takes_promo_codes=found.takes_promo_codes,
        promo_error=quotes.promo_error,
    )


def _build_offer(
    plan: subscriptions.PlanView,
    subscription: subscriptions.SubscriptionView | None,
    quote: subscriptions.Quote | None,
    *,
    may_try: bool,
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
        terms=_describe_quote(quote) if quote else "",
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


def _describe_subscription(subscription: subscriptions.SubscriptionView) -> str:
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


def _describe_quote(quote: subscriptions.Quote) -> str:
    """Return what is paid now and later, or "" if it is the price of the plan."""
    if quote.is_regular:
        if quote.due == quote.price:
            return ""
        return _("{price} with VAT", price=_describe_price(quote, quote.later))
    due = format_amount(quote.due, quote.version.currency)
    if quote.credit:
        text = _describe_credit(quote, due, _describe_later(quote))
    elif quote.is_change:
        text = _describe_change(quote, due, _describe_later(quote))
    else:
        text = _describe_lowered(quote, due)
    return _("Your discount ends. {terms}", terms=text) if quote.ends_discount else text


def _describe_price(quote: subscriptions.Quote, amount: int) -> str:
    return subscriptions.describe_price(amount, quote.version.currency, quote.version.period)


def _describe_later(quote: subscriptions.Quote) -> str:
    price = _describe_price(quote, quote.later)
    if quote.periods == 1:
        return price
    lowered = _describe_price(quote, quote.lowered)
    if quote.periods == 0:
        return lowered
    return ngettext(
        "{lowered} for {n} more payment, then {price}",
        "{lowered} for {n} more payments, then {price}",
        quote.periods - 1,
        lowered=lowered,
        price=price,
    )


def _describe_lowered(quote: subscriptions.Quote, due: str) -> str:
    later, is_month = _describe_price(quote, quote.later), quote.version.period == "month"
    if quote.periods == 0:
        return _("{price} as long as you keep the plan", price=_describe_price(quote, quote.due))
    if quote.periods == 1 and is_month:
        return _("{amount} for the first month, then {price}", amount=due, price=later)
    if quote.periods == 1:
        return _("{amount} for the first year, then {price}", amount=due, price=later)
    texts = {"lowered": _describe_price(quote, quote.due), "price": later}
    if is_month:
        return ngettext(
            "{lowered} for {n} month, then {price}",
            "{lowered} for {n} months, then {price}",
            quote.periods,
            **texts,
        )
    return ngettext(
        "{lowered} for {n} year, then {price}",
        "{lowered} for {n} years, then {price}",
        quote.periods,
        **texts,
    )


def _describe_change(quote: subscriptions.Quote, due: str, later: str) -> str:
    if quote.due:
        return _("You pay {amount} now, then {price}", amount=due, price=later)
    if quote.surplus:
        return _(
            "Nothing to pay now, then {price}. {amount} of your old plan is left, and lowers "
            "the next payments.",
            price=later,
            amount=format_amount(quote.surplus, quote.version.currency),
        )
    return _("Nothing to pay now, then {price}", price=later)


def _describe_credit(quote: subscriptions.Quote, due: str, later: str) -> str:
    credit = format_amount(quote.credit, quote.version.currency)
    if quote.due:
        return _(
            "You pay {amount} now, because {credit} of your credit is used. Then {price}",
            amount=due,
            credit=credit,
            price=later,
        )
    return _(
        "Nothing to pay now, because {credit} of your credit is used. Then {price}",
        credit=credit,
        price=later,
    )
