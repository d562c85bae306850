"""The jobs that tell subscribers of a price change, and of one that was withdrawn."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import events
from community.domain.mail import Button, Facts, Message, Note
from community.domain.subscriptions import billing, policies
from community.domain.subscriptions.events import PlansChanged
from community.domain.subscriptions.lifecycle.queries import find_first_renewal
from community.domain.subscriptions.mails.payments import send
from community.domain.subscriptions.plans import price_changes
from community.i18n import formats, gettext as _
from community.models import PlanPriceChange, PlanVersion, SubscriptionPlan


async def announce_price_change(
    session: AsyncSession, *, change_id: int, after: int = 0
) -> int | None:
    """Notify a batch of subscribers once. Return the last id, or None when all were notified."""
    change = await session.get(PlanPriceChange, change_id, with_for_update={"read": True})
    if change is None or change.withdrawn_at is not None:
        return None
    plan = await session.get_one(SubscriptionPlan, change.plan_id)
    target = await session.get_one(PlanVersion, change.version_id)
    rows = await price_changes.list_to_announce(session, change, after=after)
    for subscription, version in rows:
        subscription.price_change_id = change.id
        renewal = await find_first_renewal(session, subscription, version, change.starts_at)
        message = _build_announcement(plan, version, target, renewal)
        await send(session, subscription.user_id, message)
    await session.flush()
    events.record(session, PlansChanged())  # open lists show how many were notified
    return rows[-1][0].id if len(rows) == price_changes.BATCH_SIZE else None


async def announce_withdrawal(
    session: AsyncSession, *, change_id: int, after: int = 0
) -> int | None:
    """Notify a batch of those who were notified of a price change that it was withdrawn."""
    change = await session.get_one(PlanPriceChange, change_id)
    if change.withdrawn_at is None:
        return None
    plan = await session.get_one(SubscriptionPlan, change.plan_id)
    rows = await price_changes.list_notified(session, change, after=after)
    for subscription, version in rows:
        subscription.price_change_id = None
        await send(session, subscription.user_id, _build_withdrawal(plan, version))
    await session.flush()
    return rows[-1][0].id if len(rows) == price_changes.BATCH_SIZE else None


def _build_announcement(
    plan: SubscriptionPlan, version: PlanVersion, target: PlanVersion, renewal: datetime
) -> Message:
    date = formats.format_full_date(renewal)
    # After the charge, it is too late to cancel.
    charge_date = formats.format_full_date(renewal - policies.RENEWAL_LEAD)
    price = billing.describe_price(target.price, target.currency, target.period)
    old_price = billing.describe_price(version.price, version.currency, version.period)
    return Message(
        subject=_("The price of “{plan}” changes on {date}", plan=plan.name, date=date),
        preheader=_("From your renewal on {date} you pay {price}.", date=date, price=price),
        parts=[
            _(
                "The price of your plan changes. Nothing changes before your renewal on {date}.",
                date=date,
            ),
            Facts(
                [
                    (_("Plan"), plan.name),
                    (_("Price now"), old_price),
                    (_("New price"), price),
                    (_("First renewal with the new price"), date),
                ]
            ),
            Note(
                _(
                    "If you don't agree, cancel the renewal in the settings before {date}. You "
                    "keep your plan until the end of the time that you have paid for.",
                    date=charge_date,
                )
            ),
            Button(_("Manage my subscription"), urls.absolute(urls.SUBSCRIPTION_SETTINGS)),
        ],
        reason=_("You get this email because you have a subscription."),
    )


def _build_withdrawal(plan: SubscriptionPlan, version: PlanVersion) -> Message:
    price = billing.describe_price(version.price, version.currency, version.period)
    return Message(
        subject=_("The price of “{plan}” stays the same", plan=plan.name),
        preheader=_("You keep paying {price}.", price=price),
        parts=[
            _(
                "We wrote that the price of “{plan}” would change. It doesn't: you keep paying "
                "{price}.",
                plan=plan.name,
                price=price,
            ),
            Button(_("Manage my subscription"), urls.absolute(urls.SUBSCRIPTION_SETTINGS)),
        ],
        reason=_("You get this email because you have a subscription."),
    )
