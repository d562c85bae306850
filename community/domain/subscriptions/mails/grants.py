"""The mails about what administrators change in subscriptions."""

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.domain.mail import Button, Facts, Message
from community.domain.subscriptions.events import AccessExtended, PlanGranted, PlanRestored
from community.domain.subscriptions.mails.payments import get_plan_name, send
from community.i18n import formats, gettext as _
from community.models import Payment, PlanVersion, SubscriptionPlan, UserSubscription


async def send_grant_mail(session: AsyncSession, event: PlanGranted) -> None:
    subscription = await session.get_one(UserSubscription, event.subscription_id)
    version = await session.get_one(PlanVersion, subscription.plan_version_id)
    plan = await session.get_one(SubscriptionPlan, version.plan_id)
    end = formats.format_full_date(subscription.access_until)
    message = Message(
        subject=_("You got the plan “{plan}”", plan=plan.name),
        preheader=_("You can use it until {date}.", date=end),
        parts=[
            _(
                "You can use “{plan}” until {date}. There is nothing to pay.",
                plan=plan.name,
                date=end,
            ),
            Button(_("Show my subscription"), urls.absolute(urls.SUBSCRIPTION_SETTINGS)),
        ],
        reason=_("You get this email because you have a subscription."),
    )
    await send(session, event.user_id, message)


async def send_extension_mail(session: AsyncSession, event: AccessExtended) -> None:
    subscription = await session.get_one(UserSubscription, event.subscription_id)
    version = await session.get_one(PlanVersion, subscription.plan_version_id)
    plan = await session.get_one(SubscriptionPlan, version.plan_id)
    end = formats.format_full_date(subscription.access_until)
    parts = [
        _("You can use “{plan}” until {date}. There is nothing to pay.", plan=plan.name, date=end)
    ]
    if subscription.next_charge_at is not None:
        charged = formats.format_full_date(subscription.next_charge_at)
        parts.append(_("The next renewal is charged on {date}.", date=charged))
    message = Message(
        subject=_("Your plan “{plan}” is extended until {date}", plan=plan.name, date=end),
        preheader=_("There is nothing to pay."),
        parts=[
            *parts,
            Button(_("Show my subscription"), urls.absolute(urls.SUBSCRIPTION_SETTINGS)),
        ],
        reason=_("You get this email because you have a subscription."),
    )
    await send(session, event.user_id, message)


async def send_restoration_mail(session: AsyncSession, event: PlanRestored) -> None:
    """Tell a user that they have their plan again, because the bank has sent the money back."""
    subscription = await session.get_one(UserSubscription, event.subscription_id)
    payment = await session.get_one(Payment, event.payment_id)
    plan_name = await get_plan_name(session, subscription)
    end = formats.format_full_date(subscription.access_until)
    message = Message(
        subject=_("Your payment could not be returned"),
        preheader=_("You can use “{plan}” until {date}.", plan=plan_name, date=end),
        parts=[
            _(
                "The refund of your payment for “{plan}” was sent back by your bank, so you can "
                "use the plan again until {date}.",
                plan=plan_name,
                date=end,
            ),
            Facts([(_("Number"), str(payment.id))]),
            Button(_("Show my subscription"), urls.absolute(urls.SUBSCRIPTION_SETTINGS)),
        ],
        reason=_("You get this email because you have a subscription."),
    )
    await send(session, event.user_id, message)
