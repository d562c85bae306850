"""Sends mails through an SMTP server, or saves them as files.

This package does not know the domain. `community/domain/mail/` contains the queue of mails.
"""

from community.mail.errors import MailError
from community.mail.folder import save_as_file
from community.mail.messages import MAX_ADDRESS_LENGTH, MAX_SUBJECT_LENGTH, OutgoingMail, is_address
from community.mail.smtp import Encryption, SmtpServer, check_connection, send

__all__ = [
    "MAX_ADDRESS_LENGTH",
    "MAX_SUBJECT_LENGTH",
    "Encryption",
    "MailError",
    "OutgoingMail",
    "SmtpServer",
    "check_connection",
    "is_address",
    "save_as_file",
    "send",
]
