"""The mails that remind of the renewal and of the end of a subscription."""

from collections.abc import Sequence

from community import urls
from community.core.money import format_amount
from community.domain.mail import Button, Facts, Message, Note, Part
from community.i18n import formats
from community.i18n import gettext as _
from community.models import PaymentMethod, PlanVersion, SubscriptionPlan, UserSubscription


def build_renewal_reminder(
    subscription: UserSubscription,
    version: PlanVersion,
    plan: SubscriptionPlan,
    *,
    method: PaymentMethod | None,
    amount: int,
    last_amount: int | None,
    upcoming: Sequence[str],
) -> Message:
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
        (_("Amount"), format_amount(amount, version.currency)),
        (_("Date"), date),
    ]
    notes: list[Part] = []
    if method is not None and method.last4:
        facts.append((_("Card"), f"•••• {method.last4}"))
        if method.expires and method.expires < f"{subscription.next_charge_at:%Y-%m}":
            notes.append(_("This card has expired by then. Replace it in the settings."))
    if last_amount is not None and last_amount != amount:
        last = format_amount(last_amount, version.currency)
        notes.append(_("The amount has changed: it was {amount} before.", amount=last))
    notes.extend(upcoming)
    return Message(
        subject=_("“{plan}” renews on {date}", plan=plan.name, date=date),
        preheader=_("You don't have to do anything to keep it."),
        parts=[
            _("Your plan renews soon. You don't have to do anything to keep it."),
            Facts(facts),
            *notes,
            Note(_("If you don't want to renew it, cancel the renewal before this date.")),
            Button(_("Manage my subscription"), urls.absolute(urls.SUBSCRIPTION_SETTINGS)),
        ],
        reason=_get_reason(),
    )


def build_end_reminder(subscription: UserSubscription, plan: SubscriptionPlan) -> Message:
    date = formats.format_full_date(subscription.access_until)
    return Message(
        subject=_("“{plan}” ends on {date}", plan=plan.name, date=date),
        preheader=_("Your plan isn't renewed by itself."),
        parts=[
            _("You can use the plan until {date}. It isn't renewed by itself.", date=date),
            Button(_("Keep my plan"), urls.absolute(urls.SUBSCRIPTION_SETTINGS)),
        ],
        reason=_get_reason(),
    )


def _get_reason() -> str:
    return _("You get this email because you have a subscription.")
