"""What the site does when a mail server reports that it could not deliver a mail.

Reports name a mail by its header `Message-ID`. It is signed, because anyone can send a report to
the address for bounces.
"""

import hmac
import re
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import events
from community.core.settings import settings
from community.domain.mail.actions import MailChanged, RecipientRejected
from community.gateways.mail import Bounce
from community.i18n import gettext as _
from community.models import Mail

_PURPOSE: Final = "mail-bounce"
_SIGNATURE_LENGTH: Final = 20
_MESSAGE_ID: Final = re.compile(
    rf"<?(?P<id>\d{{1,18}})\.\d{{1,12}}\.(?P<signature>[0-9a-f]{{{_SIGNATURE_LENGTH}}})@"
)


def build_message_id(mail: Mail) -> str:
    """Return the part before the `@`. It is the same in each attempt to send the mail."""
    return f"{mail.id}.{mail.created_at.timestamp():.0f}.{_sign(mail.id)}"


def find_mail_id(message_id: str) -> int | None:
    """Return the id of the mail, or None if the site has not sent a mail with this header."""
    match = _MESSAGE_ID.match(message_id)
    if match is None or not hmac.compare_digest(match["signature"], _sign(int(match["id"]))):
        return None
    return int(match["id"])


async def record_bounce(session: AsyncSession, bounce: Bounce) -> bool:
    """Store why a mail was not delivered after the mail server had accepted it.

    If its mailbox does not exist, the address gets no further notifications. Reports about mails
    that the site has not sent, or no longer knows, change nothing.
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


def _sign(mail_id: int) -> str:
    key, text = settings().signing_key.encode(), f"{_PURPOSE}:{mail_id}".encode()
    return hmac.digest(key, text, "sha256").hex()[:_SIGNATURE_LENGTH]
