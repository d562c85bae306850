"""How a user ends and resumes the renewal of their subscription."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, errors
from community.core.actor import Actor, make_banned_error
from community.core.text.normalization import clean_text
from community.domain import identity, people
from community.domain.subscriptions import policies, statuses
from community.domain.subscriptions.periods import changes, locking
from community.i18n import gettext as _
from community.models import UserSubscription


async def cancel(session: AsyncSession, actor: Actor, *, reason: str = "") -> bool:
    """Cancel the renewal. The features stay until the paid time ends. False if it was canceled."""
    cleaned = clean_text(reason, field="reason", max_length=policies.CANCEL_REASON_MAX_LENGTH)
    subscription = await _lock_own(session, actor)
    if subscription.status == "canceled":
        return False
    await changes.end_renewal(session, subscription, cleaned)
    return True


async def resume(session: AsyncSession, actor: Actor) -> bool:
    """Take back the cancellation. Return False if the subscription is not canceled.

    Raise `Conflict` if there is nothing that renewals can charge.
    """
    if actor.banned_at is not None:
        raise make_banned_error(actor)
    subscription = await _lock_own(session, actor)
    if subscription.status != "canceled":
        return False
    if subscription.access_until <= clock.now():
        raise errors.NotFound(_("You have no subscription."))
    if subscription.payment_method_id is None:
        message = _("There is no saved card. Buy the plan again to keep it.")
        raise errors.Conflict(message, code="payment_method_required")
    statuses.set_subscription_status(subscription, "active")
    subscription.canceled_at, subscription.cancel_reason = None, ""
    subscription.next_charge_at = subscription.access_until - policies.RENEWAL_LEAD
    await session.flush()
    changes.record_change(session, subscription)
    return True


async def end_renewal_of_closed_account(session: AsyncSession, user_id: int) -> None:
    """End the renewal of a user who has deleted their account, or is banned without an end.

    During a ban with a term, the renewal waits, see `list_due_renewals`.
    """
    user = await people.find_user(session, user_id)
    if user is not None and (not identity.is_banned(user) or user.banned_until is not None):
        return
    await locking.lock_user(session, user_id)
    subscription = await locking.find_live_subscription(session, user_id)
    if subscription is not None and subscription.status != "canceled":
        await changes.end_renewal(session, subscription)


async def _lock_own(session: AsyncSession, actor: Actor) -> UserSubscription:
    await locking.lock_user(session, actor.id)
    subscription = await locking.find_live_subscription(session, actor.id)
    if subscription is None:
        raise errors.NotFound(_("You have no subscription."))
    return subscription
