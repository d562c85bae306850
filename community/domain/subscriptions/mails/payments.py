"""The mails about payments: receipts, returns, gifts, trials and disputes."""

from dataclasses import replace
from typing import Final, cast

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.money import format_amount
from community.domain import accounts, mail, people
from community.domain.mail import Button, Facts, Message, Note, Quote
from community.domain.subscriptions import events, policies, statuses
from community.domain.subscriptions.checkout.receipts import describe_period, describe_renewal_of
from community.domain.subscriptions.lifecycle.recipients import find_gift
from community.domain.subscriptions.payments.refunds import REFUND_REASONS, RefundReason
from community.i18n import formats, gettext as _
from community.models import (
    Payment,
    PaymentDispute,
    PaymentRefund,
    PlanVersion,
    SubscriptionPlan,
    User,
    UserSubscription,
)

_KIND: Final = "payment"


async def send_payment_mail(session: AsyncSession, event: events.PaymentChanged) -> None:
    # The money is back after a dispute, but nothing was bought again.
    is_dispute_won = event.previous == "refunded"
    if event.status not in {"succeeded", "refunded"} or event.user_id is None or is_dispute_won:
        return
    payment = await session.get_one(Payment, event.payment_id)
    plan_name = await get_plan_name(session, payment)
    if event.status == "succeeded":
        renewal = await describe_renewal_of(session, payment)
        message = _build_receipt(payment, plan_name, renewal)
    else:
        message = _build_refund(payment, plan_name)
        subscription = await session.get(UserSubscription, payment.subscription_id or 0)
        if subscription is not None and subscription.status in statuses.LIVE_STATUSES:
            message = _build_partial_refund(payment, plan_name, subscription)
        refund = await session.get(PaymentRefund, event.refund_id) if event.refund_id else None
        if refund is not None:
            message = replace(message, parts=[*message.parts, _build_reason(refund)])
    await send(session, event.user_id, message)


async def send_refund_mail(session: AsyncSession, event: events.RefundChanged) -> None:
    """Tell the buyer that an administrator has returned a part of a payment.

    About the return of the whole amount, `send_payment_mail` tells them.
    """
    payment = await session.get_one(Payment, event.payment_id)
    if event.status != "succeeded" or payment.user_id is None or payment.status == "refunded":
        return
    refund = await session.get_one(PaymentRefund, event.refund_id)
    plan_name = await get_plan_name(session, payment)
    await send(session, payment.user_id, _build_part(payment, refund, plan_name))


async def send_money_returned_mail(session: AsyncSession, event: events.MoneyReturned) -> None:
    """Tell the buyer that the money for a payment that gave nothing was returned."""
    if event.user_id is None:
        return
    payment = await session.get_one(Payment, event.payment_id)
    plan_name = await get_plan_name(session, payment)
    await send(session, event.user_id, _build_money_returned(payment, plan_name))


async def send_gift_mail(session: AsyncSession, event: events.PaymentChanged) -> None:
    """Tell the recipient of a gift that it was paid, with the message of the giver."""
    gift = await find_gift(session, event)
    if gift is None or event.status != "succeeded":
        return
    payment = await session.get_one(Payment, event.payment_id)
    subscription = await session.get(UserSubscription, payment.subscription_id or 0)
    giver = await people.find_user(session, gift.giver_id or 0)
    if subscription is not None and giver is not None:
        plan_name = await get_plan_name(session, payment)
        message = _build_gift(payment, subscription, plan_name, giver.name)
        await send(session, gift.recipient_id, message)


async def send_trial_mail(session: AsyncSession, event: events.TrialStarted) -> None:
    subscription = await session.get_one(UserSubscription, event.subscription_id)
    plan_name = await get_plan_name(session, subscription)
    await send(session, event.user_id, _build_trial(subscription, plan_name))


async def send(session: AsyncSession, user_id: int, message: Message) -> None:
    user: User | None = await people.find_user(session, user_id)
    if user is not None:
        await mail.enqueue(session, kind=_KIND, recipient=user.email, message=message)


async def get_plan_name(session: AsyncSession, row: Payment | UserSubscription) -> str:
    version = await session.get_one(PlanVersion, row.plan_version_id)
    return (await session.get_one(SubscriptionPlan, version.plan_id)).name


def format_payment_amount(payment: Payment, amount: int) -> str:
    return format_amount(amount, payment.currency)


def get_buyer_reason() -> str:
    return _("You get this email because you have bought a subscription.")


async def send_dispute_mail(session: AsyncSession, event: events.DisputeChanged) -> None:
    """Tell the administrators of payments that the site must answer a dispute."""
    dispute = await session.get_one(PaymentDispute, event.dispute_id)
    if not event.is_new or dispute.status != "needs_response":
        return
    message = _build_dispute(dispute)
    for person in await accounts.list_administrators(session, accounts.OPERATOR):
        may_see = person.is_full or policies.PAYMENTS_SECTION in person.sections
        if may_see and not person.is_banned:
            await send(session, person.id, message)


def _build_gift(
    payment: Payment, subscription: UserSubscription, plan_name: str, giver: str
) -> Message:
    end = formats.format_full_date(subscription.access_until)
    return Message(
        subject=_("{name} gave you “{plan}”", name=giver, plan=plan_name),
        preheader=_("You can use it until {date}.", date=end),
        parts=[
            *([Quote(payment.message)] if payment.message else []),
            _("You can use it until {date}. There is nothing to pay.", date=end),
            Button(_("Show my subscription"), urls.absolute(urls.PLANS)),
        ],
        reason=_("You get this email because someone gave you a plan."),
    )


def _build_trial(subscription: UserSubscription, plan_name: str) -> Message:
    end = formats.format_full_date(subscription.access_until)
    return Message(
        subject=_("Your free trial of “{plan}” has started", plan=plan_name),
        preheader=_("You can use it until {date}.", date=end),
        parts=[
            _("You can use “{plan}” for free until {date}.", plan=plan_name, date=end),
            _(
                "The trial ends by itself, and nothing is charged. If you buy the plan before, "
                "the time that you pay for begins when the trial ends."
            ),
            Button(_("See plans"), urls.absolute(urls.PLANS)),
        ],
        reason=_("You get this email because you have started a free trial."),
    )


def _build_receipt(payment: Payment, plan_name: str, renewal: str) -> Message:
    assert payment.succeeded_at is not None
    period = describe_period(payment)
    credit = format_payment_amount(payment, payment.credit) if payment.credit else ""
    return Message(
        subject=_("Your receipt for “{plan}”", plan=plan_name),
        preheader=_("Thank you for your payment."),
        parts=[
            _("Thank you for your payment."),
            Facts(
                [
                    (_("Plan"), plan_name),
                    (_("Amount"), format_payment_amount(payment, payment.amount)),
                    *([(_("Paid with credit"), credit)] if credit else []),
                    *([(_("Period"), period)] if period else []),
                    (_("Time"), formats.format_full_time(payment.succeeded_at)),
                    (_("Number"), str(payment.id)),
                ]
            ),
            *([renewal] if renewal else []),
            Button(_("Show the payment"), urls.absolute(urls.payment(payment.id))),
            Button(_("Show the invoice"), urls.absolute(urls.invoice(payment.id))),
        ],
        reason=get_buyer_reason(),
    )


def _build_refund(payment: Payment, plan_name: str) -> Message:
    return _build_return(
        payment,
        preheader=_("The plan “{plan}” has ended.", plan=plan_name),
        text=_("Your payment for “{plan}” was returned. The plan has ended.", plan=plan_name),
    )


def _build_partial_refund(
    payment: Payment, plan_name: str, subscription: UserSubscription
) -> Message:
    """Return the mail about a payment that does not pay for the time that is left."""
    end = formats.format_full_date(subscription.access_until)
    return _build_return(
        payment,
        preheader=_("You can use “{plan}” until {date}.", plan=plan_name, date=end),
        text=_(
            "Your payment for “{plan}” was returned. You can use the plan until {date}.",
            plan=plan_name,
            date=end,
        ),
    )


def _build_part(payment: Payment, refund: PaymentRefund, plan_name: str) -> Message:
    amount = format_payment_amount(payment, refund.amount)
    return Message(
        subject=_("Part of your payment was returned"),
        preheader=_("We returned {amount} to you.", amount=amount),
        parts=[
            _("We returned a part of your payment for “{plan}”. Your plan stays.", plan=plan_name),
            Facts([(_("Amount"), amount), (_("Number"), str(payment.id))]),
            Note(_("Your bank can take a few days to show the money.")),
            _build_reason(refund),
        ],
        reason=get_buyer_reason(),
    )


def _build_reason(refund: PaymentRefund) -> Facts:
    return Facts([(_("Reason"), _(REFUND_REASONS[cast("RefundReason", refund.reason)]))])


def _build_money_returned(payment: Payment, plan_name: str) -> Message:
    text = _("Your payment for “{plan}” arrived too late. We returned the money.", plan=plan_name)
    return _build_return(payment, preheader=text, text=text)


def _build_return(payment: Payment, *, preheader: str, text: str) -> Message:
    return Message(
        subject=_("Your payment was returned"),
        preheader=preheader,
        parts=[
            text,
            Facts(
                [
                    (_("Amount"), format_payment_amount(payment, payment.refunded)),
                    (_("Number"), str(payment.id)),
                ]
            ),
            Note(_("Your bank can take a few days to show the money.")),
        ],
        reason=get_buyer_reason(),
    )


def _build_dispute(dispute: PaymentDispute) -> Message:
    amount = format_amount(dispute.amount, dispute.currency)
    due_by = formats.format_full_time(dispute.due_by) if dispute.due_by else "–"
    record = f"{urls.admin_section(policies.PAYMENTS_SECTION)}?record={dispute.payment_id}"
    return Message(
        subject=_("A payment of {amount} is disputed", amount=amount),
        preheader=_("Answer by {time}.", time=due_by),
        parts=[
            _("A buyer disputes a payment at their bank. Without an answer, the money is lost."),
            Facts(
                [
                    (_("Amount"), amount),
                    (_("Answer by"), due_by),
                    (_("Number"), str(dispute.payment_id)),
                ]
            ),
            Button(_("Show the payment"), urls.absolute(record)),
        ],
        reason=_("You get this email because you administer the payments of this site."),
    )
