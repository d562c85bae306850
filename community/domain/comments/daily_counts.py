"""Numbers of comments for the statistics and for the dashboard of the Admin Panel."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from sqlalchemy import Select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.db import days
from community.models import Comment


async def count_posted_by_day(session: AsyncSession, since: date) -> Mapping[date, int]:
    """Return the numbers of comments, including those that were deleted later."""
    return await days.count_by_day(session, col(Comment.created_at), since)


def select_days_of_authors(session: AsyncSession, since: date) -> Select[Any]:
    """Return a query of the authors and the days of their comments."""
    return days.select_user_days(session, col(Comment.author_id), col(Comment.created_at), since)
