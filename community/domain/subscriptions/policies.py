"""Permission checks and limits for plans, features and subscriptions."""

import re
from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Final, cast, get_args

from community.core.actor import Actor
from community.core.errors import Conflict, Invalid
from community.core.money import CURRENCIES, MAX_AMOUNT
from community.core.text.normalization import clean_line, clean_text
from community.domain.subscriptions.billing import Period
from community.i18n import gettext as _
from community.models import Payment, UserSubscription

PROVIDER_SECTION: Final = "subscription-payment-provider"
PLANS_SECTION: Final = "subscription-prices"
FEATURES_SECTION: Final = "subscription-features"
PAYMENTS_SECTION: Final = "subscription-payments"
INVOICES_SECTION: Final = "subscription-invoices"
SUBSCRIPTIONS_SECTION: Final = "user-subscriptions"
OFFER_SECTION: Final = "subscription-modal"

NAME_MAX_LENGTH: Final = 60
DESCRIPTION_MAX_LENGTH: Final = 300
CODE_MAX_LENGTH: Final = 40
# The page with the prices shows all active plans beside each other.
MAX_PLANS: Final = 50
MAX_ACTIVE_PLANS: Final = 8
MAX_CUSTOM_FEATURES: Final = 50
MAX_TRIAL_DAYS: Final = 90
CANCEL_REASON_MAX_LENGTH: Final = 500
MAX_GRANT_DAYS: Final = 3_660
GIFT_MESSAGE_MAX_LENGTH: Final = 300
BILLING_NAME_MAX_LENGTH: Final = 120
BILLING_ADDRESS_MAX_LENGTH: Final = 500
# Longer than any VAT ID, because people type it with spaces.
VAT_ID_MAX_LENGTH: Final = 40
MAX_DISCOUNT_PERIODS: Final = 24
# Subscribers who get another price can cancel meanwhile.
PRICE_CHANGE_NOTICE: Final = timedelta(days=30)
MAX_PRICE_CHANGE_NOTICE: Final = timedelta(days=366)
# The changes of plans are serialized with this lock.
PLANS_LOCK: Final = "subscription-plans"
REFUND_NOTE_MAX_LENGTH: Final = 500

# An unfinished payment is ended after this time, unless the provider has taken the money.
PAYMENT_LIFETIME: Final = timedelta(hours=24)
# A failed renewal that the buyer pays on its page is not charged to the saved card for this time.
CHECKOUT_LIFETIME: Final = timedelta(hours=1)
# A renewal is charged this long before the period ends, so that the access has no gap.
RENEWAL_LEAD: Final = timedelta(days=1)
# Users are reminded this long before a renewal or the end of their plan.
REMINDER_LEAD: Final = timedelta(days=3)
YEARLY_REMINDER_LEAD: Final = timedelta(days=7)
# They are not reminded of the end of a plan that they have just begun.
REMINDER_REST: Final = timedelta(days=2)
# When a failed renewal is tried again, counted from the first attempt.
RETRY_DELAYS: Final = (timedelta(days=1), timedelta(days=3), timedelta(days=7))
# When the return of a late payment is tried again, each counted from the attempt before.
RETURN_RETRY_DELAYS: Final = (
    timedelta(hours=1),
    timedelta(days=1),
    timedelta(days=3),
    timedelta(days=7),
)

# A plan of these origins was not paid, so there is nothing to deduct.
UNPAID_ORIGINS: Final = frozenset({"trial", "grant"})

_CODE = re.compile(rf"[a-z0-9][a-z0-9_]{{1,{CODE_MAX_LENGTH - 1}}}")


def ensure_may_manage_plans(actor: Actor) -> None:
    actor.ensure_section(PLANS_SECTION)


def ensure_may_manage_features(actor: Actor) -> None:
    actor.ensure_section(FEATURES_SECTION)


def ensure_may_see_payments(actor: Actor) -> None:
    actor.ensure_section(PAYMENTS_SECTION)


def ensure_may_manage_subscriptions(actor: Actor) -> None:
    actor.ensure_section(SUBSCRIPTIONS_SECTION)


def may_have_method(subscription: UserSubscription) -> bool:
    """Return whether a card can renew the subscription: it was bought, and not given."""
    return subscription.origin == "purchase"


def may_see_invoice(actor: Actor, payment: Payment) -> bool:
    sections = PAYMENTS_SECTION, INVOICES_SECTION
    return actor.is_user(payment.user_id) or any(map(actor.has_section, sections))


def clean_name(name: str) -> str:
    cleaned = clean_line(name, field="name", max_length=NAME_MAX_LENGTH)
    if not cleaned:
        raise Invalid.for_field("name", _("Enter a name."))
    return cleaned


def clean_description(text: str) -> str:
    return clean_text(text, field="description", max_length=DESCRIPTION_MAX_LENGTH)


def clean_code(code: str, taken: Collection[str]) -> str:
    """Return the code of a new feature.

    Raise `Invalid` if it contains other characters than lower-case letters, digits and `_`.
    """
    if not _CODE.fullmatch(code):
        raise Invalid.for_field(
            "code", _("Use 2 to {n} lowercase letters, digits and underscores.", n=CODE_MAX_LENGTH)
        )
    if code in taken:
        raise Conflict(_("This code is taken."), field_errors={"code": [_("Already taken.")]})
    return code


def clean_price(price: int | None) -> int:
    if price is None:
        raise Invalid.for_field("price", _("Enter a price such as {example}.", example="4.50"))
    if not 0 < price <= MAX_AMOUNT:
        raise Invalid.for_field("price", _("Enter a price above zero."))
    return price


def clean_currency(currency: str) -> str:
    if (code := currency.strip().upper()[:3]) not in CURRENCIES or len(currency.strip()) != 3:
        raise Invalid.for_field("currency", _("Choose a currency."))
    return code


def clean_period(period: str) -> Period:
    if period not in get_args(Period):
        raise Invalid.for_field("period", _("Choose a month or a year."))
    return cast("Period", period)


def clean_trial_days(days: int) -> int:
    if not 0 <= days <= MAX_TRIAL_DAYS:
        message = _("Enter a number of days from 0 to {n}.", n=MAX_TRIAL_DAYS)
        raise Invalid.for_field("trial_days", message)
    return days


def clean_features(codes: Sequence[str], known: Collection[str]) -> list[str]:
    """Return the codes of the features of a plan in the order of `known`, without repetitions."""
    chosen = set(codes)
    if unknown := chosen - set(known):
        message = _("There is no feature “{code}”.", code=min(unknown)[:CODE_MAX_LENGTH])
        raise Invalid.for_field("features", message)
    return [code for code in known if code in chosen]


def make_invalid_end_error() -> Invalid:
    return Invalid.for_field("until", _("Choose a time in the next ten years."))


def ensure_room(*, active_count: int, total_count: int = 0) -> None:
    """Raise `Conflict` unless there is room for one more active plan."""
    if active_count >= MAX_ACTIVE_PLANS:
        raise Conflict(
            _("At most {n} plans can be on sale. Take one off first.", n=MAX_ACTIVE_PLANS)
        )
    if total_count >= MAX_PLANS:
        raise Conflict(_("A site can have at most {n} plans.", n=MAX_PLANS))
