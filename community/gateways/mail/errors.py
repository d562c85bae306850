"""The error that sending a mail raises, and what the answers of mail servers mean."""

import re
from typing import Final

_CODES: Final = re.compile(r"(?:(?P<code>\d{3})[ -])?(?P<enhanced>[245]\.\d{1,3}\.\d{1,3}(?!\d))?")
# Bad address of a mailbox or of its system, a mailbox that has moved, and a disabled mailbox.
_UNKNOWN_MAILBOX_ENHANCED_CODES: Final = frozenset(
    {"5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"}
)
_UNKNOWN_MAILBOX_CODES: Final = frozenset({"550", "551", "553"})
# "Other or undefined": the server does not tell the reason.
_UNDEFINED: Final = "5.0.0"


class MailError(Exception):
    """A mail was not sent.

    Attributes:
        reason: The reason in the language of the site, without secrets. Administrators read it.
        is_permanent: Whether another attempt would fail in the same way.
        is_unknown_recipient: Whether the mail server says that the mailbox does not exist.
    """

    def __init__(
        self, reason: str, *, is_permanent: bool = False, is_unknown_recipient: bool = False
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.is_permanent = is_permanent
        self.is_unknown_recipient = is_unknown_recipient


def is_mailbox_unknown(answer: str, status: str = "") -> bool:
    """Return whether an answer means that the mailbox does not exist or is disabled.

    Servers also reject recipients for other reasons, for example because they do not trust the
    sender. The enhanced code tells the reason, if the server sends one.

    Args:
        answer: The answer of the server, for example "550 5.1.1 No such user".
        status: The enhanced code of a report, which counts if the answer contains none.
    """
    match = _CODES.match(answer.strip())
    code, enhanced = (match["code"], match["enhanced"]) if match else (None, None)
    enhanced = enhanced or (status if status != _UNDEFINED else "")
    if enhanced:
        return enhanced in _UNKNOWN_MAILBOX_ENHANCED_CODES
    return code in _UNKNOWN_MAILBOX_CODES
