"""The function that erases the mails to users whose accounts are purged."""

from collections.abc import Collection

from sqlalchemy import delete, func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.models import Mail


async def erase_mails(session: AsyncSession, *, recipients: Collection[str]) -> None:
    """Delete all mails to these addresses, which are in lower case."""
    await session.execute(
        delete(Mail)
        .where(func.lower(col(Mail.recipient)).in_(recipients))
        .execution_options(synchronize_session=False)
    )
