"""Actions that the tests of the mail queue share."""

from typing import Any

from community.core.db.sessions import read_session, unit_of_work
from community.domain import mail
from community.models import Mail

MESSAGE = mail.Message("Hello", "Short", ["Rich"], reason="A test")


async def enqueue(**options: Any) -> int:
    values: dict[str, Any] = {"kind": "news", "recipient": "ann@example.org", "message": MESSAGE}
    async with unit_of_work() as session:
        return (await mail.enqueue(session, **{**values, **options})).id


async def load(mail_id: int) -> Mail:
    async with read_session() as session:
        return await session.get_one(Mail, mail_id)
