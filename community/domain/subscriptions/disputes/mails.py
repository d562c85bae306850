"""The mail that tells administrators of payments about a new dispute."""

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.money import format_amount
from community.domain import accounts
from community.domain.mail import Button, Facts, Message
from community.domain.subscriptions import policies
from community.domain.subscriptions.events import DisputeChanged
from community.domain.subscriptions.mails import send
from community.i18n import formats
from community.i18n import gettext as _
from community.models import PaymentDispute


async def send_dispute_mail(session: AsyncSession, event: DisputeChanged) -> None:
    """Tell the administrators of payments that the site must answer a dispute."""
    dispute = await session.get_one(PaymentDispute, event.dispute_id)
    if not event.is_new or dispute.status != "needs_response":
        return
    message = _build(dispute)
    for person in await accounts.list_administrators(session, accounts.OPERATOR):
        may_see = person.is_full or policies.PAYMENTS_SECTION in person.sections
        if may_see and not person.is_banned:
            await send(session, person.id, message)


def _build(dispute: PaymentDispute) -> Message:
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
