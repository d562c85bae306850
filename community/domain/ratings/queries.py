"""The query for the history of the places of a user."""

import datetime as dt
from typing import Final, Literal, TypeAlias

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors
from community.core.db import pagination
from community.domain import people
from community.domain.people.queries import get_rating
from community.domain.ratings.schemas import RatingHistory, RatingPoint
from community.i18n import gettext as _
from community.models import RatingPlace

Period: TypeAlias = Literal["7", "30", "90", "365"]
"""The number of days that a history covers."""

PERIODS: Final[tuple[Period, ...]] = ("7", "30", "90", "365")


async def get_history(
    session: AsyncSession,
    *,
    user_id: int,
    period: Period = "30",
    cursor: str | None = None,
    limit: int | None = None,
) -> RatingHistory:
    """Return the days of the period on which the user has a place, latest first, in two queries."""
    user = await people.get_user(session, user_id)
    rating, place = await get_rating(session, user.id)
    first_day = clock.now().date() - dt.timedelta(days=int(period) - 1)
    query = (
        select(RatingPlace)
        .where(RatingPlace.user_id == user_id, col(RatingPlace.date) >= first_day)
        .order_by(col(RatingPlace.date).desc())
    )
    before = _decode(cursor)
    if before is not None:
        query = query.where(col(RatingPlace.date) < before)
    if limit is not None:
        query = query.limit(limit + 1)
    rows = (await session.scalars(query)).all()
    page, next_cursor = pagination.split_page(
        rows, len(rows) if limit is None else limit, lambda row: (row.date.isoformat(),)
    )
    return RatingHistory(
        user_id=user_id,
        rating=rating,
        place=place,
        items=[RatingPoint.model_validate(row) for row in page],
        next_cursor=next_cursor,
    )


def _decode(cursor: str | None) -> dt.date | None:
    key = pagination.decode_cursor(cursor, str)
    if key is None:
        return None
    try:
        return dt.date.fromisoformat(key[0])
    except ValueError as error:
        raise errors.Invalid.for_field(
            "cursor", _("This link is no longer valid. Start from the first page.")
        ) from error
