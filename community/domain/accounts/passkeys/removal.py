"""Functions that remove passkeys without the user: after a report, or with the account."""

from datetime import datetime

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.models import Passkey, User


async def remove_all(session: AsyncSession, user: User) -> None:
    await session.execute(delete(Passkey).where(col(Passkey.user_id) == user.id))


async def remove_added_since(session: AsyncSession, user: User, since: datetime) -> None:
    """Remove the passkeys that were added after a time."""
    await session.execute(
        delete(Passkey).where(col(Passkey.user_id) == user.id, col(Passkey.created_at) >= since)
    )
