"""The beginning of a payment: what the buyer gets, and what it costs."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.core.actor import Actor, make_banned_error
from community.core.errors import Conflict, Invalid
from community.core.text.normalization import clean_text
from community.domain import identity, people
from community.domain.subscriptions import billing_details, credit, policies
from community.domain.subscriptions.billing import lower_price
from community.domain.subscriptions.checkout import consents
from community.domain.subscriptions.checkout.promo_codes import lock_promo_code
from community.domain.subscriptions.checkout.schemas import Checkout
from community.domain.subscriptions.events import PaymentChanged
from community.domain.subscriptions.on_sale import get_provider, load_plan_on_sale
from community.domain.subscriptions.payments.failures import RECIPIENT_BANNED, describe_failure
from community.domain.subscriptions.payments.orders import build_order
from community.domain.subscriptions.payments.schemas import Order, UnfinishedPayment
from community.domain.subscriptions.periods import changes
from community.domain.subscriptions.periods.locking import find_live_subscription, lock_user
from community.domain.subscriptions.periods.next_period import get_paid_end
from community.domain.subscriptions.periods.prices import Buyer, Holding, Price
from community.domain.subscriptions.statuses import is_live, is_unfinished
from community.gateways.payments import get_amount_step, round_down
from community.i18n import gettext as _
from community.models import Payment, PlanVersion, PromoCode, SubscriptionPlan, UserSubscription


async def begin_payment(
    session: AsyncSession,
    actor: Actor,
    *,
    plan_id: int,
    promo_code: str = "",
    recipient_id: int | None = None,
    message: str = "",
    consent: str = "",
) -> Order | UnfinishedPayment | None:
    """Begin to buy a plan. The same request again continues the payment that it has begun.

    Args:
        recipient_id: Another user who gets the plan as a gift.
        message: What the buyer writes to them.
        consent: The version of the checkout that the buyer has agreed to, which is stored. What it
            shows is charged. "" if they agree on the page of the payment.

    Returns:
        What to ask the provider for. An `UnfinishedPayment` if the buyer has begun to pay for
        something else, which must be canceled first. None if there was nothing to pay, and the plan
        of the actor has changed.

    Raises:
        Conflict: Nothing is on sale, the buyer or recipient already has a plan, the recipient is
            banned, the actor must enter an address first, or has seen other terms
            (`terms_changed`).
        Invalid: The promo code cannot be used, or the message is too long.
    """
    if actor.banned_at is not None:
        raise make_banned_error(actor)
    owner_ids = {actor.id} if recipient_id is None else {actor.id, recipient_id}
    for user_id in sorted(owner_ids):
        await lock_user(session, user_id)
    provider = await get_provider(session)
    await billing_details.ensure_complete(session, actor)
    plan, version = await load_plan_on_sale(session, plan_id, locks=True)
    promo = None
    if promo_code:
        promo = await lock_promo_code(session, actor, promo_code, plan_id=plan.id)
    quoted_at = consents.get_quote_time(consent)
    if recipient_id is None:
        buyer = await load_buyer(session, actor.id, provider=provider, quoted_at=quoted_at)
        price = buyer.compute_price(version, promo=promo)
    else:
        await _ensure_may_receive(session, actor, recipient_id)
        price = compute_gift_price(version, promo, provider)
    wanted = make_payment(
        actor, version, price, provider=provider, promo=promo, recipient_id=recipient_id
    )
    if recipient_id is not None:
        wanted.message = _clean_message(message)
    await _bind_to_period(session, wanted)
    await billing_details.add_vat(session, wanted)
    checkout = None
    if consent:
        checkout = await consents.build_for_payment(session, wanted, quoted_at, price.surplus)
        consents.ensure_is_shown(checkout, consent)
    if (unfinished := await _find_unfinished(session, actor.id)) is not None:
        return await _continue(session, actor, unfinished, wanted, plan=plan, checkout=checkout)
    if price.amount == 0:
        given = await changes.give_for_credit(session, actor.id, version, price)
        await consents.store_consent(session, actor, checkout, subscription_id=given.id)
        return None
    session.add(wanted)
    await session.flush()
    await consents.store_consent(session, actor, checkout, payment_id=wanted.id)
    events.record(session, PaymentChanged(wanted.id, actor.id, wanted.status))
    return await build_order(session, wanted, plan)


async def load_buyer(
    session: AsyncSession, user_id: int, *, provider: str, quoted_at: datetime | None = None
) -> Buyer:
    """Return what prices of a user depend on, now or at `quoted_at`. Nothing is locked."""
    rows = await session.execute(
        select(UserSubscription, PlanVersion)
        .join(PlanVersion, col(PlanVersion.id) == col(UserSubscription.plan_version_id))
        .where(col(UserSubscription.user_id) == user_id, is_live)
    )
    holding, at = None, quoted_at or clock.now()
    if (found := rows.one_or_none()) is not None:
        if get_paid_end(found[0]) <= clock.now():
            at = clock.now()
        earlier = await changes.compute_earlier(session, found[0], at)
        holding = Holding(found[0], found[1], earlier)
    return Buyer(provider, at, holding, await credit.list_available(session, user_id))


def compute_gift_price(version: PlanVersion, promo: PromoCode | None, provider: str) -> Price:
    amount = lower_price(version.price, promo.percent if promo else 0)
    step = get_amount_step(provider, version.currency)
    return Price("gift", max(round_down(amount, step), step))


def make_payment(
    actor: Actor,
    version: PlanVersion,
    price: Price,
    *,
    provider: str,
    promo: PromoCode | None,
    recipient_id: int | None = None,
) -> Payment:
    return Payment(
        user_id=actor.id,
        recipient_id=recipient_id,
        plan_version_id=version.id,
        promo_code_id=promo.id if promo else None,
        kind=price.kind,
        provider=provider,
        amount=price.amount,
        credit=price.credit,
        currency=version.currency,
        restarts_period=price.restarts_period,
    )


async def _continue(
    session: AsyncSession,
    actor: Actor,
    unfinished: Payment,
    wanted: Payment,
    *,
    plan: SubscriptionPlan,
    checkout: Checkout | None,
) -> Order | UnfinishedPayment:
    if not _is_same(unfinished, wanted, has_exact_amount=checkout is not None):
        return UnfinishedPayment(unfinished.id, unfinished.provider, unfinished.reference)
    await consents.store_consent(session, actor, checkout, payment_id=unfinished.id)
    return await build_order(session, unfinished, plan)


async def _bind_to_period(session: AsyncSession, payment: Payment) -> None:
    """Note the period for whose rest an upgrade is priced. It is void in another period."""
    if payment.kind != "upgrade":
        return
    current = await find_live_subscription(session, payment.user_id or 0)
    assert current is not None
    payment.subscription_id, payment.period_number = current.id, current.period_number


async def _ensure_may_receive(session: AsyncSession, actor: Actor, recipient_id: int) -> None:
    if actor.is_user(recipient_id):
        raise Invalid.for_field("recipient", _("Choose another person."))
    if identity.is_banned(await people.get_user(session, recipient_id)):
        message = describe_failure(RECIPIENT_BANNED)
        raise Conflict(message, code=RECIPIENT_BANNED, field_errors={"recipient": [message]})
    current = await find_live_subscription(session, recipient_id)
    if current is not None and current.origin != "trial":
        message = _("This person already has a plan.")
        raise Conflict(message, code="already_subscribed", field_errors={"recipient": [message]})


def _clean_message(message: str) -> str:
    return clean_text(message, field="message", max_length=policies.GIFT_MESSAGE_MAX_LENGTH)


async def _find_unfinished(session: AsyncSession, user_id: int) -> Payment | None:
    return await session.scalar(
        select(Payment)
        .where(Payment.user_id == user_id, is_unfinished, Payment.kind != "renewal")
        .with_for_update()
        .execution_options(populate_existing=True)
    )


def _is_same(unfinished: Payment, wanted: Payment, *, has_exact_amount: bool) -> bool:
    """Return whether two payments are for the same, so that one can be continued as the other.

    The price of a change of the plan falls every second, so it may differ a little, unless the
    buyer has seen the amount.
    """
    fields = (
        *(
            "recipient_id",
            "message",
            "plan_version_id",
            "promo_code_id",
            "kind",
            "provider",
            "currency",
        ),
        *("subscription_id", "period_number"),
        *("vat_treatment", "vat_rate"),
    )
    if any(getattr(unfinished, name) != getattr(wanted, name) for name in fields):
        return False
    prices = (unfinished.amount, unfinished.credit), (wanted.amount, wanted.credit)
    may_differ = wanted.kind == "upgrade" and not has_exact_amount
    return may_differ or prices[0] == prices[1]
