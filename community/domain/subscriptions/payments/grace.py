"""The days of grace: users keep their plan for a while after the paid time if a renewal fails."""

from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.domain import site
from community.models import UserSubscription


def get_paid_end(subscription: UserSubscription) -> datetime:
    """Return the end of the paid time. The access ends later during the days of grace."""
    return subscription.paid_until or subscription.access_until


def compute_next_start(subscription: UserSubscription, now: datetime) -> datetime:
    """Return when a period begins that is paid now.

    It begins where the paid time ends. Users do not pay for the days without access after that,
    but for the days of grace.
    """
    days_without_access = max(now - subscription.access_until, timedelta(0))
    return get_paid_end(subscription) + days_without_access


async def begin_grace(session: AsyncSession, subscription: UserSubscription) -> None:
    """Let the access continue after the paid time. Access that has ended does not come back."""
    if subscription.paid_until is not None or subscription.access_until <= clock.now():
        return
    section = await site.get_settings_section(session, site.PaymentSettings)
    if section.grace_days:
        subscription.paid_until = subscription.access_until
        subscription.access_until += timedelta(days=section.grace_days)


def end_grace(subscription: UserSubscription) -> None:
    """Let the access end with the paid time, or now if that is over."""
    if subscription.paid_until is None:
        return
    now = clock.now()
    if subscription.paid_until > now:
        subscription.access_until, subscription.paid_until = subscription.paid_until, None
    else:
        subscription.access_until = min(subscription.access_until, now)
