"""Numbers of comments for the statistics and for the dashboard of the Admin Panel."""

from collections.abc import Mapping
from datetime import date

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.db import days
from community.domain.comments.policies import is_held
from community.models import Comment


async def count_posted_by_day(session: AsyncSession, since: date) -> Mapping[date, int]:
    """Return the numbers of comments, including those that were deleted later."""
    return await days.count_by_day(session, col(Comment.created_at), since)


async def count_held(session: AsyncSession) -> int:
    """Return the number of comments that wait for a moderator."""
    query = select(func.count()).select_from(Comment).where(is_held())
    return (await session.execute(query)).scalar_one()
