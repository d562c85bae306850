"""The tables of the places of users in the ranking, and of the top authors."""

import datetime as dt

from sqlalchemy import CheckConstraint, Index
from sqlmodel import Field, SQLModel

from community.core.db.columns import BigKey


class RatingPlace(SQLModel, table=True):
    """The place and the rating of a user on a day, in UTC.

    A user without a rating has no row for the day. Users with the same rating share a place. The
    rows of the latest day are the current ranking. The table has no foreign key, because its check
    takes half of the time in which an update inserts the rows of a day.
    """

    __tablename__ = "rating_places"

    user_id: int = Field(primary_key=True, sa_type=BigKey)
    date: dt.date = Field(primary_key=True)
    place: int
    rating: float
    # By how many places the user has climbed since the day before that has rows. Negative if they
    # have fallen, and None if they had no place.
    change: int | None = None

    __table_args__ = (
        CheckConstraint("place > 0", name="place"),
        Index("ix_rating_places_date", "date", "place"),
    )


class PeriodRating(SQLModel, table=True):
    """The rating of a user by the responses of one period, for the authors with the highest ones.

    A scheduled job replaces all rows. The users may have been banned or deleted since, so the table
    has no foreign key.
    """

    __tablename__ = "period_ratings"

    period: str = Field(primary_key=True, max_length=5)  # one of `site.TopUsersPeriod`
    user_id: int = Field(primary_key=True, sa_type=BigKey)
    rating: float

    __table_args__ = (
        CheckConstraint("period IN ('day', 'week', 'month', 'year', 'all')", name="period"),
    )
