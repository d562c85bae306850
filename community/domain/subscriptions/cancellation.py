"""How a user ends and resumes the renewal of their subscription."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.core.actor import Actor
from community.core.errors import Conflict, NotFound
from community.core.text.normalization import clean_text
from community.domain import accounts
from community.domain.subscriptions import policies
from community.domain.subscriptions.payments import changes
from community.domain.subscriptions.payments.locking import find_live_subscription, lock_user
from community.domain.subscriptions.statuses import change_subscription, end_subscription
from community.i18n import gettext as _
from community.models import UserSubscription


async def cancel(session: AsyncSession, actor: Actor, *, reason: str = "") -> bool:
    """End the renewal. The features stay until the end of the paid time.

    Returns:
        False if the subscription was canceled before.

    Raises:
        NotFound: The actor has no subscription.
        Invalid: The reason is too long.
    """
    cleaned = clean_text(reason, field="reason", max_length=policies.CANCEL_REASON_MAX_LENGTH)
    subscription = await _lock_own(session, actor)
    if subscription.status == "canceled":
        return False
    await end_renewal(session, subscription, cleaned)
    return True


async def resume(session: AsyncSession, actor: Actor) -> bool:
    """Take back the cancellation. Return False if the subscription is not canceled.

    Raises:
        NotFound: The actor has no subscription.
        Conflict: There is nothing that renewals can charge.
    """
    subscription = await _lock_own(session, actor)
    if subscription.status != "canceled":
        return False
    if subscription.access_until <= clock.now():
        raise NotFound(_("You have no subscription."))
    if subscription.payment_method_id is None:
        message = _("There is no saved card. Buy the plan again to keep it.")
        raise Conflict(message, code="payment_method_required")
    change_subscription(subscription, "active")
    subscription.canceled_at, subscription.cancel_reason = None, ""
    subscription.next_charge_at = subscription.access_until - policies.RENEWAL_LEAD
    await session.flush()
    changes.record_change(session, subscription)
    return True


async def end_renewal_of_deleted_account(
    session: AsyncSession, event: accounts.deletions.AccountDeleted
) -> None:
    """End the renewal of a user who has deleted their account."""
    await lock_user(session, event.user_id)
    subscription = await find_live_subscription(session, event.user_id)
    if subscription is not None and subscription.status != "canceled":
        await end_renewal(session, subscription)


async def end_renewal(
    session: AsyncSession, subscription: UserSubscription, reason: str = ""
) -> None:
    """Cancel a subscription, which ends with the paid time, or now if that is over."""
    change_subscription(subscription, "canceled")
    subscription.canceled_at, subscription.cancel_reason = clock.now(), reason
    subscription.next_charge_at = None
    if subscription.access_until <= clock.now():
        end_subscription(subscription, "expired")
    await session.flush()
    changes.record_change(session, subscription)


async def _lock_own(session: AsyncSession, actor: Actor) -> UserSubscription:
    await lock_user(session, actor.id)
    subscription = await find_live_subscription(session, actor.id)
    if subscription is None:
        raise NotFound(_("You have no subscription."))
    return subscription
