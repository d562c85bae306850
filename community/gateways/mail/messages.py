"""The mail to send, its format, and the files of sites without an SMTP server."""

import asyncio
import os
import re
import tempfile
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path

from community.core import clock
from community.gateways.mail.errors import MailError
from community.i18n import gettext as _

MAX_ADDRESS_LENGTH = 254
MAX_SUBJECT_LENGTH = 200

# Characters with which a text could end its header line and begin another header.
_LINE_BREAKS = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")
_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\\\"]{1,64}@[^\s@<>()\[\],;:\\\"]{1,189}")


@dataclass(frozen=True, slots=True)
class OutgoingMail:
    sender: str
    sender_name: str
    return_path: str  # the address to which mail servers report mails that they cannot deliver
    recipient: str
    subject: str
    text: str
    html: str
    # The part of the header `Message-ID` before the `@`. It is the same in every attempt, so that
    # mail programs recognize a mail that was sent twice.
    message_id: str
    # A POST request to this address unsubscribes the recipient (RFC 8058). Empty for mails without
    # such an address.
    unsubscribe_url: str = ""


def is_address(text: str) -> bool:
    return len(text) <= MAX_ADDRESS_LENGTH and _ADDRESS.fullmatch(text) is not None


def build_message(mail: OutgoingMail) -> EmailMessage:
    """Return the message in the format of RFC 5322.

    Raise `MailError` if a header contains a line break, or an address is malformed.
    """
    _ensure_headers_are_valid(mail)
    message = EmailMessage(policy=SMTP)
    message["From"] = Address(display_name=mail.sender_name, addr_spec=mail.sender)
    message["To"] = Address(addr_spec=mail.recipient)
    message["Subject"] = mail.subject
    message["Date"] = format_datetime(clock.now())
    message["Message-ID"] = f"<{mail.message_id}@{mail.sender.rpartition('@')[2]}>"
    # Mail programs then do not answer with "out of office" messages.
    message["Auto-Submitted"] = "auto-generated"
    if mail.unsubscribe_url:
        message["List-Unsubscribe"] = f"<{mail.unsubscribe_url}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    # Base64 keeps long links in one piece. Quoted-printable would break them, and some mail
    # programs join the pieces wrongly.
    message.set_content(mail.text, cte="base64")
    message.add_alternative(mail.html, subtype="html", cte="base64")
    return message


def _ensure_headers_are_valid(mail: OutgoingMail) -> None:
    headers = (
        mail.sender,
        mail.sender_name,
        mail.return_path,
        mail.recipient,
        mail.subject,
        mail.message_id,
        mail.unsubscribe_url,
    )
    if any(_LINE_BREAKS.search(header) for header in headers):
        raise MailError(_("A header of the email contains a line break."), is_permanent=True)
    for address in (mail.sender, mail.return_path, mail.recipient):
        if not is_address(address):
            raise MailError(
                _("Invalid email address: {address}", address=address), is_permanent=True
            )


async def save_as_file(directory: Path, mail: OutgoingMail) -> Path:
    """Write the mail to an `.eml` file, which mail programs can open, and return its path.

    The name of the file depends only on the mail, so that another attempt after a crash replaces
    the file. Raise `MailError` if a header of the mail is invalid.
    """
    content = build_message(mail).as_bytes()
    return await asyncio.to_thread(_write, directory / f"{mail.message_id}.eml", content)


def _write(path: Path, content: bytes) -> Path:
    # Mails can contain links that sign a user in, so only the owner of the directory may read them.
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    return Path(temporary).replace(path)
