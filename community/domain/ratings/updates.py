"""The functions that compute the ratings of all users and store the places of a day."""

from datetime import date, timedelta
from typing import Any

from sqlalchemy import (
    Column,
    CursorResult,
    Float,
    Integer,
    MetaData,
    Select,
    Table,
    cast,
    func,
    literal,
    tuple_,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, delete, select

from community.core.db import days, statements
from community.core.db.large_queries import allow_large_query, store_temporarily
from community.domain.ratings.formula import select_ratings
from community.models import RatingPlace

# The places of all days for a year, for the chart of a year and its comparison.
HISTORY_RETENTION = timedelta(days=366)
# The ratings of an update, before they are ranked.
_NEW_RATINGS = Table("new_ratings", MetaData(), Column("user_id", Integer), Column("rating", Float))
_NOT_SYNCHRONIZED = {"synchronize_session": False}


async def count_rated_users(session: AsyncSession, day: date) -> int:
    """Return the number of users that `store_places` would store, without storing anything."""
    await allow_large_query(session)
    ratings = _select_ratings(session, day).subquery("ratings")
    return (await session.scalar(select(func.count()).select_from(ratings))) or 0


async def store_places(session: AsyncSession, day: date) -> int:
    """Compute the ratings of all users, and replace the places of the day. Return their number.

    Readers see all places of the day when the transaction is committed, and none before. An update
    that is interrupted has no effect.
    """
    await statements.acquire_advisory_lock(session, "rating_places")
    await allow_large_query(session)
    await store_temporarily(session, _NEW_RATINGS, _select_ratings(session, day))
    await session.execute(
        delete(RatingPlace)
        .where(col(RatingPlace.date) == day)
        .execution_options(**_NOT_SYNCHRONIZED)
    )
    previous_day = await session.scalar(
        select(func.max(RatingPlace.date)).where(col(RatingPlace.date) < day)
    )
    result = await session.execute(
        statements.insert(session, RatingPlace).from_select(
            ["user_id", "date", "place", "rating", "change"],
            _select_places(day, previous_day),
        )
    )
    return _get_rowcount(result)


async def purge_places(session: AsyncSession, today: date, limit: int) -> int:
    """Delete up to `limit` places that are older than `HISTORY_RETENTION`. Return their number."""
    key = tuple_(col(RatingPlace.user_id), col(RatingPlace.date))
    expired = (
        select(col(RatingPlace.user_id), col(RatingPlace.date))
        .where(col(RatingPlace.date) < today - HISTORY_RETENTION)
        .limit(limit)
    )
    result = await session.execute(
        delete(RatingPlace).where(key.in_(expired)).execution_options(**_NOT_SYNCHRONIZED)
    )
    return _get_rowcount(result)


def _select_places(day: date, previous_day: date | None) -> Select[Any]:
    ratings = _NEW_RATINGS
    place = func.rank().over(order_by=ratings.c.rating.desc())
    places = select(ratings.c.user_id, ratings.c.rating, place.label("place")).subquery("places")
    previous = select(RatingPlace).where(col(RatingPlace.date) == previous_day).subquery("previous")
    columns: Any = (
        places.c.user_id,
        literal(day),
        places.c.place,
        places.c.rating,
        cast(previous.c.place - places.c.place, Integer),
    )
    query: Select[Any] = select(*columns)
    # In the order of the primary key, which is faster to insert.
    return query.outerjoin_from(places, previous, previous.c.user_id == places.c.user_id).order_by(
        places.c.user_id
    )


def _select_ratings(session: AsyncSession, day: date) -> Select[Any]:
    ratings = select_ratings(
        is_sqlite=session.get_bind().dialect.name == "sqlite",
        now=days.start_of(day + timedelta(days=1)),
    ).subquery("ratings")
    query: Select[Any] = select(*ratings.columns)
    return query.where(ratings.c.rating > 0)


def _get_rowcount(result: Any) -> int:
    return result.rowcount if isinstance(result, CursorResult) else 0
