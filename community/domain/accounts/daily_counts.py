"""Numbers of people for the daily statistics."""

from collections.abc import Mapping
from datetime import date, datetime

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.db import days
from community.domain.accounts.policies import ONLINE_TIMEOUT
from community.models import User


async def find_first_registration_day(session: AsyncSession) -> date | None:
    return await days.find_first_day(session, col(User.created_at))


async def count_registrations_by_day(session: AsyncSession, since: date) -> Mapping[date, int]:
    return await days.count_by_day(session, col(User.created_at), since)


async def count_active_since(session: AsyncSession, since: datetime) -> int:
    """Return the number of people who have used the site since the given time."""
    query = select(func.count()).select_from(User).where(col(User.last_seen_at) >= since)
    return (await session.execute(query)).scalar_one()


async def count_online(session: AsyncSession, now: datetime) -> int:
    """Return the number of people online, including those who hide it from other users."""
    return await count_active_since(session, now - ONLINE_TIMEOUT)
