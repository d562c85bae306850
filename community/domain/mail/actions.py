"""Functions that add mails to the queue, change it, and erase mails of purged users."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core import clock, errors, events
from community.core.actor import Actor
from community.core.events import DomainEvent
from community.domain import audit
from community.domain.jobs import outbox
from community.domain.mail import policies
from community.domain.mail.brand import get_brand
from community.domain.mail.content import Message
from community.domain.mail.rendering import render
from community.gateways.mail import MAX_SUBJECT_LENGTH, is_address
from community.i18n import gettext as _
from community.models import Mail

JOB = "send_mail"


@dataclass(frozen=True, slots=True)
class MailChanged(DomainEvent):
    """A mail was added to the queue, sent or dropped, or an attempt failed."""

    mail_id: int


@dataclass(frozen=True, slots=True)
class RecipientRejected(DomainEvent):
    """A mail server reported that the mailbox does not exist, at once or after it had accepted."""

    address: str


async def enqueue(
    session: AsyncSession,
    *,
    kind: str,
    recipient: str,
    message: Message,
    due_at: datetime | None = None,
    is_private: bool = False,
    max_attempts: int = policies.MAX_ATTEMPTS,
) -> Mail:
    """Add a mail to the queue. A job sends it after the transaction of `session` is committed.

    Args:
        is_private: Whether the text contains a secret, such as a link that signs the recipient in.
            Administrators then cannot read it, and it is erased when the mail is sent.

    Raises:
        Invalid: The recipient is not a mail address.
    """
    if not is_address(recipient):
        raise errors.Invalid.for_field("recipient", _("Enter a valid email address."))
    content = render(message, await get_brand(session))
    subject = " ".join(content.subject.split())[:MAX_SUBJECT_LENGTH]
    mail = Mail(
        kind=kind,
        recipient=recipient,
        subject=subject,
        text=content.text[: policies.MAX_TEXT_LENGTH],
        html=content.html[: policies.MAX_TEXT_LENGTH],
        unsubscribe_url=content.unsubscribe_url,
        is_private=is_private,
        max_attempts=max_attempts,
        due_at=due_at or clock.now(),
    )
    session.add(mail)
    await session.flush()
    schedule_attempt(session, mail)
    return mail


async def send_test_mail(session: AsyncSession, actor: Actor, *, recipient: str) -> int:
    """Add a test mail to the queue and return its id. It is attempted only once.

    Raises:
        NotFound, PermissionDenied: The actor has access neither to the section of the mail queue
            nor to the settings of the mail server.
        Invalid: The recipient is not a mail address.
    """
    policies.ensure_may_test(actor)
    brand = await get_brand(session)
    mail = await enqueue(
        session,
        kind=policies.TEST_KIND,
        recipient=recipient.strip(),
        message=build_test_message(brand.site_name, actor.name),
        max_attempts=policies.MAX_TEST_ATTEMPTS,
    )
    await audit.record(session, actor, "mail.test_sent", target_kind="mail", target_id=mail.id)
    return mail.id


async def retry(session: AsyncSession, actor: Actor, *, mail_id: int) -> None:
    """Send a failed mail again now. The number of its attempts starts from zero.

    Raise `Conflict` if the mail is sent already, or is being sent.
    """
    actor.ensure_section(policies.SECTION)
    mail = await _lock_unsent(session, mail_id)
    if not mail.last_error:
        raise errors.Conflict(_("This email is being sent."))
    mail.state, mail.attempts, mail.due_at = "queued", 0, clock.now()
    schedule_attempt(session, mail)
    await _record(session, actor, "mail.retried", mail)


async def drop(session: AsyncSession, actor: Actor, *, mail_id: int) -> None:
    """Delete a mail that is not sent. Raise `Conflict` if the mail is sent already."""
    actor.ensure_section(policies.SECTION)
    mail = await _lock_unsent(session, mail_id)
    await session.delete(mail)
    await _record(session, actor, "mail.dropped", mail)
    events.record(session, MailChanged(mail_id))


def schedule_attempt(session: AsyncSession, mail: Mail) -> None:
    """Start a job at the time `mail.due_at`, and show the mail on open pages."""
    outbox.enqueue(session, JOB, due_at=mail.due_at, mail_id=mail.id)
    events.record(session, MailChanged(mail.id))


def build_test_message(site_name: str, sender_name: str) -> Message:
    return Message(
        subject=_("Test email from {site}", site=site_name),
        preheader=_("If you can read it, the mail server works."),
        parts=[
            _("This is a test email. If you can read it, {site} can send email.", site=site_name)
        ],
        reason=_("{name} sent it from the Admin Panel.", name=sender_name),
    )


async def erase_mails(session: AsyncSession, *, recipients: Collection[str]) -> None:
    """Delete all mails to these addresses, which are in lower case."""
    await session.execute(
        delete(Mail)
        .where(func.lower(col(Mail.recipient)).in_(recipients))
        .execution_options(synchronize_session=False)
    )


async def _record(session: AsyncSession, actor: Actor, action: str, mail: Mail) -> None:
    await audit.record(
        session,
        actor,
        action,
        target_kind="mail",
        target_id=mail.id,
        target_name=mail.subject,
    )


async def _lock_unsent(session: AsyncSession, mail_id: int) -> Mail:
    mail = await session.get(Mail, mail_id, with_for_update=True)
    if mail is None:
        raise errors.NotFound(_("This email no longer exists."))
    if mail.state == "sent":
        raise errors.Conflict(_("This email is already sent."))
    return mail
