"""Functions that read the mail queue, and the query that purges it."""

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.errors import NotFound
from community.domain.mail import policies
from community.domain.mail.schemas import MailDetails
from community.i18n import gettext as _
from community.models import Mail


async def get_mail(session: AsyncSession, actor: Actor, *, mail_id: int) -> MailDetails:
    """Return a mail with its text, unless the mail is private."""
    actor.ensure_section(policies.SECTION)
    mail = await _load(session, mail_id)
    details = MailDetails.model_validate(mail)
    return details.model_copy(update={"text": "", "html": ""}) if mail.is_private else details


async def get_test_mail(session: AsyncSession, actor: Actor, *, mail_id: int) -> MailDetails:
    policies.ensure_may_test(actor)
    mail = await _load(session, mail_id)
    if mail.kind != policies.TEST_KIND:
        actor.ensure_section(policies.SECTION)
    return MailDetails.model_validate(mail)


async def _load(session: AsyncSession, mail_id: int) -> Mail:
    mail = await session.get(Mail, mail_id)
    if mail is None:
        raise NotFound(_("This email no longer exists."))
    return mail


async def count_failed(session: AsyncSession) -> int:
    return await _count(session, col(Mail.state) == "failed")


async def count_recent(session: AsyncSession, kind: str, recipient: str, *, since: datetime) -> int:
    """Return how many mails of a kind were added for a recipient since a time."""
    return await _count(
        session,
        and_(
            col(Mail.created_at) > since,
            col(Mail.kind) == kind,
            func.lower(Mail.recipient) == recipient.lower(),
        ),
    )


async def was_sent_since(session: AsyncSession, since: datetime) -> bool:
    """Return whether the mail server has accepted a mail since a time."""
    query = select(Mail.id).where(
        col(Mail.state) == "sent", col(Mail.transport) == "smtp", col(Mail.sent_at) > since
    )
    return await session.scalar(query.limit(1)) is not None


async def purge_old_mails(session: AsyncSession, now: datetime) -> bool:
    """Delete a batch of mails that are older than `MAIL_RETENTION`. Return whether more remain."""
    old = (
        select(Mail.id)
        .where(col(Mail.created_at) < now - policies.MAIL_RETENTION)
        .order_by(col(Mail.created_at))
        .limit(policies.PURGE_BATCH_SIZE)
    )
    result: Any = await session.execute(delete(Mail).where(col(Mail.id).in_(old)))
    return bool(result.rowcount == policies.PURGE_BATCH_SIZE)


async def _count(session: AsyncSession, condition: ColumnElement[bool]) -> int:
    return (
        await session.execute(select(func.count()).select_from(Mail).where(condition))
    ).scalar_one()
