"""Reads the messages with which mail servers report that they cannot deliver a mail (RFC 3464)."""

import re
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import Message
from email.parser import BytesHeaderParser
from typing import Final

from community.gateways.mail.errors import is_mailbox_unknown

# A report usually contains the whole mail. What is longer than that is no report about a mail of
# the site.
MAX_BOUNCE_BYTES: Final = 2_000_000
MAX_REASON_LENGTH: Final = 300

_STATUS: Final = re.compile(r"[245]\.\d{1,3}\.\d{1,3}")


@dataclass(frozen=True, slots=True)
class Bounce:
    """A report that a mail was not delivered."""

    message_id: str  # the header `Message-ID` of the mail, as the report contains it
    status: str  # the enhanced code, such as "5.1.1"
    answer: str  # what the mail server of the recipient said, such as "550 5.1.1 No such user"

    @property
    def reason(self) -> str:
        return (self.answer or self.status)[:MAX_REASON_LENGTH]

    @property
    def is_unknown_recipient(self) -> bool:
        return is_mailbox_unknown(self.answer, self.status)


def parse_bounce(content: bytes) -> Bounce | None:
    """Return the failure that a message reports.

    Other messages give None, for example reports that a mail is delayed or was delivered, answers
    of people, and answers that they are out of office.
    """
    report = message_from_bytes(content, policy=policy.compat32)
    if report.get_content_type() != "multipart/report":
        return None
    parts = {part.get_content_type(): part for part in _list_parts(report)}
    status = parts.get("message/delivery-status")
    failure = _find_failure(status) if status is not None else None
    if failure is None:
        return None
    return Bounce(
        message_id=_find_message_id(report, parts),
        status=_find_status(_get_field(failure, "Status")),
        answer=_get_answer(failure),
    )


def _list_parts(message: Message) -> list[Message]:
    payload = message.get_payload()
    parts = payload if isinstance(payload, list) else []
    return [part for part in parts if isinstance(part, Message)]


def _find_failure(status: Message) -> Message | None:
    """Return the fields of the recipient to whom the mail could not be delivered.

    The first block is about the message, each further one about a recipient.
    """
    recipients = _list_parts(status)[1:]
    return next(
        (fields for fields in recipients if _get_field(fields, "Action").lower() == "failed"), None
    )


def _get_field(fields: Message, name: str) -> str:
    return " ".join(str(fields.get(name, "")).split())


def _find_status(text: str) -> str:
    match = _STATUS.match(text)
    return match[0] if match else ""


def _get_answer(failure: Message) -> str:
    """Return the answer without the protocol before it, as in "smtp; 550 5.1.1 No such user"."""
    kind, separator, answer = _get_field(failure, "Diagnostic-Code").partition(";")
    return answer.strip() if separator and "smtp" in kind.lower() else ""


def _find_message_id(report: Message, parts: dict[str, Message]) -> str:
    """Return the id of the mail, which the report contains as a whole or as its headers."""
    if (original := parts.get("message/rfc822")) is not None:
        headers = next(iter(_list_parts(original)), Message())
    elif (copy := parts.get("text/rfc822-headers")) is not None:
        headers = BytesHeaderParser().parsebytes(bytes(copy.get_payload(decode=True) or b""))
    else:
        headers = Message()
    return _get_field(headers, "Message-ID") or _get_field(report, "In-Reply-To")
