"""The mails about payments and subscriptions: receipts, failures, returns and reminders."""

from collections.abc import Callable
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.money import format_amount
from community.domain import accounts, mail
from community.domain.mail import Button, Facts, Message, Note
from community.domain.subscriptions.events import PaymentChanged, RenewalFailed
from community.domain.subscriptions.payments.failure_texts import describe_failure
from community.i18n import formats
from community.i18n import gettext as _
from community.models import Payment, PlanVersion, SubscriptionPlan, User, UserSubscription

_KIND: Final = "payment"


async def send_payment_mail(session: AsyncSession, event: PaymentChanged) -> None:
    """Tell the buyer that a payment succeeded or was returned."""
    build = _BUILDERS.get(event.status)
    if build is None or event.user_id is None:
        return
    payment = await session.get_one(Payment, event.payment_id)
    await _send(session, event.user_id, build(payment, await _get_plan_name(session, payment)))


async def send_renewal_failed_mail(session: AsyncSession, event: RenewalFailed) -> None:
    """Tell the subscriber that a renewal failed, and what happens next."""
    payment = await session.get_one(Payment, event.payment_id)
    subscription = await session.get_one(UserSubscription, event.subscription_id)
    plan_name = await _get_plan_name(session, payment)
    await _send(session, event.user_id, _build_renewal_failed(payment, subscription, plan_name))


async def _send(session: AsyncSession, user_id: int, message: Message) -> None:
    user: User | None = await accounts.find_user(session, user_id)
    if user is not None:
        await mail.enqueue(session, kind=_KIND, recipient=user.email, message=message)


async def _get_plan_name(session: AsyncSession, payment: Payment) -> str:
    version = await session.get_one(PlanVersion, payment.plan_version_id)
    return (await session.get_one(SubscriptionPlan, version.plan_id)).name


def _build_receipt(payment: Payment, plan_name: str) -> Message:
    assert payment.succeeded_at is not None
    return Message(
        subject=_("Your receipt for “{plan}”", plan=plan_name),
        preheader=_("Thank you for your payment."),
        parts=[
            _("Thank you for your payment."),
            Facts(
                [
                    (_("Plan"), plan_name),
                    (_("Amount"), _format_amount(payment, payment.amount)),
                    (_("Time"), formats.format_full_time(payment.succeeded_at)),
                    (_("Number"), str(payment.id)),
                ]
            ),
            Button(_("Show the payment"), urls.absolute(urls.payment(payment.id))),
        ],
        reason=_get_reason(),
    )


def _build_refund(payment: Payment, plan_name: str) -> Message:
    return Message(
        subject=_("Your payment was returned"),
        preheader=_("The plan “{plan}” has ended.", plan=plan_name),
        parts=[
            _("Your payment for “{plan}” was returned. The plan has ended.", plan=plan_name),
            Facts(
                [
                    (_("Amount"), _format_amount(payment, payment.refunded)),
                    (_("Number"), str(payment.id)),
                ]
            ),
            Note(_("Your bank can take a few days to show the money.")),
        ],
        reason=_get_reason(),
    )


def _build_renewal_failed(
    payment: Payment, subscription: UserSubscription, plan_name: str
) -> Message:
    until = formats.format_full_time(subscription.access_until)
    if subscription.next_charge_at is None:
        next_step = _("It was the last attempt. You can use the plan until {time}.", time=until)
    else:
        again = formats.format_full_time(subscription.next_charge_at)
        next_step = _(
            "We try again at {time}. You can use the plan until {until}.", time=again, until=until
        )
    return Message(
        subject=_("“{plan}” could not be renewed", plan=plan_name),
        preheader=describe_failure(payment.failure),
        parts=[
            describe_failure(payment.failure),
            Facts([(_("Plan"), plan_name), (_("Amount"), _format_amount(payment, payment.amount))]),
            next_step,
            Button(_("Show my subscription"), urls.absolute(urls.PLANS)),
        ],
        reason=_get_reason(),
    )


_BUILDERS: Final[dict[str, Callable[[Payment, str], Message]]] = {
    "succeeded": _build_receipt,
    "refunded": _build_refund,
}


def _format_amount(payment: Payment, amount: int) -> str:
    return format_amount(amount, payment.currency)


def _get_reason() -> str:
    return _("You get this email because you have bought a subscription.")
