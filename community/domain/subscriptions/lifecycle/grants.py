"""Access that administrators give, extend and take by hand."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors, events
from community.core.actor import Actor
from community.domain import audit, people, site
from community.domain.subscriptions import billing, policies, statuses
from community.domain.subscriptions.events import AccessExtended, PlanGranted
from community.domain.subscriptions.lifecycle.recipients import ensure_may_have_plan, find_recipient
from community.domain.subscriptions.periods import changes, locking, next_period
from community.i18n import gettext as _
from community.models import PlanVersion, User, UserSubscription

# Midnight belongs to the next day, which pages and emails would name as the last one.
_END_OF_DAY: Final = time(23, 59, 59)


async def grant(
    session: AsyncSession, actor: Actor, *, user_id: int, plan_id: int, until: datetime
) -> UserSubscription:
    """Give a user a plan without a payment.

    Raises:
        Invalid: The end is not in the future, or too far away, or the user is the assistant.
        Conflict: The user has a plan.
    """
    policies.ensure_may_manage_subscriptions(actor)
    now = clock.now()
    if not now < until or (until - now).days > policies.MAX_GRANT_DAYS:
        raise policies.make_invalid_end_error()
    await locking.lock_user(session, user_id)
    user = await people.get_user(session, user_id)
    ensure_may_have_plan(user)
    if await locking.find_live_subscription(session, user_id) is not None:
        raise errors.Conflict(_("This person already has a plan."), code="already_subscribed")
    version = await session.scalar(
        select(PlanVersion).where(PlanVersion.plan_id == plan_id, col(PlanVersion.is_current))
    )
    if version is None:
        raise errors.NotFound(_("Plan not found"))
    subscription = UserSubscription(
        user_id=user_id,
        plan_version_id=version.id,
        origin="grant",
        anchor_at=now,
        period_number=0,
        period_start=now,
        access_until=until,
        changed_by_id=actor.user_id,
    )
    session.add(subscription)
    await session.flush()
    await _record(session, actor, "granted", user, subscription)
    events.record(session, PlanGranted(subscription.id, user.id))
    changes.record_change(session, subscription)
    return subscription


async def grant_until_day(
    session: AsyncSession, actor: Actor, *, username: str, plan_id: int, day: date
) -> UserSubscription:
    """Give a user a plan until the end of a day in the time zone of the site. See `grant`.

    Raise `Invalid` if there is no user with this name, or the day is over or too far away.
    """
    policies.ensure_may_manage_subscriptions(actor)
    user = await find_recipient(session, username, field="username")
    until = await compute_end_of_day(session, day, field="until")
    return await grant(session, actor, user_id=user.id, plan_id=plan_id, until=until)


async def revoke(session: AsyncSession, actor: Actor, *, subscription_id: int, reason: str) -> bool:
    """End a subscription at once. Money is not returned; a refund is made at the provider."""
    policies.ensure_may_manage_subscriptions(actor)
    if not reason.strip():
        raise errors.Invalid.for_field("reason", _("Enter a reason."))
    found = await session.get(UserSubscription, subscription_id)
    if found is None:
        raise errors.NotFound(_("Subscription not found"))
    await locking.lock_user(session, found.user_id)
    subscription = await locking.find_live_subscription(session, found.user_id)
    if subscription is None or subscription.id != subscription_id:
        return False
    user = await people.get_user(session, subscription.user_id)
    subscription.changed_by_id = actor.user_id
    await changes.end_access(session, subscription)
    await _record(session, actor, "revoked", user, subscription, reason=reason)
    return True


async def extend(
    session: AsyncSession,
    actor: Actor,
    *,
    subscription_id: int,
    reason: str,
    days: int | None = None,
    until: datetime | None = None,
) -> UserSubscription:
    """Extend the access of a live subscription, whether it was bought or given.

    The next charge moves by the same time. What is left of the price of the period stays the same,
    so that a change of the plan turns none of the given time into money.

    Args:
        days: By how many days, from now if the access is over. None with `until`.
        until: The new end. None with `days`.

    Raises:
        Invalid: The reason is empty, or the new end is not later than the present one, or too far
            away.
        Conflict: The subscription has ended.
    """
    policies.ensure_may_manage_subscriptions(actor)
    if not reason.strip():
        raise errors.Invalid.for_field("reason", _("Enter a reason."))
    found = await session.get(UserSubscription, subscription_id)
    if found is None:
        raise errors.NotFound(_("Subscription not found"))
    await locking.lock_user(session, found.user_id)
    subscription = await locking.find_live_subscription(session, found.user_id)
    if subscription is None or subscription.id != subscription_id:
        raise errors.Conflict(_("This subscription has already ended."), code="subscription_ended")
    before = subscription.access_until
    _move_end(subscription, _compute_end(subscription, days, until))
    await session.flush()
    user = await people.get_user(session, subscription.user_id)
    await audit.record(
        session,
        actor,
        "subscription.extended",
        target_kind="subscription",
        target_id=subscription.id,
        target_name=user.name,
        before={"access_until": clock.format_iso(before)},
        after={"access_until": clock.format_iso(subscription.access_until)},
        reason=reason,
    )
    events.record(session, AccessExtended(subscription.id, subscription.user_id))
    changes.record_change(session, subscription)
    return subscription


async def extend_until_day(
    session: AsyncSession, actor: Actor, *, subscription_id: int, day: date, reason: str
) -> UserSubscription:
    """Extend the access until the end of a day in the time zone of the site. See `extend`."""
    policies.ensure_may_manage_subscriptions(actor)
    until = await compute_end_of_day(session, day, field="until")
    return await extend(session, actor, subscription_id=subscription_id, until=until, reason=reason)


async def compute_end_of_day(session: AsyncSession, day: date, *, field: str) -> datetime:
    """Return the last second of a day that an administrator chose.

    Raises:
        Invalid: The day is over, or too far away. The error is that of the form field.
    """
    section = await site.get_settings_section(session, site.PaymentSettings)
    zone = ZoneInfo(section.time_zone)
    today = clock.now().astimezone(zone).date()
    if not 0 <= (day - today).days <= policies.MAX_GRANT_DAYS:
        raise errors.Invalid.for_field(field, _("Choose a day in the next ten years."))
    return datetime.combine(day, _END_OF_DAY, zone).astimezone(UTC)


async def _record(
    session: AsyncSession,
    actor: Actor,
    verb: str,
    user: User,
    subscription: UserSubscription,
    *,
    reason: str = "",
) -> None:
    await audit.record(
        session,
        actor,
        f"subscription.{verb}",
        target_kind="subscription",
        target_id=subscription.id,
        target_name=user.name,
        after={
            "plan_version": subscription.plan_version_id,
            "access_until": clock.format_iso(subscription.access_until),
        },
        reason=reason,
    )


def _compute_end(
    subscription: UserSubscription, days: int | None, until: datetime | None
) -> datetime:
    now = clock.now()
    if until is None:
        if days is None or not 0 < days <= policies.MAX_GRANT_DAYS:
            message = _("Enter a number of days from 1 to {n}.", n=policies.MAX_GRANT_DAYS)
            raise errors.Invalid.for_field("days", message)
        until = max(subscription.access_until, now) + timedelta(days=days)
    if until <= max(subscription.access_until, now):
        raise errors.Invalid.for_field("until", _("The access already lasts until then."))
    if (until - now).days > policies.MAX_GRANT_DAYS:
        raise policies.make_invalid_end_error()
    return until


def _move_end(subscription: UserSubscription, until: datetime) -> None:
    """Move the end of the current period, and count the later periods from there.

    The period becomes cheaper, so that the value that is left stays the same. If the subscription
    is renewed, the date of the next charge also moves, and the status `past_due` becomes `active`.
    The days of grace stay unpaid: the paid time ends before the access by as many days as before.
    """
    grace = subscription.access_until - next_period.get_paid_end(subscription)
    paid_until = until - grace
    _keep_value(subscription, paid_until)
    subscription.access_until = until
    subscription.paid_until = paid_until if grace else None
    subscription.anchor_at, subscription.anchor_period = paid_until, subscription.period_number + 1
    if subscription.next_charge_at is None:
        return
    charge_at = paid_until - policies.RENEWAL_LEAD
    # A short extension can end the paid time before today.
    is_over = bool(grace) and charge_at <= clock.now()
    subscription.next_charge_at = until - policies.RENEWAL_LEAD if is_over else charge_at
    subscription.renewal_attempts, subscription.extended_at = 0, clock.now()
    if subscription.status == "past_due":
        statuses.set_subscription_status(subscription, "active")


def _keep_value(subscription: UserSubscription, until: datetime) -> None:
    """Lower the price of the period, because it pays for a longer time."""
    now = clock.now()
    rest = changes.compute_rest(subscription, now)
    subscription.period_price = billing.compute_whole(rest, subscription.period_start, until, now)
