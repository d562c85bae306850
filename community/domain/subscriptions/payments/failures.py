"""The reasons of failed payments, and what a buyer reads about them.

Time passes between the beginning of a payment and its success. Meanwhile the plan can change or
end, the credit can become less, the account can be deleted, and the recipient of a gift can be
banned or buy a plan. Such a payment gives nothing, and the money is returned.
"""

from collections.abc import Mapping
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.domain import identity, people
from community.domain.subscriptions import credit
from community.domain.subscriptions.periods import locking, next_period
from community.gateways.payments import AMOUNT_TOO_SMALL, CURRENCY_NOT_ACCEPTED, METHOD_UNKNOWN
from community.i18n import gettext as _, noop
from community.models import Payment, UserSubscription

_OTHER: Final = noop("The payment did not go through. Try another card.")
# The provider took the money when nothing could be given for it, so it is returned.
PLAN_CHANGED: Final = "plan_changed"
CREDIT_USED: Final = "credit_used"
ACCOUNT_CLOSED: Final = "account_closed"
RECIPIENT_HAS_PLAN: Final = "recipient_has_plan"
SETUP_FORBIDDEN: Final = "setup_forbidden"
RECIPIENT_BANNED: Final = "recipient_banned"
# With this reason, YooKassa does not charge the saved card without the buyer.
BUYER_MUST_CONFIRM: Final = frozenset({"3d_secure_failed"})
# The bank has asked the buyer to confirm, and they have not done so.
NOT_CONFIRMED: Final = frozenset({"authentication_required", "authentication_not_handled"})
# The codes of Stripe, YooKassa and the sandbox.
_TEXTS: Final[Mapping[str, str]] = {
    PLAN_CHANGED: noop("Your plan changed or ended before you paid."),
    CREDIT_USED: noop("Your credit became less before you paid. Start again."),
    ACCOUNT_CLOSED: noop("The account was deleted before the payment was complete."),
    RECIPIENT_HAS_PLAN: noop("This person already has a plan."),
    RECIPIENT_BANNED: noop("This person is banned and can't receive gifts."),
    "authentication_failed": noop("Your bank did not confirm the payment. Try again."),
    "authentication_required": noop("Your bank asks you to confirm the payment."),
    "authentication_not_handled": noop("Your bank asks you to confirm the payment."),
    "payment_intent_authentication_failure": noop(
        "Your bank did not confirm the payment. Try again."
    ),
    "setup_intent_authentication_failure": noop("Your bank did not confirm the card. Try again."),
    AMOUNT_TOO_SMALL: noop("The payment service doesn't accept such a small amount."),
    SETUP_FORBIDDEN: noop("Your card can't be replaced here. Cancel the plan and buy it again."),
    "3d_secure_failed": noop("Your bank did not confirm the payment. Try again."),
    "call_issuer": noop("Your bank declined the payment. Call your bank or try another card."),
    "card_declined": noop("Your bank declined the payment. Try another card."),
    "generic_decline": noop("Your bank declined the payment. Try another card."),
    "insufficient_funds": noop("There is not enough money on the card. Try another card."),
    "expired_card": noop("The card has expired. Try another card."),
    "card_expired": noop("The card has expired. Try another card."),
    "incorrect_cvc": noop("The security code of the card is wrong. Try again."),
    "invalid_csc": noop("The security code of the card is wrong. Try again."),
    "invalid_card_number": noop("The number of the card is wrong. Try again."),
    "incorrect_number": noop("The number of the card is wrong. Try again."),
    "fraud_suspected": noop("Your bank declined the payment. Try another card."),
    CURRENCY_NOT_ACCEPTED: noop(
        "This plan can't be paid here, because the payment service doesn't take its currency."
    ),
    METHOD_UNKNOWN: noop("This card can no longer be charged. Add a card."),
    "permission_revoked": noop("You have withdrawn the permission for automatic payments."),
    "expired_on_confirmation": noop("The time for the payment was over. Start again."),
}


def describe_reason(status: str, code: str) -> str:
    """Return why a payment in a state is not paid, or "" if the state says it."""
    if code in NOT_CONFIRMED and status == "pending":
        return ""
    if code in NOT_CONFIRMED and status == "canceled":
        return _("You did not confirm the payment with your bank.")
    return describe_failure(code)


def describe_failure(code: str) -> str:
    """Return the text for a code of a provider, or "" if the payment has not failed."""
    return _(_TEXTS.get(code, _OTHER)) if code else ""


def get_owner_id(payment: Payment) -> int | None:
    """Return the id of the user who gets what the payment is for. None if they are erased."""
    return payment.recipient_id if payment.kind == "gift" else payment.user_id


async def find_obstacle(session: AsyncSession, payment: Payment) -> str:
    """Return the code of the reason, or "" if the payment can give what it was for."""
    owner_id = get_owner_id(payment)
    owner = await people.find_user(session, owner_id) if owner_id is not None else None
    if owner is None:
        return ACCOUNT_CLOSED
    if payment.credit > await credit.get_balance(session, owner.id, payment.currency):
        return CREDIT_USED
    subscription = await locking.find_live_subscription(session, owner.id)
    if payment.kind == "purchase":
        return ""
    if payment.kind == "gift":
        if identity.is_banned(owner):
            return RECIPIENT_BANNED
        # After a trial, the gift begins when the trial ends.
        is_trial = subscription is not None and subscription.origin == "trial"
        return RECIPIENT_HAS_PLAN if _has_access(subscription) and not is_trial else ""
    if payment.kind == "upgrade":
        is_same = _has_paid_time(subscription) and is_for_current_period(subscription, payment)
    else:
        is_same = await is_for_next_period(session, subscription, payment)
    return "" if is_same else PLAN_CHANGED


def is_for_current_period(subscription: UserSubscription | None, payment: Payment) -> bool:
    return (
        subscription is not None
        and payment.subscription_id == subscription.id
        and payment.period_number == subscription.period_number
    )


async def is_for_next_period(
    session: AsyncSession, subscription: UserSubscription | None, payment: Payment
) -> bool:
    """Return whether a renewal has the price of the period that comes next."""
    if subscription is None or payment.subscription_id != subscription.id:
        return False
    upcoming = await next_period.find_next_period(session, subscription)
    return (
        payment.plan_version_id == upcoming.version.id
        and payment.period_number == subscription.period_number + 1
    )


def _has_paid_time(subscription: UserSubscription | None) -> bool:
    return subscription is not None and clock.now() < next_period.get_paid_end(subscription)


def _has_access(subscription: UserSubscription | None) -> bool:
    return subscription is not None and clock.now() < subscription.access_until
