"""Subscriptions that administrators give and take by hand."""

from datetime import date, datetime

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.core.actor import Actor
from community.core.errors import Conflict, Invalid, NotFound
from community.domain import audit, people
from community.domain.subscriptions import policies
from community.domain.subscriptions.end_days import compute_end_of_day
from community.domain.subscriptions.events import PlanGranted
from community.domain.subscriptions.periods import changes
from community.domain.subscriptions.periods.locking import find_live_subscription, lock_user
from community.domain.subscriptions.recipients import ensure_may_have_plan, find_recipient
from community.i18n import gettext as _
from community.models import PlanVersion, User, UserSubscription


async def grant(
    session: AsyncSession, actor: Actor, *, user_id: int, plan_id: int, until: datetime
) -> UserSubscription:
    """Give a user a plan without a payment.

    Raises:
        NotFound: The user or plan does not exist, or the actor is not an administrator.
        PermissionDenied: The actor is an administrator without access to the section.
        Invalid: The end is not in the future, or too far away, or the user is the assistant.
        Conflict: The user has a plan.
    """
    policies.ensure_may_manage_subscriptions(actor)
    now = clock.now()
    if not now < until or (until - now).days > policies.MAX_GRANT_DAYS:
        raise policies.make_invalid_end_error()
    await lock_user(session, user_id)
    user = await people.get_user(session, user_id)
    ensure_may_have_plan(user)
    if await find_live_subscription(session, user_id) is not None:
        raise Conflict(_("This person already has a plan."), code="already_subscribed")
    version = await session.scalar(
        select(PlanVersion).where(PlanVersion.plan_id == plan_id, col(PlanVersion.is_current))
    )
    if version is None:
        raise NotFound(_("Plan not found"))
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

    Raises:
        Invalid: There is no user with this name, or the day is over or too far away.
    """
    policies.ensure_may_manage_subscriptions(actor)
    user = await find_recipient(session, username, field="username")
    until = await compute_end_of_day(session, day, field="until")
    return await grant(session, actor, user_id=user.id, plan_id=plan_id, until=until)


async def revoke(session: AsyncSession, actor: Actor, *, subscription_id: int, reason: str) -> bool:
    """End a subscription at once. Money is not returned; a refund is made at the provider.

    Returns:
        False if the subscription has ended.

    Raises:
        NotFound: The subscription does not exist, or the actor is not an administrator.
        PermissionDenied: The actor is an administrator without access to the section.
        Invalid: The reason is empty.
    """
    policies.ensure_may_manage_subscriptions(actor)
    if not reason.strip():
        raise Invalid.for_field("reason", _("Enter a reason."))
    found = await session.get(UserSubscription, subscription_id)
    if found is None:
        raise NotFound(_("Subscription not found"))
    await lock_user(session, found.user_id)
    subscription = await find_live_subscription(session, found.user_id)
    if subscription is None or subscription.id != subscription_id:
        return False
    user = await people.get_user(session, subscription.user_id)
    subscription.changed_by_id = actor.user_id
    await changes.end_access(session, subscription)
    await _record(session, actor, "revoked", user, subscription, reason=reason)
    return True


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
