"""What the site does when a mail server reports that it could not deliver a mail."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import events
from community.domain.mail.events import MailChanged, RecipientRejected
from community.domain.mail.message_ids import find_mail_id
from community.gateways.mail import Bounce
from community.i18n import gettext as _
from community.models import Mail


async def record_bounce(session: AsyncSession, bounce: Bounce) -> bool:
    """Store why a mail was not delivered after the mail server had accepted it.

    If its mailbox does not exist, the address gets no further notifications. Reports about mails
    that the site has not sent, or no longer knows, change nothing.

    Returns:
        Whether anything has changed.
    """
    mail_id = find_mail_id(bounce.message_id)
    mail = await session.get(Mail, mail_id, with_for_update=True) if mail_id is not None else None
    reason = _("Not delivered: {answer}", answer=bounce.reason)
    # Mail servers repeat reports, but the user may have confirmed the address meanwhile.
    if mail is None or mail.state != "sent" or mail.last_error == reason:
        return False
    mail.last_error = reason
    events.record(session, MailChanged(mail.id))
    if bounce.is_unknown_recipient:
        events.record(session, RecipientRejected(mail.recipient))
    return True
