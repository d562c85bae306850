"""Sends mails through an SMTP server, or saves them as files, and reads reports about them."""

from community.gateways.mail.bounces import MAX_BOUNCE_BYTES, Bounce, parse_bounce
from community.gateways.mail.errors import MailError
from community.gateways.mail.messages import (
    MAX_ADDRESS_LENGTH,
    MAX_SUBJECT_LENGTH,
    OutgoingMail,
    is_address,
    save_as_file,
)
from community.gateways.mail.smtp import SmtpServer, check_connection, send
