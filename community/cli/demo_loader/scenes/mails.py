"""Keeps mails to demo users from being sent, because their addresses are invented."""

from collections.abc import Sequence

from sqlalchemy import delete
from sqlmodel import col, select

from community.core import clock
from community.core.db.sessions import unit_of_work
from community.models import Mail, OutboxMessage


async def mark_mails_as_sent(emails: Sequence[str]) -> None:
    """Let the queue show the mails to these addresses as sent, and delete their jobs."""
    async with unit_of_work() as session:
        mails = await session.scalars(
            select(Mail).where(col(Mail.recipient).in_(emails), Mail.state == "queued")
        )
        ids = set()
        for mail in mails:
            mail.state, mail.transport, mail.sent_at = "sent", "file", clock.now()
            mail.attempts = 1
            if mail.is_private:
                mail.text = mail.html = ""
            ids.add(mail.id)
        rows = await session.scalars(select(OutboxMessage).where(OutboxMessage.name == "send_mail"))
        jobs = [row.id for row in rows if row.arguments["mail_id"] in ids]
        await session.execute(delete(OutboxMessage).where(col(OutboxMessage.id).in_(jobs)))
