"""The rule that two accounts never have the same email, regardless of case."""

from sqlalchemy import exists
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.models import User
from community.models.accounts import lower_email


async def is_email_taken(session: AsyncSession, email: str, *, except_user_id: int = 0) -> bool:
    """Return whether an account has the email, other than that of `except_user_id`."""
    is_taken = exists().where(lower_email == email.lower(), col(User.id) != except_user_id)
    return bool(await session.scalar(select(is_taken)))
