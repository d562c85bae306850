"""Trials: a plan for some days without a card, once for each user."""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors, events
from community.core.actor import Actor, make_banned_error
from community.domain.subscriptions.events import TrialStarted
from community.domain.subscriptions.on_sale import find_provider, load_plan_on_sale
from community.domain.subscriptions.periods import changes, locking
from community.i18n import gettext as _
from community.models import Payment, UserSubscription

# What a user may never have had before a trial. Gifts and grants do not count.
_ORIGINS: Sequence[str] = ("trial", "purchase")


async def start_trial(session: AsyncSession, actor: Actor, *, plan_id: int) -> UserSubscription:
    """Give the actor a plan for its trial days. It ends by itself, and nothing is charged.

    Raise `Conflict` if nothing is on sale, the plan has no trial (`trial_unavailable`), or the
    actor has a plan (`already_subscribed`) or had a trial or a paid plan before (`trial_used`).
    """
    if actor.is_guest:
        raise errors.make_unauthenticated_error()
    if actor.banned_at is not None:
        raise make_banned_error(actor)
    await locking.lock_user(session, actor.id)
    if await find_provider(session) is None:
        raise errors.Conflict(_("Nothing is on sale now."), code="payments_off")
    _plan, version = await load_plan_on_sale(session, plan_id, locks=True)
    if not version.trial_days:
        raise errors.Conflict(_("This plan has no free trial."), code="trial_unavailable")
    if await locking.find_live_subscription(session, actor.id) is not None:
        raise errors.Conflict(_("You already have a plan."), code="already_subscribed")
    if not await may_start_trial(session, actor):
        raise errors.Conflict(_("You have already used your free trial."), code="trial_used")
    now = clock.now()
    subscription = UserSubscription(
        user_id=actor.id,
        plan_version_id=version.id,
        origin="trial",
        anchor_at=now,
        period_number=0,
        period_start=now,
        access_until=now + timedelta(days=version.trial_days),
    )
    session.add(subscription)
    await session.flush()
    events.record(session, TrialStarted(subscription.id, actor.id))
    changes.record_change(session, subscription)
    return subscription


async def may_start_trial(session: AsyncSession, actor: Actor) -> bool:
    """Return whether the actor has had neither a trial nor a paid plan. Guests may try after
    they have signed in.
    """
    if actor.is_guest:
        return True
    had_plan = select(UserSubscription.id).where(
        UserSubscription.user_id == actor.id, col(UserSubscription.origin).in_(_ORIGINS)
    )
    # The subscription that was paid may belong to another account since a merge.
    has_paid = select(Payment.id).where(
        Payment.user_id == actor.id,
        Payment.kind != "gift",
        col(Payment.status).in_(("succeeded", "refunded")),
    )
    for query in (had_plan, has_paid):
        if await session.scalar(query.limit(1)) is not None:
            return False
    return True
