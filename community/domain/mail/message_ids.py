"""The header `Message-ID` of the mails, by which reports of mail servers name them.

It is signed, because anyone can send a report to the address for bounces.
"""

import hmac
import re
from typing import Final

from community.core.settings import settings
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


def _sign(mail_id: int) -> str:
    key, text = settings().signing_key.encode(), f"{_PURPOSE}:{mail_id}".encode()
    return hmac.digest(key, text, "sha256").hex()[:_SIGNATURE_LENGTH]
