"""The attempts to send a mail. The job `send_mail` calls these functions in this order:

1. `begin_attempt` in a transaction.
2. The gateway `community/gateways/mail/` outside a transaction, because it is slow.
3. `record_sent` or `record_failure` in a transaction.

If the server crashes in between, the outbox runs the job again after the attempt has timed out. The
recipient can then get the mail twice, with the same header `Message-ID`.
"""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, events
from community.domain.mail import configuration, policies
from community.domain.mail.actions import MailChanged, RecipientRejected, schedule_attempt
from community.domain.mail.bounces import build_message_id
from community.gateways.mail import MailError, OutgoingMail, SmtpServer
from community.models import Mail


@dataclass(frozen=True, slots=True)
class Attempt:
    mail_id: int
    outgoing: OutgoingMail
    server: SmtpServer | None  # the mail server, or None if the mail is saved as a file


async def begin_attempt(session: AsyncSession, mail_id: int) -> Attempt | None:
    """Count an attempt. Return None if the mail is sent, dropped or not due.

    The due date moves behind the attempt, so that no other worker begins one at the same time.
    """
    mail = await session.get(Mail, mail_id, with_for_update=True)
    if mail is None or mail.state != "queued" or mail.due_at > clock.now():
        return None
    mail.attempts += 1
    mail.last_error = ""
    mail.due_at = clock.now() + policies.ATTEMPT_TIMEOUT
    server = await configuration.find_smtp_server(session)
    return Attempt(mail.id, _to_outgoing(mail, await configuration.get_sender(session)), server)


async def record_sent(session: AsyncSession, attempt: Attempt) -> None:
    mail = await session.get(Mail, attempt.mail_id, with_for_update=True)
    if mail is None:
        return
    mail.state, mail.sent_at, mail.last_error = "sent", clock.now(), ""
    mail.transport = "file" if attempt.server is None else "smtp"
    if mail.is_private:
        mail.text = mail.html = ""
    events.record(session, MailChanged(mail.id))


async def record_failure(session: AsyncSession, attempt: Attempt, error: MailError) -> None:
    """Store the reason, and schedule the next attempt unless it would be in vain."""
    mail = await session.get(Mail, attempt.mail_id, with_for_update=True)
    if mail is None or mail.state != "queued":
        return
    if error.is_unknown_recipient and error.is_permanent:
        events.record(session, RecipientRejected(mail.recipient))
    mail.last_error = error.reason[: policies.MAX_ERROR_LENGTH]
    if error.is_permanent or mail.attempts >= mail.max_attempts:
        mail.state = "failed"
        events.record(session, MailChanged(mail.id))
        return
    mail.due_at = clock.now() + policies.get_retry_pause(mail.attempts)
    schedule_attempt(session, mail)


def _to_outgoing(mail: Mail, sender: configuration.Sender) -> OutgoingMail:
    return OutgoingMail(
        sender=sender.address,
        sender_name=sender.name,
        return_path=sender.return_path,
        recipient=mail.recipient,
        subject=mail.subject,
        text=mail.text,
        html=mail.html,
        unsubscribe_url=mail.unsubscribe_url,
        message_id=build_message_id(mail),
    )
