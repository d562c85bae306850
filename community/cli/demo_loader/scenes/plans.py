"""The plans on sale, a promo code, a higher price, and what subscribers do with their features."""

from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community.cli.demo_loader.load_context import LoadContext
from community.core import clock
from community.core.actor import Actor
from community.core.settings import settings
from community.domain import identity, people, site, subscriptions
from community.domain.people import name_appearance
from community.models import PlanPriceChange, SubscriptionPlan, UserSubscription

READER, READER_YEARLY, PATRON = "Reader", "Reader, yearly", "Patron"
PROMO_CODE = "WELCOME3"
_FEATURES = ("badge", "fancy_nickname", "reactions", "private_messages")
_PATRON_FEATURES = (*_FEATURES, "video_avatar", "ad_free")
_OFFER = site.OfferSettings(
    heading="Read without limits",
    text="Subscribers pay for the server and the people who keep it running.",
    advantages=(
        "A badge and a style for your name",
        "More reactions and private messages",
        "A short video as your picture",
    ),
    button_label="Compare plans",
)


async def open_shop(session: AsyncSession, context: LoadContext) -> None:
    """Put plans on sale with the sandbox, unless the site must not or is set up already."""
    section = await site.get_settings_section(session, site.PaymentSettings)
    has_keys = section.stripe_secret_key.get_secret_value() or (
        section.yookassa_secret_key.get_secret_value()
    )
    has_plans = await session.scalar(select(func.count()).select_from(SubscriptionPlan))
    if not settings().allows_sandbox_payments or section.provider != "off" or has_keys or has_plans:
        return
    seller = {
        "provider": "sandbox",
        "seller_name": "Community Demo",
        "seller_address": "1 Example Street\n1000 Sampletown",
        "seller_country": "DE",
        "seller_tax_id": "DE000000000",
        "invoice_prefix": "DEMO-",
        "vat_mode": "inclusive",
        "vat_default_rate": "19",
    }
    admin = context.actors["marta"]
    section = section.model_validate({**section.model_dump(), **seller})
    await site.update_settings(session, admin, section)
    await site.update_settings(session, admin, _OFFER)
    await _create_plan(session, context, READER, 400, trial_days=14)
    await _create_plan(session, context, READER_YEARLY, 4000, period="year")
    await _create_plan(session, context, PATRON, 900, features=_PATRON_FEATURES)


async def _create_plan(
    session: AsyncSession,
    context: LoadContext,
    name: str,
    price: int,
    *,
    period: str = "month",
    trial_days: int = 0,
    features: tuple[str, ...] = _FEATURES,
) -> None:
    plan = await subscriptions.create_plan(
        session,
        context.actors["marta"],
        name=name,
        price=price,
        currency="EUR",
        period=period,
        trial_days=trial_days,
        features=features,
    )
    context.plan_ids[name] = plan.id


async def _raise_price(session: AsyncSession, context: LoadContext) -> None:
    admin = context.actors["marta"]
    await subscriptions.edit_plan(session, admin, plan_id=context.plan_ids[READER], price=500)
    yearly = context.plan_ids[READER_YEARLY]
    await subscriptions.edit_plan(session, admin, plan_id=yearly, price=5000)


async def _add_promo_code(session: AsyncSession, context: LoadContext) -> None:
    await subscriptions.create_promo_code(
        session, context.actors["marta"], code=PROMO_CODE, percent=50, periods=3
    )


async def _plan_price_change(session: AsyncSession, context: LoadContext) -> None:
    """Announce the higher price to those who still pay the first one."""
    plan_id = context.plan_ids[READER]
    await subscriptions.price_changes.plan_price_change(
        session,
        context.actors["marta"],
        plan_id=plan_id,
        first_day=(clock.now() + timedelta(days=40)).date(),
        reason="The first price did not cover the costs of the server.",
    )
    query = select(PlanPriceChange.id).where(PlanPriceChange.plan_id == plan_id)
    change_id = (await session.scalars(query)).one()
    await subscriptions.price_change_mails.announce_price_change(session, change_id=change_id)


async def _start_trial(session: AsyncSession, context: LoadContext) -> None:
    actor = context.actors["ines"]
    await subscriptions.start_trial(session, actor, plan_id=context.plan_ids[READER])


async def _style_names(session: AsyncSession, context: LoadContext) -> None:
    vera = await load_actor(session, context, "vera")
    appearance = name_appearance.NameAppearance(badge="book", name_style="aurora")
    await name_appearance.change(session, vera, appearance)
    video = context.images["video-vera"]
    await people.change_profile(session, vera, people.ProfileChanges(avatar=video.id))
    hana = await load_actor(session, context, "hana-k")
    appearance = name_appearance.NameAppearance(badge="moon", name_style="ocean")
    await name_appearance.change(session, hana, appearance)


async def _grant_plan(session: AsyncSession, context: LoadContext) -> None:
    """Let Marta try the plan for a day, before she gets it as a gift."""
    marta = context.actors["marta"]
    await subscriptions.grant(
        session,
        marta,
        user_id=marta.id,
        plan_id=context.plan_ids[READER],
        until=clock.now() + timedelta(days=1),
    )


async def _extend_plan(session: AsyncSession, context: LoadContext) -> None:
    query = select(UserSubscription.id).where(
        UserSubscription.user_id == context.actors["marta"].id,
        col(UserSubscription.status).in_(subscriptions.LIVE_STATUSES),
    )
    await subscriptions.grants.extend(
        session,
        context.actors["marta"],
        subscription_id=(await session.scalars(query)).one(),
        days=7,
        reason="The site was down for a day.",
    )


async def load_actor(session: AsyncSession, context: LoadContext, slug: str) -> Actor:
    """Return a user with the features that they have now."""
    return identity.build_actor(await people.get_user(session, context.actors[slug].id))


# These need the plans of `open_shop`.
PLAN_SCENES = {
    "raise_price": _raise_price,
    "add_promo_code": _add_promo_code,
    "plan_price_change": _plan_price_change,
    "start_trial": _start_trial,
    "style_names": _style_names,
    "grant_plan": _grant_plan,
    "extend_plan": _extend_plan,
}
