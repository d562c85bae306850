"""Queries for the mail queue, and the function that deletes old mails."""

from datetime import datetime
from typing import Any, Final, Literal

from sqlalchemy import ColumnElement, and_, delete, func, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.db.columns import deferred
from community.core.errors import NotFound
from community.core.read_models import ReadModel
from community.domain.mail import policies
from community.domain.tables import Sort, Table, value_filter
from community.i18n import gettext as _
from community.models import Mail

# The states of `get_delivery_state`, in the order of the filter.
DELIVERY_STATES: Final = ("queued", "sent", "file", "failed")


class MailView(ReadModel):
    """A mail in the queue, without its text."""

    id: int
    kind: str
    recipient: str
    subject: str
    state: Literal["queued", "sent", "failed"]
    attempts: int
    max_attempts: int
    last_error: str = ""
    transport: Literal["", "smtp", "file"] = ""
    created_at: datetime
    due_at: datetime
    sent_at: datetime | None = None


class MailDetails(MailView):
    """A mail with its text. The texts are empty if the mail is private."""

    is_private: bool
    text: str = ""
    html: str = ""


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


def get_delivery_state(mail: Mail) -> str:
    """Return the state, or `file` if the mail was not sent, because no server is configured."""
    return "file" if mail.state == "sent" and mail.transport == "file" else mail.state


def _has_delivery_state(state: str) -> ColumnElement[bool]:
    is_file = col(Mail.transport) == "file"
    if state == "file":
        return and_(col(Mail.state) == "sent", is_file)
    return and_(col(Mail.state) == state, or_(col(Mail.state) != "sent", ~is_file))


def _matches_search(term: str) -> ColumnElement[bool]:
    return func.lower(Mail.recipient).contains(term.lower(), autoescape=True)


MAIL_TABLE: Final = Table(
    code="mails",
    section=policies.SECTION,
    select=lambda: select(Mail).options(deferred(Mail.text), deferred(Mail.html)),
    id=col(Mail.id),
    filters=(value_filter("state", DELIVERY_STATES, _has_delivery_state),),
    # Ids have the same order as the times of creation, and an index.
    sorts=(Sort("created", col(Mail.id), int, is_descending=True),),
    default_sort="-created",
    search=_matches_search,
)
