"""The mails about renewals that were not paid: a failure, and a question of the bank."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import clock
from community.domain.mail import Button, Facts, Message, Note
from community.domain.subscriptions.events import ConfirmationNeeded, RenewalFailed
from community.domain.subscriptions.mails import payments
from community.domain.subscriptions.payments.failed_renewals import find_last_attempt
from community.domain.subscriptions.payments.failures import describe_failure, describe_reason
from community.i18n import formats, gettext as _
from community.models import Payment, UserSubscription


async def send_renewal_failed_mail(session: AsyncSession, event: RenewalFailed) -> None:
    payment = await session.get_one(Payment, event.payment_id)
    subscription = await session.get_one(UserSubscription, event.subscription_id)
    plan_name = await payments.get_plan_name(session, payment)
    await payments.send(
        session, event.user_id, _build_renewal_failed(payment, subscription, plan_name)
    )


async def send_confirmation_mail(session: AsyncSession, event: ConfirmationNeeded) -> None:
    """Ask the subscriber to confirm a renewal with their bank, or remind them of it."""
    payment = await session.get_one(Payment, event.payment_id)
    subscription = await session.get_one(UserSubscription, event.subscription_id)
    plan_name = await payments.get_plan_name(session, payment)
    last = await find_last_attempt(session, payment)
    await payments.send(
        session, event.user_id, _build_confirmation(payment, subscription, plan_name, last=last)
    )


def _build_renewal_failed(
    payment: Payment, subscription: UserSubscription, plan_name: str
) -> Message:
    until = formats.format_full_time(subscription.access_until)
    has_access = clock.now() < subscription.access_until
    is_over = subscription.next_charge_at is None and not has_access
    if is_over:
        next_step = _("It was the last attempt. The plan has ended.")
    elif subscription.next_charge_at is None:
        next_step = _("It was the last attempt. You can use the plan until {time}.", time=until)
    elif subscription.payment_method_id is None:
        last = formats.format_full_time(subscription.next_charge_at)
        next_step = _("We won't charge this card again. Add another card by {time}.", time=last)
    elif has_access:
        again = formats.format_full_time(subscription.next_charge_at)
        next_step = _(
            "We try again at {time}. You can use the plan until {until}.", time=again, until=until
        )
    else:
        again = formats.format_full_time(subscription.next_charge_at)
        next_step = _("We try again at {time}. Until then the plan is paused.", time=again)
    reason = describe_reason(payment.status, payment.failure) or describe_failure("declined")
    button = (
        Button(_("See plans"), urls.absolute(urls.PLANS))
        if is_over
        else Button(_("Pay now"), urls.absolute(urls.payment(payment.id)))
    )
    return Message(
        subject=_("“{plan}” could not be renewed", plan=plan_name),
        preheader=reason,
        parts=[reason, _make_facts(payment, plan_name), next_step, button],
        reason=payments.get_buyer_reason(),
    )


def _build_confirmation(
    payment: Payment, subscription: UserSubscription, plan_name: str, *, last: datetime
) -> Message:
    question = describe_failure("authentication_required")
    if clock.now() < subscription.access_until:
        until = formats.format_full_time(subscription.access_until)
        state = _("You keep your plan until {time}.", time=until)
    else:
        state = _("Your plan is paused until you confirm.")
    deadline = formats.format_full_time(last)
    return Message(
        subject=_("Confirm the renewal of “{plan}”", plan=plan_name),
        preheader=question,
        parts=[
            question,
            _make_facts(payment, plan_name),
            state,
            Button(_("Confirm payment"), urls.absolute(urls.payment(payment.id))),
            Note(_("If you don't confirm it by {time}, the plan isn't renewed.", time=deadline)),
        ],
        reason=payments.get_buyer_reason(),
    )


def _make_facts(payment: Payment, plan_name: str) -> Facts:
    amount = payments.format_payment_amount(payment, payment.amount)
    return Facts([(_("Plan"), plan_name), (_("Amount"), amount)])
