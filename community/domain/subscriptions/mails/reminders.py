"""Reminders before a subscription is renewed, and before one that is not renewed ends.

A user is reminded once in each period, and only while the renewal or the end is still ahead.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import and_, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core import clock, money
from community.domain import mail
from community.domain.subscriptions import billing_details, policies
from community.domain.subscriptions.lifecycle import queries, renewals
from community.domain.subscriptions.mails.payments import send
from community.domain.subscriptions.periods import locking, next_period
from community.i18n import formats, gettext as _
from community.models import Payment, PaymentMethod, PlanVersion, SubscriptionPlan, UserSubscription


async def list_due_reminders(
    session: AsyncSession, *, after: int = 0, limit: int = 100
) -> Sequence[UserSubscription]:
    """Return subscriptions whose users must be reminded, in the order of their ids."""
    rows = await session.scalars(
        _select_due()
        .where(col(UserSubscription.id) > after)
        .order_by(col(UserSubscription.id))
        .limit(limit)
    )
    return rows.all()


async def remind(session: AsyncSession, subscription_id: int, user_id: int) -> bool:
    """Send the reminder of a subscription. Return False if it is not due any more."""
    await locking.lock_user(session, user_id)
    subscription: UserSubscription | None = await session.scalar(
        _select_due()
        .where(UserSubscription.id == subscription_id)
        .with_for_update(of=UserSubscription)
        .execution_options(populate_existing=True)
    )
    if subscription is None:
        return False
    version = await session.get_one(PlanVersion, subscription.plan_version_id)
    plan = await session.get_one(SubscriptionPlan, version.plan_id)
    if subscription.next_charge_at is None:
        message = build_end_reminder(subscription, plan)
    else:
        method = await session.get(PaymentMethod, subscription.payment_method_id or 0)
        upcoming = await next_period.find_next_period(session, subscription)
        provider = method.provider if method else ""
        price = await renewals.compute_price(session, subscription, upcoming, provider)
        buyer_vat = await billing_details.load_vat(session, user_id)
        last_amount = await _find_last_amount(session, subscription_id)
        message = build_renewal_reminder(
            *(subscription, version, plan),
            method=method,
            amount=buyer_vat.compute(price.amount, version.currency).gross,
            last_amount=last_amount,
            upcoming=await queries.describe_upcoming(session, subscription),
        )
    subscription.reminded_until = subscription.access_until
    await session.flush()
    await send(session, subscription.user_id, message)
    return True


def build_renewal_reminder(
    subscription: UserSubscription,
    version: PlanVersion,
    plan: SubscriptionPlan,
    *,
    method: PaymentMethod | None,
    amount: int,
    last_amount: int | None,
    upcoming: Sequence[str],
) -> mail.Message:
    """Return the mail that says what will be charged, and when.

    Args:
        amount: What the renewal takes after the credit was used, in minor units.
        last_amount: What the user paid for the last period, or None if they paid nothing.
        upcoming: Sentences that say what lowers the next renewals.
    """
    assert subscription.next_charge_at is not None
    date = formats.format_full_date(subscription.next_charge_at)
    facts = [
        (_("Plan"), plan.name),
        (_("Amount"), money.format_amount(amount, version.currency)),
        (_("Date"), date),
    ]
    notes: list[mail.Part] = []
    if method is not None and method.last4:
        facts.append((_("Card"), f"•••• {method.last4}"))
        if method.expires and method.expires < f"{subscription.next_charge_at:%Y-%m}":
            notes.append(_("This card has expired by then. Replace it in the settings."))
    if last_amount is not None and last_amount != amount:
        last = money.format_amount(last_amount, version.currency)
        notes.append(_("The amount has changed: it was {amount} before.", amount=last))
    notes.extend(upcoming)
    return mail.Message(
        subject=_("“{plan}” renews on {date}", plan=plan.name, date=date),
        preheader=_("You don't have to do anything to keep it."),
        parts=[
            _("Your plan renews soon. You don't have to do anything to keep it."),
            mail.Facts(facts),
            *notes,
            mail.Note(_("If you don't want to renew it, cancel the renewal before this date.")),
            mail.Button(_("Manage my subscription"), urls.absolute(urls.SUBSCRIPTION_SETTINGS)),
        ],
        reason=_get_reason(),
    )


def build_end_reminder(subscription: UserSubscription, plan: SubscriptionPlan) -> mail.Message:
    date = formats.format_full_date(subscription.access_until)
    return mail.Message(
        subject=_("“{plan}” ends on {date}", plan=plan.name, date=date),
        preheader=_("Your plan isn't renewed by itself."),
        parts=[
            _("You can use the plan until {date}. It isn't renewed by itself.", date=date),
            mail.Button(_("Keep my plan"), urls.absolute(urls.SUBSCRIPTION_SETTINGS)),
        ],
        reason=_get_reason(),
    )


def _select_due() -> Any:
    now = clock.now()
    charged_at, ends_at = col(UserSubscription.next_charge_at), col(UserSubscription.access_until)
    is_renewed_soon = and_(
        col(UserSubscription.status) == "active",
        charged_at > now,
        or_(
            charged_at <= now + policies.REMINDER_LEAD,
            and_(
                col(PlanVersion.period) == "year",
                charged_at <= now + policies.YEARLY_REMINDER_LEAD,
            ),
        ),
    )
    ends_soon = and_(
        col(UserSubscription.status).in_(("active", "canceled")),
        charged_at.is_(None),
        ends_at <= now + policies.REMINDER_LEAD,
        col(UserSubscription.period_start) <= now - policies.REMINDER_REST,
    )
    return (
        select(UserSubscription)
        .join(PlanVersion, col(PlanVersion.id) == col(UserSubscription.plan_version_id))
        .where(
            ends_at > now,
            or_(is_renewed_soon, ends_soon),
            col(UserSubscription.reminded_until).is_distinct_from(ends_at),
        )
    )


async def _find_last_amount(session: AsyncSession, subscription_id: int) -> int | None:
    """Return what the user paid for the last whole period of a subscription."""
    return await session.scalar(
        select(Payment.amount)
        .where(
            Payment.subscription_id == subscription_id,
            Payment.status == "succeeded",
            col(Payment.kind).in_(("purchase", "renewal")),
        )
        .order_by(col(Payment.succeeded_at).desc())
        .limit(1)
    )


def _get_reason() -> str:
    return _("You get this email because you have a subscription.")
