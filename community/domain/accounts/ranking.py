"""The current places of users in the ranking. `domain/ratings` computes and stores them."""

from typing import Any

from sqlalchemy import ColumnElement, and_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community.models import RatingPlace


async def get_rating(session: AsyncSession, user_id: int) -> tuple[float, int | None]:
    """Return the rating of the user and their place on the latest day of the ranking.

    Users without a rating have no place.
    """
    query = select(RatingPlace.rating, RatingPlace.place).where(is_current_place_of(user_id))
    row = (await session.execute(query)).one_or_none()
    return (row[0], row[1]) if row else (0.0, None)


def is_current_place_of(user_id: Any) -> ColumnElement[bool]:
    """Return the condition for the place of a user on the latest day of the ranking."""
    latest_day = select(func.max(RatingPlace.date)).scalar_subquery()
    return and_(col(RatingPlace.user_id) == user_id, col(RatingPlace.date) == latest_day)
