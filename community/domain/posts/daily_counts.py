"""Numbers of posts for the daily statistics."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from sqlalchemy import Select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.db import days
from community.models import Post


async def count_published_by_day(session: AsyncSession, since: date) -> Mapping[date, int]:
    """Return the numbers of published posts, including those that were unpublished later."""
    return await days.count_by_day(session, col(Post.published_at), since)


def select_days_of_authors(session: AsyncSession, since: date) -> Select[Any]:
    """Return a query of the authors and the days of their posts."""
    return days.select_user_days(session, col(Post.author_id), col(Post.published_at), since)
