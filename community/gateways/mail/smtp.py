"""Sends mails through an SMTP server."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import aiosmtplib
from pydantic import SecretStr

from community.gateways.mail.errors import MailError, is_mailbox_unknown
from community.gateways.mail.messages import OutgoingMail, build_message
from community.i18n import gettext as _

# Of the whole conversation with the server. RFC 5321 recommends minutes, but then a server that
# does not respond would keep the workers of all other jobs busy.
SEND_TIMEOUT_SECONDS = 30.0
CHECK_TIMEOUT_SECONDS = 5.0
# The answer of the server becomes part of the reason.
MAX_ANSWER_LENGTH = 300

Encryption: TypeAlias = Literal["starttls", "tls", "none"]


@dataclass(frozen=True, slots=True)
class SmtpServer:
    host: str
    port: int
    # `tls` encrypts from the beginning (usually port 465), `starttls` after the greeting (usually
    # port 587)
    encryption: Encryption
    username: str = ""  # empty if the server needs no authentication
    password: SecretStr = field(default_factory=lambda: SecretStr(""))


async def send(server: SmtpServer, mail: OutgoingMail) -> None:
    """Send a mail. When the function returns, the server has accepted it.

    Raise `MailError` if the server does not respond or rejects the mail.
    """
    message = build_message(mail)
    async with _connect(server, SEND_TIMEOUT_SECONDS) as client:
        await client.send_message(message, sender=mail.return_path)


async def check_connection(server: SmtpServer) -> None:
    """Connect to the server and sign in, without sending a mail.

    Raise `MailError` if the server does not respond or rejects the username or password.
    """
    async with _connect(server, CHECK_TIMEOUT_SECONDS) as client:
        await client.noop()


@asynccontextmanager
async def _connect(server: SmtpServer, timeout_seconds: float) -> AsyncIterator[aiosmtplib.SMTP]:
    client = aiosmtplib.SMTP(
        hostname=server.host,
        port=server.port,
        use_tls=server.encryption == "tls",
        start_tls=server.encryption == "starttls",
        username=server.username or None,
        password=server.password.get_secret_value() if server.username else None,
        timeout=timeout_seconds,
    )
    try:
        async with asyncio.timeout(timeout_seconds), client:
            yield client
    except (aiosmtplib.SMTPException, OSError, TimeoutError, ValueError) as error:
        raise _to_mail_error(server, error) from error


def _to_mail_error(server: SmtpServer, error: Exception) -> MailError:
    if isinstance(error, aiosmtplib.SMTPAuthenticationError):
        return MailError(
            _(
                "The mail server rejected the username or password: {answer}",
                answer=_format_answer(error.code, error.message),
            )
        )
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused):
        return _make_rejection(error.recipients[0], is_about_recipient=True)
    if isinstance(error, aiosmtplib.SMTPResponseException):
        return _make_rejection(error)
    return MailError(_describe_connection_error(f"{server.host}:{server.port}", error))


def _describe_connection_error(server: str, error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return _("The mail server {server} did not respond in time.", server=server)
    if isinstance(error, ssl.SSLError) or isinstance(error.__cause__, ssl.SSLError):
        return _("No secure connection to the mail server {server} is possible.", server=server)
    if isinstance(error, OSError):
        return _("The mail server {server} cannot be reached.", server=server)
    answer = str(error)[:MAX_ANSWER_LENGTH]
    return _("The mail server reported an error: {answer}", answer=answer)


def _make_rejection(
    error: aiosmtplib.SMTPResponseException, *, is_about_recipient: bool = False
) -> MailError:
    """Return the error for an answer of the server. A code from 500 on means a permanent error."""
    return MailError(
        _(
            "The mail server rejected the email: {answer}",
            answer=_format_answer(error.code, error.message),
        ),
        is_permanent=error.code >= 500,
        is_unknown_recipient=is_about_recipient
        and is_mailbox_unknown(f"{error.code} {error.message}"),
    )


def _format_answer(code: int, message: str) -> str:
    return f"{code} {' '.join(message.split())}"[:MAX_ANSWER_LENGTH]
